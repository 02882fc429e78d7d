"""``muniment bench details``: is a question taken apart into what it limits, compares and is about?

FILE (``details-test.txt`` where none is given) names documents, of which a library is made, and
questions with what each should come to. Limits are right where they let the same documents
through: each document of the library, in every year and of every kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

from msgspec import Struct, structs

from warehouse.evaluate.libraries import a_page, passing
from warehouse.evaluate.metrics import interval, mean_row
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import model_of, remembering
from warehouse.ingest.intake import Admission
from warehouse.question import reading
from warehouse.question.filters import Filters
from warehouse.records import Document
from warehouse.results.provenance import Route
from warehouse.search.common_words import is_common
from warehouse.search.embedding import Embeds
from warehouse.search.names import normal

TEST = "details-test.txt"
KINDS = {
    "pdf": "pdf", "docx": "document", "odt": "document", "xlsx": "sheet", "csv": "sheet",
    "pptx": "slides", "epub": "book", "eml": "mail", "html": "web",
}  # fmt: skip
YEARS = range(1990, 2031)
_BRACKETS = re.compile(r"\([^()]*\)")


class Wanted(Struct, frozen=True):
    """What a question should come to. ``kinds`` are those of the catalog; ``topics`` wordings, in
    which what is in brackets may be left out.
    """

    question: str
    first: int
    last: int
    kinds: frozenset[str]
    names: tuple[str, ...]
    compared: tuple[str, ...]
    topics: tuple[str, ...]

    def lets(self, document: Document) -> bool:
        return (
            self.first <= int(document.date[:4]) <= self.last
            and (not self.kinds or document.kind in self.kinds)
            and (not self.names or any(name in self.names for name in _called(document)))
        )


def details(job: Job, embedder: Embeds | None = None) -> list[Row]:
    """Raises OSError, ModelMissing."""
    shipped = resources.files("warehouse.evaluate.question").joinpath(TEST)
    text = (job.data or shipped).read_text("utf-8")
    documents, cases = parsed(text)
    cases = cases[: job.limit or None]
    with passing(job, embedder) as library, remembering(job, "details") as engine:
        library.admit_many(documents, job.run)
        read = []
        for at, case in enumerate(cases):
            job.run.step("asking", at, len(cases), case.question)
            whole = reading.Reading(case.question, Route("list", "user"))
            read.append(reading.apart(whole, library, engine, job.settings, job.run))
        about = {
            "measured": f"{job.data.name if job.data else TEST}, {len(cases)} questions",
            **model_of(engine.info()),
        }
        return _rows(cases, read, library.documents(), about)


def parsed(text: str) -> tuple[list[Admission], list[Wanted]]:
    """The documents and the questions of a file in the form of ``details-test.txt``."""
    documents, cases = [], []
    for line in text.splitlines():
        sort, *fields = line.split("\t")
        if sort == "document":
            documents.append(_admission(*fields))
        elif sort == "question":
            _, question, years, endings, names, compared, topics = fields
            first, _, last = years.partition("-")
            kinds = frozenset(KINDS[ending] for ending in _parts(endings))
            cases.append(
                Wanted(
                    question, int(first or 0), int(last or 9999), kinds, _parts(names),
                    _parts(compared), tuple(part.strip() for part in topics.split(" / ") if part),
                )
            )  # fmt: skip
    return documents, cases


def _parts(field: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in field.split(";") if part.strip())


def _admission(title: str, author: str, year: str, ending: str) -> Admission:
    text = f"{title}. {author}, {year}."
    page = structs.replace(
        a_page(title, text, language=""), kind=KINDS[ending], authors=(author,), date=year
    )
    return Admission(page, f"{title}.{ending}", text.encode())


def _called(document: Document) -> tuple[str, ...]:
    return (document.title, *document.authors)


def _rows(
    cases: Sequence[Wanted],
    read: Sequence[reading.Reading],
    documents: Sequence[Document],
    about: dict[str, str],
) -> list[Row]:
    varied = [
        structs.replace(document, date=str(year), kind=kind)
        for document in documents
        for year in YEARS
        for kind in set(KINDS.values())
    ]
    pairs = list(zip(cases, read, strict=True))
    measures = {
        "limits_right": [
            _limits_right(case, understood.limits, varied) for case, understood in pairs
        ],
        "compared_right": [same(case.compared, understood.compared) for case, understood in pairs],
        "topic_right": [
            topic_right(case.topics, understood.about.words) for case, understood in pairs
        ],
        "nothing_invented": [
            nothing_invented(case, understood, varied) for case, understood in pairs
        ],
    }
    return [mean_row(name, interval(values), **about) for name, values in measures.items()]


def _limits_right(case: Wanted, limits: Filters, documents: Sequence[Document]) -> bool:
    kept = {id(document) for document in limits.let(documents)}
    return all(case.lets(document) == (id(document) in kept) for document in documents)


def nothing_invented(case: Wanted, read: reading.Reading, documents: Sequence[Document]) -> bool:
    """No limit that the question does not set, known to the catalog or not; nothing compared that
    it does not compare.
    """
    wanted = [document for document in documents if case.lets(document)]
    return (
        not read.limits.unknown
        and len(read.limits.let(wanted)) == len(wanted)
        and (bool(case.compared) or not read.compared)
    )


def same(wanted: Sequence[str], told: Sequence[str]) -> bool:
    """The same things, in any order."""
    return len(wanted) == len(told) and all(
        any(_within(said, thing) for said in told) for thing in wanted
    )


def topic_right(topics: Sequence[str], told: str) -> bool:
    """All words of one of the wordings, those in brackets apart, and no others that say anything.
    Where no wording is given, any will do.
    """
    return not topics or any(_within(told, topic) for topic in topics)


def _within(told: str, wording: str) -> bool:
    needed = _telling(_BRACKETS.sub(" ", wording))
    return needed <= frozenset(normal(told).split()) and _telling(told) <= _telling(wording)


def _telling(words: str) -> frozenset[str]:
    all_words = frozenset(normal(words).split())
    return frozenset(word for word in all_words if not is_common(word)) or all_words
