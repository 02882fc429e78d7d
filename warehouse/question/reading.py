"""What a question wants: its kind, and what the kinds need to know of it.

Slips are corrected, one forward pass and the vector weigh the kind (kinds.py), and only where the
documents are gone through, or things are compared, a second call takes the question apart
(details.py), which the catalog checks (filters.py). A question for a fact costs the one pass, and
the second call where it may have a limit (answering/limits.py).
"""

from __future__ import annotations

from msgspec import Struct, structs

from warehouse.engine import choosing
from warehouse.engine.calibrated import AS_ANOTHER
from warehouse.engine.protocol import Engine
from warehouse.errors import ModelMissing
from warehouse.library import Library
from warehouse.question import details, filters, kinds, language, spelling
from warehouse.question.details import Details
from warehouse.question.filters import Filters
from warehouse.question.kinds import Weighed
from warehouse.question.spelling import Correction
from warehouse.question.topics import Topic
from warehouse.question.words import telling
from warehouse.results.provenance import QuestionKind, Route
from warehouse.results.records import Decision
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.names import names, places
from warehouse.settings import Settings

THROUGH: tuple[QuestionKind, ...] = ("list", "count", "since", "summary")
"""Kinds for which documents are gone through."""
YES = 0.5
EXPLAINED = 1 / 3  # taken for a fact it is not answered, a fact explained is told at length
PART_OR_WHOLE = ("part", "whole")
CALLED = 2  # titles with the noun of a list, from which on it is one of documents
WRITING = 0.55  # P(it is a piece of writing) from which a noun is: by eye, on 43 nouns


class Reading(Struct, frozen=True):
    """``text`` is what is searched and answered. ``route`` says what it was taken for, by whom and
    what else it may be.

    ``explains``: prose is wanted, not a short fact; ``whole``: the matter that is asked about as a
    whole, or "". ``about`` is the topic of a list. ``counted``: what of the catalog is wanted.
    ``limiting`` are words of ``text`` that limit a fact to some documents, which need not say them:
    ``unlimited`` is ``text`` without them. ``decisions`` are told beside that of ``route``.
    ``is_topic``: an article is written on it, it asks nothing.
    """

    text: str
    route: Route
    language: str = ""
    whole: str = ""
    about: Topic = Topic("")
    compared: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    limits: Filters = Filters()
    limiting: tuple[str, ...] = ()
    counted: str = ""
    corrections: tuple[Correction, ...] = ()
    decisions: tuple[Decision, ...] = ()
    is_topic: bool = False

    @property
    def explains(self) -> bool:
        return self.route.explains

    @property
    def unlimited(self) -> str:
        spans = [place for words in self.limiting for place in places(words, self.text)]
        return " ".join(details.blanked(self.text, spans).split())

    @property
    def kind(self) -> QuestionKind:
        return self.route.kind


COUNTED_AS_ANOTHER = Decision("what of the catalog is wanted", "model", AS_ANOTHER)
WANTED_AS_ANOTHER = Decision("what the question wants", "model", AS_ANOTHER)
NO_QUESTION = Reading("", Route("fact", "user"))
A_TOPIC = Reading("", Route("fact", "user"), is_topic=True)


def read(
    text: str,
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
    kind: QuestionKind | None = None,
) -> Reading:
    """``kind`` is one that the user has named. Raises Cancelled, ModelMissing."""
    if kind == "fact" and not library.documents():
        return Reading(" ".join(text.split()), Route(kind, "user"))
    question, corrections = spelling.corrected(" ".join(text.split()), library)
    weighed: Weighed | None = None
    if kind is None:
        weighed = kinds.weigh(question, library, engine, run)
        why = f"{weighed.chances[0][1]:.0%}" + f", {AS_ANOTHER}" * weighed.as_another
        route = Route(weighed.kind, weighed.by, why, weighed.other)
    else:
        route = Route(kind, "user")
    reading = Reading(question, route, language.of(question, library), corrections=corrections)
    if route.kind in THROUGH:
        return apart(reading, library, engine, settings, run)
    if route.kind == "library":
        return _catalog(reading, library, engine, settings, run, named=kind is not None)
    if route.kind == "chat":
        return reading
    weighed = weighed or kinds.weigh(question, library, engine, run)
    return _one_answer(reading, weighed, engine, settings, run)


def apart(
    found: Reading, library: Library, engine: Engine, settings: Settings, run: Run
) -> Reading:
    """With its topic, its limits and what it compares. Raises Cancelled, ModelMissing."""
    told = details.ask(found.text, engine, settings, run)
    limits, unknown = filters.known(told, library)
    limited = [limit.words for limit in told.limits if limit.words not in unknown]
    matter = [told.about, *(words for words in unknown if words not in told.about)]
    words = " ".join(filter(None, matter))
    documents = _wants_documents(told, library, engine, run)
    if documents and told.noun:
        words = details.without(words, [told.noun]) or words
    things = not documents and bool(told.noun)
    if not words and things:
        words = telling(details.without(found.text, [told.noun]))
    about = Topic(
        details.without(words, limited) or words or content(details.without(found.text, limited)),
        documents or not (told.about or things),
        documents and told.wanted == "mentions",
        told.noun,
    )
    rest = details.without(found.text, [about.words, *unknown, *limited])
    limits = filters.standing(rest, library, limits)
    named = [*(matter if any(matter) else names(found.text)), *(one.name for one in limits.all)]
    return structs.replace(
        found,
        language=language.of_request(found.text, named, library),
        about=about,
        compared=told.compared,
        parts=told.parts,
        limits=limits,
    )


def _wants_documents(told: Details, library: Library, engine: Engine, run: Run) -> bool:
    """Are documents wanted, or things that they tell of? Where these have a name, its meaning has
    a word in it: some documents are called so, or the model takes it for a piece of writing.
    """
    if not told.noun:
        return told.wanted != "things"
    noun = set(analyzer.terms(told.noun))
    called = sum(noun <= set(analyzer.terms(document.title)) for document in library.documents())
    if noun and called >= CALLED:
        return True
    if told.wanted == "things":
        return False
    return choosing.chances("writing", [{"noun": told.noun}], engine, run)[0] >= WRITING


def _catalog(
    found: Reading, library: Library, engine: Engine, settings: Settings, run: Run, named: bool
) -> Reading:
    """``by`` is the vector where no model can be asked. What asks for things that documents tell of
    is no question to the catalog, unless the user has ``named`` it one.
    """
    able = found.route.by != "vector"
    try:
        told = details.ask(found.text, engine, settings, run) if able else Details()
    except ModelMissing:
        able, told = False, Details()
    if told.wanted == "things" and told.noun and not named:
        route = structs.replace(found.route, kind="list", other="library")
        return apart(structs.replace(found, route=route), library, engine, settings, run)
    limits = filters.standing(found.text, library, filters.checked(told, library), not able)
    counted, as_another = kinds.counted(found.text, library, engine if able else None, run)
    decisions = (COUNTED_AS_ANOTHER,) * as_another
    return structs.replace(found, limits=limits, counted=counted, decisions=decisions)


def _one_answer(
    found: Reading, weighed: Weighed, engine: Engine, settings: Settings, run: Run
) -> Reading:
    explains = weighed.explains >= EXPLAINED
    route = structs.replace(found.route, explains=explains)
    untold = weighed.as_another and route.by == "user"  # else the route tells it
    found = structs.replace(found, route=route, decisions=(WANTED_AS_ANOTHER,) * untold)
    if weighed.compares >= YES:
        told = details.ask(found.text, engine, settings, run)
        return structs.replace(found, compared=told.compared, parts=told.parts)
    whole = content(found.text) if explains and _is_whole(found.text, engine, run) else ""
    return structs.replace(found, whole=whole)


def _is_whole(question: str, engine: Engine, run: Run) -> bool:
    [(_, whole)] = choosing.replies("whole", [{"question": question}], PART_OR_WHOLE, engine, run)
    return whole >= YES


def content(question: str) -> str:
    """The names in the question, else its telling words."""
    return " ".join(names(question)) or telling(question)
