"""``muniment compare``: two studies, or two ways to write on one topic, side by side."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import structs

from warehouse.app import NewStudy, Warehouse
from warehouse.cli import expected
from warehouse.cli.research import WIDTH, as_wished, heeds_depth, insisted
from warehouse.cli.session import Session, plain, table
from warehouse.cli.studies import changes, chosen_study
from warehouse.errors import BadInput
from warehouse.evaluate.writing import side_by_side
from warehouse.results.records import Answer, Article
from warehouse.studies import together
from warehouse.studies.comparing import compare
from warehouse.studies.report import ledger
from warehouse.writing.depth import USUAL
from warehouse.writing.ways import WAYS

BETWEEN = "  |  "
NARROWEST = 16  # characters of a column
WISHES = {
    "--in": "within",
    "--search": "search",
    "--thoughts": "thoughts",
    "--purpose": "purpose",
    "--readers": "readers",
    "--style": "style",
    "--language": "language",
    "--depth": "depth",
    "--words": "words",
    "--pin": "pin",
    "--ban": "ban",
    "--anyway": "anyway",
}
"""Options of what is yet to be written, and what they are called here."""
UNSET: tuple[object, ...] = (None, "", [], USUAL)


def compared(session: Session) -> int:
    """Status 1 when something differs."""
    given = session.arguments
    if given.methods:
        if given.other:
            raise BadInput("--methods needs one topic.", "Two studies are compared without it.")
        return _written(session)
    if not given.other:
        raise BadInput("Two studies are needed.", "Or a topic with: --methods orag,omnithink")
    if idle := [name for name, wish in WISHES.items() if getattr(given, wish) not in UNSET]:
        raise BadInput(
            f"Two studies that are there already heed no {' and no '.join(idle)}.",
            "Leave that out, or have articles written: --methods orag,omnithink",
        )
    with session.warehouse() as warehouse:
        keeper = warehouse.studies
        rows = [chosen_study(keeper, name) for name in (given.id, given.other)]
        before, after = (keeper.load(row.id) for row in rows)
        if before is None or after is None:
            raise BadInput("One of the two has no result yet.", "Finish it with: muniment resume")
        comparison = compare(before, after, (rows[0].model, rows[1].model))
        if isinstance(before, Article) and isinstance(after, Article):
            print(_figures([before, after], warehouse), end="\n\n")
        if given.texts:
            print(columns([before, after]), end="\n\n")
        print(changes(warehouse.library, comparison))
    return int(comparison.differs)


def _written(session: Session) -> int:
    """An article by each method, one after the other; each is a study of its own."""
    given = session.arguments
    methods = _methods(given.methods)
    heeds_depth(given.depth, methods)
    new = NewStudy("write", given.id, methods[0], given.within, given.search, also=methods[1:])
    with session.warehouse() as warehouse:
        new = structs.replace(new, acts=tuple(insisted(given, warehouse.documents())))
        run = expected.telling(session, warehouse)
        made = [warehouse.begin(new, run, as_wished(session))]
        for row in together.group(warehouse.library.catalog.studies(), made[0][0])[1:]:
            made.append(warehouse.go_on(row, session.run))
        articles = [article for _, article in made if isinstance(article, Article)]
        session.progress.clear()
        print(columns(articles), end="\n\n")
        print(_figures(articles, warehouse), end="\n\n")
        for row, _ in made:
            print(f"{ledger.method_name(row.method)}: muniment export {row.id} DIR")
    return 0


def _methods(named: str) -> tuple[str, ...]:
    methods = tuple(dict.fromkeys(name.strip() for name in named.split(",") if name.strip()))
    if unknown := [method for method in methods if method not in WAYS]:
        hint = f"Choose among {', '.join(WAYS)}."
        raise BadInput(f"There is no method {', '.join(unknown)}.", hint)
    if len(methods) < 2:
        raise BadInput("Two methods are needed to compare.", "Such as: --methods orag,omnithink")
    return methods


def _figures(articles: Sequence[Article], warehouse: Warehouse) -> str:
    embedder = warehouse.library.retrieval.embedder
    if not embedder.present:
        return "No figures: the embedding model is not installed."
    rows = side_by_side.lines(articles, embedder)
    heads = ("", *(ledger.method_name(article.method) for article in articles))
    right = frozenset(range(1, len(heads)))
    return table([heads, *((row.name, *row.values) for row in rows)], right=right)


def columns(results: Sequence[Answer | Article]) -> str:
    """The texts as columns of plain text, beside one another, as wide as the terminal."""
    width = shutil.get_terminal_size((WIDTH, 0)).columns
    room = max(NARROWEST, (width + len(BETWEEN)) // len(results) - len(BETWEEN))
    sides = [_column(result, room) for result in results]
    rows = zip_longest(*sides, fillvalue="")
    return "\n".join(BETWEEN.join(part.ljust(room) for part in row).rstrip() for row in rows)


def _column(result: Answer | Article, room: int) -> list[str]:
    parts = [ledger.method_name(result.method), ledger.title(result)]
    for block in ledger.blocks(result):
        parts += [block.title, *block.text.split("\n\n")]
        parts += [f"(not written: {block.failed})"] if block.failed else []
    lines: list[str] = []
    for part in filter(None, parts):
        lines += [*textwrap.wrap(plain(part), room), ""]
    return lines
