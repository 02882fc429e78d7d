"""What a user may write into the fields of a work, put into the form that is kept.

An empty text says that there is no such thing; a DOI, arXiv number, ISBN, date or language that
is none is refused with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from indexers.records import FIELDS
from indexers.text import identifiers
from warehouse.errors import BadInput
from warehouse.store.catalog import people

NAMES = ("authors", "editors")
TYPES = (
    *("article-journal", "paper-conference", "book", "chapter", "thesis", "report", "article"),
    *("webpage", "article-newspaper", "legislation", "manuscript", "personal_communication"),
    *("speech", "dataset", "document"),
)
"""As CSL 1.0.2 names them; "article" is a preprint."""
FIELD_WORDS = {
    **{field: field.capitalize() for field in FIELDS},
    "type": "Kind of work",
    "container": "Journal or book",
    "doi": "DOI",
    "arxiv": "arXiv",
    "isbn": "ISBN",
    "url": "Address",
}
LONGEST_CHARS = 2000
_LANGUAGE = re.compile(r"[a-z]{2,3}")


def checked(values: Mapping[str, Sequence[str] | None]) -> dict[str, Sequence[str] | None]:
    """The same in the form that is kept. Raises BadInput with what is wrong."""
    return {
        field: None if value is None else _value(field, value) for field, value in values.items()
    }


def written(field: str, text: str) -> tuple[str, ...]:
    """What a person typed into one line: names are parted by semicolons or ``and``."""
    if field in NAMES:
        return people.listed(text)
    line = " ".join(text.split())
    return (line,) if line else ()


def _value(field: str, value: Sequence[str]) -> tuple[str, ...]:
    if field not in FIELDS:
        raise BadInput(f"There is no field “{field}”.", f"There are: {', '.join(FIELDS)}.")
    texts = tuple(" ".join(text.split())[:LONGEST_CHARS] for text in value if text.strip())
    if field == "title" and not texts:
        raise BadInput("A document needs a title.", "Leave the title as it was.")
    if field in NAMES or not texts:
        return texts
    return (_FORMS[field](texts[0]) if field in _FORMS else texts[0],)


def _number(name: str, clean: Callable[[str], str]) -> Callable[[str], str]:
    def form(text: str) -> str:
        if cleaned := clean(text):
            return cleaned
        raise BadInput(f"“{text}” is no {name}.", "Check it for a slip of the pen.")

    return form


def _language(text: str) -> str:
    code = text.lower().partition("-")[0]
    if not _LANGUAGE.fullmatch(code):
        raise BadInput(f"“{text}” is no language code.", "Give two letters, such as en or de.")
    return code


def _type(text: str) -> str:
    if text not in TYPES:
        raise BadInput(f"“{text}” is no kind of work.", f"There are: {', '.join(TYPES)}.")
    return text


_FORMS: dict[str, Callable[[str], str]] = {
    "doi": _number("DOI", identifiers.clean_doi),
    "isbn": _number("ISBN", identifiers.clean_isbn),
    "arxiv": _number("arXiv number", lambda text: identifiers.arxiv(f"arXiv:{text}")),
    "date": _number("date", identifiers.iso),
    "language": _language,
    "type": _type,
}
