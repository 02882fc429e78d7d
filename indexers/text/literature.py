"""Lists of references told apart from what a document says itself.

A list is known by its heading together with the form of its entries, since a chapter "References"
may also speak of pointers; without a heading by the form alone, where that leaves no doubt: "[12]
A. Author, Title, 1999." once and again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from indexers.records import Section

_TITLES = """
references|list of references|list of literature|further reading|suggested reading
references and notes|notes and references|bibliographical references
bibliography|selected bibliography|works cited|literature cited|cited literature|literature
literatur|literaturverzeichnis|literaturangaben|literaturhinweise|quellenverzeichnis|bibliografie
références|références bibliographiques|bibliographie|ouvrages cités
referencias|referencias bibliográficas|bibliografía|obras citadas
riferimenti|riferimenti bibliografici|bibliografia|opere citate
referências|referências bibliográficas|literatuur|literatuurlijst|referenties|litteratur
referenser|litteraturförteckning|referanser|litteraturliste|litteraturhenvisninger|lähteet
lähdeluettelo|kirjallisuus|irodalom|irodalomjegyzék|referințe|kaynakça|kaynaklar|literatura
literatura citada|bibliografija|βιβλιογραφία|литература|список литературы|библиография
المراجع|قائمة المراجع|참고문헌|참고 문헌|参考文献|參考文獻|引用文献|文献
"""
_HEADING = re.compile(
    r"(?:(?:appendix\s+)?(?:\d{1,2}|[a-z]|[ivx]+)(?:\.\d{1,2})*[.:)]?\s+)?"
    r"(?:(?:short|long|selected|annotated|further|general)\s+)?"
    rf"(?:{'|'.join(_TITLES.strip().splitlines())})(?:\s+list)?\W*",
    re.IGNORECASE,
)
_LABEL = r"(?:\[[^\]\n]{1,20}\]|\(?\d{1,3}[.)]|[•*–-])\s*"
_NUMBER = re.compile(r"(?:^|(?<=\s))\[(\d{1,3})\]\s+(?=\S)")
_DATED = re.compile(
    r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|https?://|\bdoi\b|\barxiv\b|\bISBN\b", re.IGNORECASE
)
_INITIALS = r"(?:[^\W\d_a-z]\.[ -]?){1,3}"
_NAME = r"[^\W\d_a-z][\w'’-]+"
_AUTHOR = re.compile(
    rf"{_INITIALS}\s*(?:(?:van|von|de|der|di|da|le|la) )*{_NAME}"  # J. Smith
    rf"|{_NAME},\s+(?:{_INITIALS}|{_NAME})"  # Smith, J.
    rf"|{_NAME}(?: (?:{_INITIALS}|{_NAME})){{1,3}}(?:,| and | und | et | y |\.\s|:\s|\s\()"
    r"|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_LABELLED = re.compile(_LABEL)
_BREAK = re.compile(r"\n")
_BLANK = re.compile(r"\n[^\S\n]*\n\s*")
_LONGEST_ENTRY_CHARS = 700
_LONGEST_LINK_CHARS = 250
_MOSTLY = 0.5
_SURELY = 0.7
_FEWEST_SURE = 2

Range = tuple[int, int]


def is_heading(title: str) -> bool:
    return _HEADING.fullmatch(title.strip()) is not None


def is_list(path: str, text: str) -> bool:
    """Whether a passage is (part of) a list of references; ``path`` is that of its sections."""
    if any(map(is_heading, path.split(" › "))):
        return _mostly(text)
    return "[" in text and _sure(text, 0, len(text)) != []


def entries(text: str, sections: Sequence[Section]) -> list[Range]:
    """The entries of all lists of references in a document, in order."""
    ranges: set[Range] = set()
    for section in sections:
        if is_heading(section.title) and _mostly(text[section.start : section.end]):
            parts = _cut(text, section.start, section.end)
            ranges.update((a, b) for a, b in parts if _is_entry(text[a:b]))
    for start, end in _bracketed(text):
        ranges.update(_sure(text, start, end))
    return _apart(sorted(ranges))


def unheaded(text: str) -> list[Range]:
    """The lists that are known by the form of their entries, in order."""
    lists = [_sure(text, start, end) for start, end in _bracketed(text)]
    return [(good[0][0], good[-1][1]) for good in lists if good]


def _apart(found: list[Range]) -> list[Range]:
    """None that another holds already."""
    kept: list[Range] = []
    for entry in found:
        if not kept or entry[0] >= kept[-1][1]:
            kept.append(entry)
    return kept


def _mostly(text: str) -> bool:
    """Whether most of what stands under such a heading is entries. One may be torn in two."""
    whole = _BLANK.sub("\n", text)
    parts = [whole[start:end] for start, end in _cut(whole, 0, len(whole))]
    total = sum(len(part) for part in parts if not is_heading(part))
    return sum(len(part) for part in parts if _is_entry(part)) >= max(1, _MOSTLY * total)


def _bracketed(text: str) -> list[Range]:
    """From a line that begins with a bracket to the last of the blocks that begin with one."""
    ranges: list[Range] = []
    at = 0 if text.startswith("[") else text.find("\n[") + 1
    while at or (text.startswith("[") and not ranges):
        end = text.find("\n\n", at)
        while end >= 0 and text.startswith("[", end + 2):
            end = text.find("\n\n", end + 2)
        end = len(text) if end < 0 else end
        ranges.append((at, end))
        at = text.find("\n[", end) + 1
    return ranges


def _sure(text: str, start: int, end: int) -> list[Range]:
    """Entries that are known by their form alone, where most of a range is made of them."""
    good = [(a, b) for a, b in _cut(text, start, end) if _is_sure(text[a:b])]
    share = sum(b - a for a, b in good) / max(1, end - start)
    return good if len(good) >= _FEWEST_SURE and share >= _SURELY else []


def _is_sure(entry: str) -> bool:
    label = _NUMBER.match(entry)
    if label is None or len(entry) > _LONGEST_ENTRY_CHARS or _DATED.search(entry) is None:
        return False
    return _AUTHOR.match(entry, label.end()) is not None


def _is_entry(entry: str) -> bool:
    """Under a heading a label or an author, and a year or an address, are enough."""
    if len(entry) > _LONGEST_ENTRY_CHARS or _DATED.search(entry) is None:
        return False
    if _LABELLED.match(entry) or _AUTHOR.match(entry):
        return True
    return "://" in entry and len(entry) <= _LONGEST_LINK_CHARS


def _cut(text: str, start: int, end: int) -> list[Range]:
    """A range at blank lines, and each block where one of its entries begins."""
    ranges: list[Range] = []
    for blank in chain(_BLANK.finditer(text, start, end), [None]):
        stop = end if blank is None else blank.start()
        begins = [start, *_begins(text, start, stop)]
        for low, high in zip(begins, [*begins[1:], stop], strict=True):
            while high > low and text[high - 1].isspace():
                high -= 1
            if high > low:
                ranges.append((low, high))
        start = end if blank is None else blank.end()
    return ranges


def _begins(text: str, start: int, end: int) -> list[int]:
    """Where entries after the first begin: at numbers that count on, else at lines."""
    first = _NUMBER.match(text, start, end)
    if first is not None:
        wanted, begins = int(first[1]) + 1, []
        for label in _NUMBER.finditer(text, first.end(), end):
            if int(label[1]) == wanted:
                wanted += 1
                begins.append(label.start())
        return begins
    breaks = [match.end() for match in _BREAK.finditer(text, start, end)]
    labelled = [at for at in breaks if _LABELLED.match(text, at, end)]
    return labelled or [at for at in breaks if _AUTHOR.match(text, at, end)]
