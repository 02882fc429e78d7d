"""``muniment ask``, ``prove``, ``write`` and ``resume``: research from the command line."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import starmap
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from indexers.placenames import place_name
from warehouse.answering import routing
from warehouse.cli.library import chosen
from warehouse.cli.session import Session, plain
from warehouse.engine.protocol import Engine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.errors import BadInput
from warehouse.records import Document, Scope, StudyRow
from warehouse.results.provenance import Roll
from warehouse.results.records import (
    Answer,
    Article,
    Claim,
    ClaimState,
    Disagreement,
    Evidence,
)
from warehouse.settings import Settings, expanded
from warehouse.steering import Act
from warehouse.studies.exporting.export import save_html, save_markdown
from warehouse.studies.keeper import Studies
from warehouse.studies.report import beside, found, ledger, nearest
from warehouse.studies.report.nearest import Near, shortened

if TYPE_CHECKING:
    from warehouse.library import Library

WIDTH = 88
ROLL_SHOWN = 20
MARKS: dict[ClaimState, str] = {
    "quoted": "“”",
    "supported": " ✓",
    "partly": " ~",
    "not found": " ✗",
    "unchecked": " ?",
}


def ask(session: Session) -> int:
    arguments = session.arguments
    method = arguments.kind or arguments.method
    with session.library() as library, _engine(session, method, library) as engine:
        studies = Studies(library)
        scope = _scope(library, arguments)
        acts = insisted(arguments, library.documents())
        study = studies.start("ask", arguments.question, method, scope=scope)
        for act in acts:
            studies.steer(study, act)
        answer = studies.run(study, engine, _settings(session), session.run)
        assert isinstance(answer, Answer)
        near = nearest.in_words(library, answer.nearest) if answer.absent else []
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        answer = ledger.only_proven(answer) if arguments.proven else answer
        print(shown(answer, arguments.lists, study.id))
        if near:
            print("\n".join(["", _heading("The nearest passages", "-"), *map(_near, near)]))
    return 0


def _settings(session: Session) -> Settings:
    """The settings with what was said for this question alone."""
    settings, given = session.settings, session.arguments
    if given.thoughts is not None:
        settings = structs.replace(settings, thoughts=given.thoughts)
    return structs.replace(settings, absence=False) if given.anyway else settings


def _engine(session: Session, method: str, library: Library) -> AbstractContextManager[Engine]:
    """The catalog answers without a model, so none is loaded for it."""
    if routing.asks_no_model("ask", session.arguments.question, method, library):
        return nullcontext(UnneededEngine())
    return session.engine()


def engine_of(
    session: Session, studies: Iterable[StudyRow], library: Library
) -> AbstractContextManager[Engine]:
    """For studies that go on, or are run again; none where no study of them needs a model."""
    asked = ((study.kind, study.question, study.method, library) for study in studies)
    if all(starmap(routing.asks_no_model, asked)):
        return nullcontext(UnneededEngine())
    return session.engine()


def prove(session: Session) -> int:
    """Status 1 when a sentence is not proven, shown or not."""
    text = _text_of(session.arguments.file)
    with session.library() as library, session.engine() as engine:
        studies = Studies(library)
        scope = _scope(library, session.arguments)
        study = studies.start("ask", text, "check", scope=scope)
        result = studies.run(study, engine, session.settings, session.run)
    told = ledger.only_proven(result) if session.arguments.proven else result
    print(shown(told, study=study.id))
    open_claims = [entry.claim for entry in ledger.entries(result)]
    return int(any(claim.state in ("partly", "not found") for claim in open_claims))


def _scope(library: Library, given: argparse.Namespace) -> Scope | None:
    """What ``--in NAME`` holds now, or ``--search QUERY`` finds. Raises BadInput for an unknown
    name, and for both at once.
    """
    if given.within and given.search:
        raise BadInput("Give --in or --search, not both.", "A search may say in:NAME itself.")
    if given.search:
        return library.finder.scope_of(given.search)
    return library.finder.scope(given.within) if given.within else None


def insisted(arguments: argparse.Namespace, documents: Sequence[Document]) -> list[Act]:
    """The acts of ``--pin`` and ``--ban``."""
    pinned = [Act("pin", document=chosen(documents, prefix).id) for prefix in arguments.pin]
    return pinned + [Act("ban", document=chosen(documents, one).id) for one in arguments.ban]


def _text_of(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        return expanded(name).read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is no text in UTF-8.") from error


def write(session: Session) -> int:
    with session.library() as library, session.engine() as engine:
        studies = Studies(library)
        scope = _scope(library, session.arguments)
        acts = insisted(session.arguments, library.documents())
        origin = _origin(studies, session.arguments.origin)
        study = studies.start("write", session.arguments.topic, "aware", origin, scope)
        for act in acts:
            studies.steer(study, act)
        settings = _settings(session)
        if words := session.arguments.words:
            settings = structs.replace(settings, article_words=words)
        article = studies.run(study, engine, settings, session.run)
        if session.arguments.proven:
            article = ledger.only_proven(article)
        out = session.arguments.out
        folder = expanded(out) if out else library.folder / "studies" / study.id
        pages = (save_html(article, library, folder), save_markdown(article, library, folder))
    print(shown(article, study=study.id))
    for page in pages:
        print(page)
    return 0


def _origin(studies: Studies, prefix: str) -> str:
    """The id of the answer to write from, "" where none was named. Raises BadInput."""
    found = [row.id for row in studies.list() if row.kind == "ask" and row.id.startswith(prefix)]
    if prefix and len(found) != 1:
        many = f"{len(found)} answers begin" if found else "No answer begins"
        raise BadInput(f"{many} with “{prefix}”.", "See the ids with: muniment studies")
    return found[0] if prefix else ""


def resume(session: Session) -> int:
    """Finish interrupted reading, then interrupted studies, oldest first."""
    with session.library() as library:
        library.resume(session.run)
        studies = Studies(library)
        unfinished = studies.unfinished()
        if not unfinished:
            print("Nothing was left unfinished.")
            return 0
        with engine_of(session, unfinished, library) as engine:
            for study in unfinished:
                result = studies.run(study, engine, session.settings, session.run)
                session.progress.clear()
                print(shown(result, study=study.id), end="\n\n")
    return 0


def shown(result: Answer | Article, lists: bool = False, study: str = "") -> str:
    """Title, text, the ledger of claims, sources, lists and coverage, as plain text.

    ``lists`` shows those whole; ``study`` is its id, by which what was left out is found.
    """
    parts = [_heading(ledger.title(result), "=")]
    for block in ledger.blocks(result):
        if block.title:
            parts.append(_heading(block.title, "-"))
        parts += [_paragraph(paragraph) for paragraph in block.text.split("\n\n")]
        if block.failed:
            parts.append(f"(not written: {plain(block.failed)})")
    if beside.of(result):
        parts += [_heading(beside.TITLE, "-"), *map(_disagreement, beside.of(result))]
    claims = [entry.claim for entry in ledger.entries(result)]
    if claims:
        parts.append("\n".join([_heading("Claims", "-"), *map(_claim, claims)]))
    sources = ledger.cited(result)
    if sources:
        parts.append("\n".join([_heading("Sources", "-"), *map(_source, sources)]))
    parts += [_roll(at, roll, lists) for at, roll in enumerate(found.rolls(result), start=1)]
    about = [*map(wrapped, found.lines(result)), ledger.facts(result), found.covered(result)]
    about += [*filter(None, [found.dense(result.coverage)]), _spend(result)]
    if other := found.other(result):
        about.append(f"To have it taken for that: muniment ask --kind {other} QUESTION")
    if study:
        left = len(result.chain.losses)
        about.append(f"{left:,} left out; what, why, and to try it again: muniment steer {study}")
    parts.append("\n".join(about))
    return "\n\n".join(parts)


def _heading(text: str, rule: str) -> str:
    return f"{plain(text)}\n{rule * min(WIDTH, len(text))}"


def wrapped(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(plain(text), WIDTH, initial_indent=first, subsequent_indent=rest)


def _paragraph(text: str) -> str:
    """Wrapped; the lines of a list stay lines."""
    if not text.startswith("- "):
        return wrapped(text)
    return "\n".join(wrapped(line, rest="  ") for line in text.split("\n"))


def _disagreement(one: Disagreement) -> str:
    sides = "\n".join(map(plain, beside.columns(one, WIDTH).split("\n")))
    return f"{plain(beside.head(one))}\n{sides}"


def _claim(claim: Claim) -> str:
    text = wrapped(claim.text, f"{MARKS[claim.state]} ", "   ")
    return f"{text}\n   ({plain(ledger.verdict(claim))})"


def _source(source: Evidence) -> str:
    where = ", ".join(filter(None, [source.title, place_name(source.page_label)]))
    quote = wrapped(f"“{source.text}”", "    ", "    ")
    return f"{wrapped(where, f'[{source.number}] ', '    ')}\n{quote}"


def _roll(number: int, roll: Roll, whole: bool) -> str:
    items = roll.items if whole else roll.items[:ROLL_SHOWN]
    lines = [wrapped(found.told(item), "- ", "  ") for item in items]
    if len(items) < len(roll.items):
        lines.append(f"- and {len(roll.items) - len(items):,} more; --lists shows all")
    return "\n".join([_heading(found.heading(number, roll), "-"), *lines])


def _near(near: Near) -> str:
    where = ", ".join(filter(None, [near.title, place_name(near.page_label)]))
    return f"{wrapped(where)}\n{wrapped(shortened(near.text), '    ', '    ')}"


def _spend(result: Answer | Article) -> str:
    spend = result.spend
    replayed = f" ({spend.replayed:,} replayed)" if spend.replayed else ""
    return (
        f"{spend.reasoning_tokens:,} tokens of reasoning, {spend.processing_tokens:,} of "
        f"processing, {ledger.plural(spend.calls, 'model call')}{replayed}, {spend.seconds:.1f} s."
    )
