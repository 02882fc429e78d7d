"""Is it something to ask about: a name, a heading, a topic, a title? Told by its words alone.

What a reader takes out of a page may be a unit, a number, a piece of code, half a word, or the word
over every chapter ("Introduction"); a question about it reads like a fault.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from warehouse.ingest.headers_plain import is_common
from warehouse.proof.dates import months, years
from warehouse.proof.units import canonical, scales

LONGEST = 60
SHORTEST = 3
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CODE = re.compile(r"[\\_@{}<>=|~^$#/*⟨⟩∗†‡¶´`¨]|https?:|www\.|\.\w{2,4}$|\b[a-z]+[A-Z]\w*\(")
_BROKEN = re.compile(r"\w- |\s\d*[.,;]\s|\ufffd|^[.,;:)\]]|[(\[]$|\.{3,}")
_NUMBERED = re.compile(
    r"^(?:\d+(?:[.\d]*[.)])?|(?-i:[IVX]{2,}|[IVX]+[.)])|[A-Z](?:\.\d+)+\.?|(?:chapter|part|appendix|section|kapitel"
    r"|teil|anhang|abschnitt|chapitre|partie|annexe|capítulo|parte|apéndice|sección)\s+\w+[.:]?"
    r"|第[\d一二三四五六七八九十百]+[章节節部分篇])\s+",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[\s.:¶§*∗†‡]+$")
_MONEY = re.compile(r"pounds?|pfund|livres?|libras?|francs?|franken|marks?|yen|yuan")
_DULL_WORDS = """
    abstract acknowledgements acknowledgments added appendix appendices authors background
    bibliography chapter chapters changes conclusion conclusions contents copyright data
    discussion download edit example examples exercises figure figures foreword function
    functions further general glossary history home index introduction legal license licence line
    list local log methods miscellaneous name names next note notes options output overview page
    pages part preface preliminaries previous read reading references remarks results section
    sections see summary table tables text title usage value values version versions abbildung
    anhang beispiel beispiele danksagung einführung einleitung fazit glossar impressum inhalt
    inhaltsverzeichnis kapitel literatur literaturverzeichnis quellen seite tabelle teil
    verzeichnis vorwort zusammenfassung überblick annexe annexes avant-propos bibliographie
    chapitre conclusions contenu exemple exemples glossaire mentions partie préface remerciements
    résumé sommaire références agradecimientos anexo apéndice bibliografía capítulo conclusión
    conclusiones contenido ejemplo ejemplos glosario introducción prefacio página referencias
    resumen sección índice 引言 导言 前言 序言 目录 摘要 概述 附录 结论 致谢 参考文献 索引
"""


def is_name(words: str, small: Collection[str] = (), titled: Collection[str] = ()) -> bool:
    """Of what stands with a capital in a text. A single word may do so by chance: it must not stand
    among the words that are written ``small`` elsewhere, but among those of titles.
    """
    pieces = words.split()
    if not _may_be(words) or not words[:1].isupper() or any(map(str.isdigit, words)):
        return False
    if any(piece.isupper() for piece in pieces) or not all(p[:1].isupper() for p in pieces):
        return False
    folded = words.casefold()
    alone = folded in titled and folded not in small and folded.rstrip("s") not in small
    return len(pieces) > 1 or alone


def is_topic(words: str) -> bool:
    """A topic has no unit or scale in it: "million pounds" is none."""
    return _may_be(words) and not any(map(_measures, _WORD.findall(words)))


def is_heading(words: str) -> bool:
    """No number, date, line of code, and not what stands over the first page of every book."""
    return _may_be(words) and not years(words) and not months(words)


def is_phrase(words: str) -> bool:
    """More than one word that says something."""
    return len([one for one in _WORD.findall(words) if not is_common(one)]) > 1 or bool(
        _HAN.search(words)
    )


def is_title(words: str) -> bool:
    """A title that can be said: no address, no name of a file, no torn words."""
    told = sum(mark.isalpha() or mark.isspace() for mark in words)
    return _whole(words) and told >= 0.7 * len(words)


def heading(title: str) -> str:
    """As it is said: without its number and the marks of notes."""
    return _MARKS.sub("", _NUMBERED.sub("", " ".join(title.split())))


def _bare(words: str) -> str:
    """Small, without accents, which a reader may have lost."""
    parts = unicodedata.normalize("NFD", words.casefold())
    return "".join(mark for mark in parts if not unicodedata.combining(mark))


_DULL = frozenset(map(_bare, _DULL_WORDS.split()))


def _may_be(words: str) -> bool:
    if len(words) > LONGEST or not _whole(words):
        return False
    found = [word.casefold() for word in _WORD.findall(words)]
    if _HAN.search(words):
        return words not in _DULL
    telling = [word for word in found if not is_common(word) and _bare(word) not in _DULL]
    return any(len(word) >= SHORTEST and not _measures(word) for word in telling)


def _whole(words: str) -> bool:
    letters = sum(mark.isalpha() for mark in words)
    short = 2 if _HAN.search(words) else SHORTEST
    return letters >= short and not _CODE.search(words) and not _BROKEN.search(words)


def _measures(word: str) -> bool:
    """Is it a unit or a scale: "pounds", "million"? Months and days measure, too."""
    word = word.casefold()
    known = (
        canonical(word)
        or _MONEY.fullmatch(word)
        or word in scales()
        or word.removesuffix("s") in scales()
    )
    return bool(known or months(f"4 {word.capitalize()} 2000"))
