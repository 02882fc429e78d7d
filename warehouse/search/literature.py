"""Does a query ask about literature itself? Lists of references answer that, and nothing else.

Their entries name everything that a document is about, in few words, and say nothing of it: among
passages that prove something they would stand first. Told by the words of the query, in several
languages.
"""

from __future__ import annotations

import re

_ASKED = re.compile(
    r"\b(?:literature|bibliograph\w*|references?|cit(?:e[sd]?|ing|ations?)|papers?|books?"
    r"|works (?:by|of|on)|articles?|publi(?:cations?|shed|shers?)|authors?|wrote|written|isbn|doi"
    r"|literatur\w*|quellen\w*|zitier\w*|zitat\w*|aufsatz|aufsätze|bücher|buch|artikel"
    r"|veröffentlich\w*|autor\w*|schrieb|geschrieben|verlag"
    r"|références?|citée?s?|ouvrages?|livres?|publiée?s?|auteurs?|écrit|éditeur"
    r"|referencias?|citad[oa]s?|obras?|libros?|artículos?|publicad[oa]s?|autores|escribió"
    r"|riferiment[io]|citat[oaie]|oper[ae]|libr[oi]|articol[io]|pubblicat[oaie]|autor[ei]|scrisse"
    r"|referências?|livros?|artigos?|литератур\w*|книг\w*|стать\w*|автор\w*)\b"
    r"|文献|论文|論文|引用|著者|作者|书|本の|참고|저자",
    re.IGNORECASE,
)


def asked_for(query: str) -> bool:
    return _ASKED.search(query) is not None
