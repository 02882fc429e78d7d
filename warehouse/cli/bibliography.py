"""``muniment edit`` and ``cite``: what is known of a document, and out into other programs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from warehouse.app import Warehouse, chosen
from warehouse.cli.arguments.bibliography import OPTIONS
from warehouse.cli.session import Session, plain, put_out, table
from warehouse.cli.studies import chosen_study
from warehouse.documents.bibliography.entry import Entry, entries
from warehouse.errors import BadInput
from warehouse.settings import expanded
from warehouse.store.catalog import people
from warehouse.store.catalog.editing import FIELD_WORDS, written
from warehouse.store.catalog.metadata import ORIGIN_WORDS, Known
from warehouse.studies.exporting.paper import references


def edit(session: Session) -> int:
    """Without an option it only shows; the user's own word always counts first."""
    values = _values(session)
    with session.library() as library:
        document = chosen(library.catalog.documents(), session.arguments.id, "muniment ls")
        if values:
            library.edit(document.id, values, session.run)
        known = library.catalog.known(document.id)
    print(table([("field", "value", "source"), *map(_row, known.values())]))
    return 0


def _values(session: Session) -> dict[str, tuple[str, ...] | None]:
    given = session.arguments
    values: dict[str, tuple[str, ...] | None] = {
        OPTIONS.get(field, field): None for field in given.reset
    }
    for option, field in OPTIONS.items():
        if (text := getattr(given, option)) is not None:
            values[field] = written(field, text)
    if given.year is not None:
        values["date"] = written("date", given.year)
    for field, names in (("authors", given.author), ("editors", given.editor)):
        if names is not None:
            values[field] = tuple(name for text in names for name in people.listed(text))
    return values


def _row(known: Known) -> tuple[str, str, str]:
    word = ORIGIN_WORDS[known.value.origin]
    return FIELD_WORDS[known.field], plain(known.text) or "(none)", word


def cite(session: Session) -> int:
    from warehouse.documents.bibliography import saving

    given = session.arguments
    with session.warehouse() as warehouse:
        wanted = _wanted(given, warehouse)
        if not wanted:
            raise BadInput("There is nothing to cite.")
        if given.out:
            path = expanded(given.out)
            if path.exists():
                raise BadInput(f"{path} is there already.", "Name another file.")
            print(saving.save(wanted, given.form, path))
        else:
            put_out(saving.written(wanted, given.form))
    return 0


def _wanted(given: argparse.Namespace, warehouse: Warehouse) -> Sequence[Entry]:
    library, rows = warehouse.library, warehouse.documents()
    if given.study is not None:
        result = warehouse.studies.load(chosen_study(warehouse.studies, given.study).id)
        if result is None:
            raise BadInput("This study has no result yet.", "Let it finish with: muniment resume")
        return references.of(result, library.catalog).entries
    documents = [row.id for row in rows]
    if given.within is not None:
        scope = library.finder.scope(given.within)
        documents = [id for id in documents if id in scope.documents]
    elif given.ids:
        documents = [chosen(rows, prefix, "muniment ls").id for prefix in given.ids]
    return entries(library.catalog, documents)
