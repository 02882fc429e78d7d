"""``muniment ask``, ``prove``, ``write`` and ``resume``: research from the command line."""

from __future__ import annotations

import argparse
import io
import sys
import textwrap
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import structs

from indexers.text.placenames import place_name
from warehouse.app import Follow, NewStudy, Warehouse, chosen
from warehouse.beginnings import one_of
from warehouse.cli import expected
from warehouse.cli.session import Session, plain, put_out
from warehouse.errors import BadInput
from warehouse.methods.registry import has_depth
from warehouse.proof import rates
from warehouse.records import Document, StudyRow
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
from warehouse.studies import conversation, together
from warehouse.studies.exporting.export import save_html, save_markdown
from warehouse.studies.exporting.naming import free
from warehouse.studies.keeper import Kind, Studies
from warehouse.studies.report import disagreement_columns, how_found, ledger, nearest_passages
from warehouse.studies.report.nearest_passages import Near, shortened
from warehouse.text import plural
from warehouse.writing.depth import USUAL, deepened
from warehouse.writing.ways import RETELL

WIDTH = 88
ROLL_SHOWN = 20
HALTED_SHOWN = 10
MARKS: dict[ClaimState, str] = {
    "quoted": "“”",
    "supported": " ✓",
    "partly": " ~",
    "not found": " ✗",
    "stale": " !",
    "unchecked": " ?",
}


def ask(session: Session) -> int:
    arguments = session.arguments
    with session.warehouse() as warehouse:
        new = _limited("ask", arguments.question, session, warehouse)
        follow = _follow(warehouse, arguments)
        new = structs.replace(new, method=arguments.method, taken_as=arguments.kind, follow=follow)
        settings = _settings(session)
        if arguments.effort:
            settings = structs.replace(settings, effort=arguments.effort)
        study, answer = warehouse.begin(new, session.run, settings)
        assert isinstance(answer, Answer)
        near = _nearest(answer, warehouse) if answer.absent else ""
    answer = ledger.only_proven(answer) if arguments.proven else answer
    if arguments.json:
        put_out(f"{msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()}\n")
    else:
        if conversation.is_reworded(study):
            print(f"{wrapped(study.question)}\n{wrapped('Asked as:')}\n")
        print(shown(answer, arguments.lists, study.id))
        print(near, end="")
    return 0


def _nearest(result: Answer | Article, warehouse: Warehouse) -> str:
    """What came nearest where there is nothing to tell, and how to have it told all the same."""
    places = result.nearest if isinstance(result, Answer) else result.research.nearest
    near = nearest_passages.in_words(warehouse.library, places)
    if not near:
        return ""
    how = wrapped("With --anyway it is told from what was found all the same.")
    return "\n".join(["", _heading("The nearest passages", "-"), *map(_near, near), "", how, ""])


def _follow(warehouse: Warehouse, given: argparse.Namespace) -> Follow | None:
    if not given.follow:
        return None
    as_written = given.question if given.as_written else ""
    return Follow(warehouse.study(given.follow).id, as_written)


def _settings(session: Session) -> Settings:
    """The settings with what was said for this question alone."""
    settings, given = session.settings, session.arguments
    if given.thoughts is not None:
        settings = structs.replace(settings, thoughts=given.thoughts)
    return structs.replace(settings, absence=False) if given.anyway else settings


def prove(session: Session) -> int:
    """Status 1 when a sentence is not proven, shown or not."""
    given = session.arguments
    text = text_of(given.file)
    with session.warehouse() as warehouse:
        new = NewStudy("ask", text, "check", given.within, given.search)
        study, result = warehouse.begin(new, session.run)
    told = ledger.only_proven(result) if given.proven else result
    print(shown(told, study=study.id))
    open_claims = [entry.claim for entry in ledger.entries(result)]
    return int(any(claim.state in ("partly", "not found") for claim in open_claims))


def _limited(kind: Kind, text: str, session: Session, warehouse: Warehouse) -> NewStudy:
    """A study with the limits of ``--in``, ``--search``, ``--pin`` and ``--ban``."""
    given = session.arguments
    acts = tuple(insisted(given, warehouse.documents()))
    return NewStudy(kind, text, within=given.within, search=given.search, acts=acts)


def insisted(arguments: argparse.Namespace, documents: Sequence[Document]) -> list[Act]:
    """The acts of ``--pin`` and ``--ban``."""
    pinned = [Act("pin", document=chosen(documents, prefix).id) for prefix in arguments.pin]
    return pinned + [Act("ban", document=chosen(documents, prefix).id) for prefix in arguments.ban]


def text_of(name: str) -> str:
    """Of a file, or of what is piped where it is called -. Raises BadInput."""
    said = "What is piped in" if name == "-" else name
    try:
        raw = sys.stdin.buffer.read() if name == "-" else expanded(name).read_bytes()
        return io.TextIOWrapper(io.BytesIO(raw), "utf-8-sig").read()
    except OSError as error:
        raise BadInput(f"{said} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{said} is no text in UTF-8.") from error


def write(session: Session) -> int:
    given = session.arguments
    _heeded(given)
    heeds_depth(given.depth, [given.method])
    with session.warehouse() as warehouse:
        library = warehouse.library
        new = _limited("write", given.topic, session, warehouse)
        new = structs.replace(new, origin=_origin(warehouse.studies, given.origin))
        new = structs.replace(new, method=given.method)
        run = expected.telling(session, warehouse)
        study, article = warehouse.begin(new, run, _of_article(session))
        assert isinstance(article, Article)
        if given.proven:
            article = ledger.proven_article(article)
        folder = expanded(given.out) if given.out else library.folder / "studies" / study.id
        near = "" if article.blocks else _nearest(article, warehouse)
        name = free(folder, "article", ".html", ".md") if given.out else "article"
        saving = (save_html, save_markdown)
        pages = [save(article, library, folder, name) for save in saving]
    print(shown(article, study=study.id))
    print(near, end="")
    for page in pages if given.out or library.walls is None else []:  # else gone with the memory
        print(page)
    return 0


def _heeded(given: argparse.Namespace) -> None:
    """Raises BadInput where something is wished for that what is retold would not heed."""
    wishes = {
        "--purpose": given.purpose,
        "--readers": given.readers,
        "--style": given.style,
        "--outline": given.outline,
        "--depth": given.depth != USUAL,
    }
    if given.method == RETELL.name and (wished := [name for name, set in wishes.items() if set]):
        raise BadInput(
            f"What is retold is told in the sources' order, for nobody in particular, so that "
            f"--method {RETELL.name} heeds no {' and no '.join(wished)}.",
            "Leave that out, or choose another --method.",
        )


def heeds_depth(depth: str, methods: Sequence[str]) -> None:
    """Raises BadInput where one is chosen, and none of ``methods`` has any."""
    if depth != USUAL and not any(map(has_depth, methods)):
        do = "does" if len(methods) == 1 else "do"
        raise BadInput(
            f"--depth is for methods that search in several rounds; {' and '.join(methods)} {do} "
            "not.",
            "Leave that out, or choose another method.",
        )


def _of_article(session: Session) -> Settings:
    settings, given = as_wished(session), session.arguments
    first = given.outline or settings.outline_first
    return structs.replace(settings, outline_first=first)


def as_wished(session: Session) -> Settings:
    """The settings with what was wished of articles written now alone."""
    given = session.arguments
    said = {
        "thoughts": given.thoughts,
        "article_words": given.words,
        "article_purpose": given.purpose,
        "article_readers": given.readers,
        "article_style": given.style,
        "article_language": given.language,
    }
    kept = {name: value for name, value in said.items() if value not in (None, "")}
    wished = deepened(structs.replace(session.settings, **kept), given.depth)
    return structs.replace(wished, absence=wished.absence and not given.anyway)


def _origin(studies: Studies, prefix: str) -> str:
    """The id of the answer to write from, "" where none was named. Raises BadInput."""
    rows = (row for row in studies.list() if row.kind in ("ask", "table"))
    return one_of(rows, prefix, "answer", "answers").id if prefix else ""


def resume(session: Session) -> int:
    """Finish interrupted reading, then interrupted studies, newest first, then what was to follow
    them. Those that were stopped or failed are named.
    """
    finished = 0
    with session.warehouse() as warehouse:
        warehouse.library.resume(session.run)
        for study in _left(warehouse):
            finished += 1
            result = warehouse.go_on(study, session.run)[1]
            session.progress.clear()
            print(shown(result, study=study.id), end="\n\n")
        rows = warehouse.studies.list()
    halted = [row for row in rows if row.state in ("stopped", "failed") and row.kind != "table"]
    if not finished and not halted:
        print("Nothing was left unfinished.")
    for study in halted[:HALTED_SHOWN]:
        state = "Not begun" if together.waits(study) else study.state.capitalize()
        print(f"{state}: {plain(shortened(study.title or study.question))}")
        print(f"  To go on: muniment steer {study.id} --go-on")
    if halted[HALTED_SHOWN:]:
        print(f"and {len(halted) - HALTED_SHOWN:,} more: muniment studies")
    return 0


def _left(warehouse: Warehouse) -> Iterator[StudyRow]:
    """What was cut off, and what is to be begun once that has ended."""
    yield from warehouse.studies.unfinished()
    while due := together.all_due(warehouse.library.catalog.studies()):
        yield from due


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
    if disagreement_columns.of(result):
        parts += [
            _heading(disagreement_columns.TITLE, "-"),
            *map(_disagreement, disagreement_columns.of(result)),
        ]
    claims = [entry.claim for entry in ledger.entries(result)]
    if claims:
        parts.append("\n".join([_heading("Claims", "-"), *map(_claim, claims)]))
    sources = ledger.cited(result)
    if sources:
        parts.append("\n".join([_heading("Sources", "-"), *map(_source, sources)]))
    parts += [_roll(at, roll, lists) for at, roll in enumerate(how_found.rolls(result), start=1)]
    about = [
        *map(wrapped, how_found.lines(result)),
        ledger.facts(result),
        *(rates.of(result).told[1:] if isinstance(result, Article) else ()),
        how_found.covered(result),
    ]
    about += [f"For experts: {line}" for line in how_found.for_experts(result)]
    if other := how_found.other(result):
        about.append(f"To have it taken for that: muniment ask --kind {other} QUESTION")
    if study:
        left = plural(len(result.research.losses), "entry", "entries")
        about.append(
            f"What was left out, why, and to try it again ({left}): muniment steer {study}"
        )
        if isinstance(result, Answer):
            about.append(f"To ask on: muniment ask --follow {study} QUESTION")
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
    sides = "\n".join(map(plain, disagreement_columns.columns(one, WIDTH).split("\n")))
    return f"{plain(disagreement_columns.head(one))}\n{sides}"


def _claim(claim: Claim) -> str:
    text = wrapped(claim.text, f"{MARKS[claim.state]} ", "   ")
    said = filter(None, [ledger.verdict(claim), ledger.verdict_for_experts(claim)])
    return f"{text}\n   ({plain('; for experts: '.join(said))})"


def _source(source: Evidence) -> str:
    where = ", ".join(filter(None, [source.title, place_name(source.page_label)]))
    quote = wrapped(f"“{source.text}”", "    ", "    ")
    return f"{wrapped(where, f'[{source.number}] ', '    ')}\n{quote}"


def _roll(number: int, roll: Roll, whole: bool) -> str:
    items = roll.items if whole else roll.items[:ROLL_SHOWN]
    lines = [wrapped(how_found.told(item), "- ", "  ") for item in items]
    if len(items) < len(roll.items):
        lines.append(f"- and {len(roll.items) - len(items):,} more; --lists shows all")
    return "\n".join([_heading(how_found.heading(number, roll), "-"), *lines])


def _near(near: Near) -> str:
    where = ", ".join(filter(None, [near.title, place_name(near.page_label)]))
    return f"{wrapped(where)}\n{wrapped(shortened(near.text), '    ', '    ')}"
