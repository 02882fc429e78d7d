"""What is left of a question about the library when everything in it is explained.

Words that ask, words for documents and for what a catalog knows of them, and small words explain
nothing away that matters; any other word limits the question to something. Such a word decides
that a question is about what documents say; and where one is about the library all the same, it is
told that the word was not taken into account.
"""

from __future__ import annotations

import re

from warehouse.ingest.headers_plain import is_common
from warehouse.question.vocabulary import ANYTHING, HAVE, HOW_MANY, MINE, UTMOST, WHICH, WRITING

_EXPLAINED = re.compile(
    rf"(?<![\w-])(?:{UTMOST}|{MINE}|{HAVE}|{HOW_MANY}|{WHICH}|{ANYTHING}|{WRITING})(?![\w-])",
    re.IGNORECASE,
)
_EXPLAINED_HAN = re.compile(
    "文件|文档|资料库|资料|文献|论文|报告|书籍|文章|图书馆|文库|收藏|内容|库中|总结|概括|归纳|综述|摘要"
    "|概述|讲了|关于|主要|列出|所有|全部|这些|哪些|多少|几|什么|语言|作者|添加|导入|无法|不能|没能|没有|读取"
    "|阅读|打开|加密|被|读|请|帮我|我们|我|有|个|份|篇|本|页|种|的|是|吗|了|在|里|中|年|和"
)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_PLAIN = frozenset(
    re.split(
        r"\s+",
        """please list lists show tell give name find count display enumerate know got exist exists
        existing available currently total altogether overall whole entire complete full every
        number figure amount library warehouse collection catalog catalogue ones kind kinds type
        types format formats file-type language languages author authors year years date dates
        dated dating page pages passage passages word words tag tags collections title titles size
        sizes length long big large add added import imported drop dropped taken store stored saved
        written write wrote published created made contain hold read
        readable unreadable opened parsed failed locked encrypted password most fewest
        originally entries item items them those who whose were any megabytes kilobytes gigabytes
        wie viele viel zeige nenne liste alle aller insgesamt derzeit seite seiten sprache sprachen
        autor autoren jahr jahre titel größe lang bibliothek sammlung stammen datiert geschrieben
        mir mich meine meiner meinen meines sind gibt vorhanden hinzugefügt welche welcher welches
        konnten konnte lesen gelesen lesbar wurden davon
        summarise summarize summary sum overview digest gist tl dr tldr short brief quick concise
        main key central points point ideas topics themes general everything contents content
        fasse fass zusammen zusammenfassung überblick worum geht alles kurze kurz
        résume résumez résumé aperçu tout parlent parle traitent traite
        resume resúmeme resumen resumir trata tratan habla hablan todo
        combien quels quelles quel quelle montre donne tous toutes page pages langue langues auteur
        auteurs année années bibliothèque mes mon écrits écrit datés ajoutés existe sont lus
        cuántos cuántas cuáles todos todas página páginas idioma idiomas autor autores año años
        biblioteca mis escritos escrito añadidos existen están hay leer muestra""",
    )
)


def unexplained(rest: str) -> list[str]:
    """The words of ``rest`` that limit it to something, each once; ``rest`` has no limits in it."""
    plain = _EXPLAINED.sub(" ", _EXPLAINED_HAN.sub(" ", rest))
    words = (word for word in _WORD.findall(plain) if not _is_plain(word))
    return list(dict.fromkeys(words))


def _is_plain(word: str) -> bool:
    lower = word.lower()
    single = len(word) == 1 and not (word.isupper() and word not in "AI")
    return single or lower in _PLAIN or is_common(word)
