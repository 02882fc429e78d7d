"""``muniment duplicates``, ``versions`` and ``diff``: what is like what, and what differs."""

from __future__ import annotations

import time

from warehouse.app import chosen
from warehouse.cli.library import ID_LENGTH, difference_lines
from warehouse.cli.session import Session, plain, table
from warehouse.documents.inspecting.differences import differences
from warehouse.records import Document
from warehouse.store.catalog.similar_documents import Twin
from warehouse.store.catalog.versions import Version

LS = "muniment ls"


def duplicates(session: Session) -> int:
    """Every pair, the most alike first; a choice is made before it is shown."""
    with session.library() as library:
        rows = library.catalog.documents()
        if session.arguments.prefer is not None:
            library.catalog.prefer(chosen(rows, session.arguments.prefer, LS).id)
        if session.arguments.apart:
            first, second = (chosen(rows, prefix, LS).id for prefix in session.arguments.apart)
            library.catalog.set_apart(first, second)
        pairs = library.catalog.all_twins()
        weaker = library.catalog.weaker(
            [id for document, twin in pairs for id in (document, twin.document)]
        )
    if not pairs:
        print("No two documents are nearly the same.")
        return 0
    by_id = {row.id: row for row in rows}
    head = ("id", "id", "same", "title", "in answers")
    lines = [_row(by_id[document], by_id[twin.document], twin, weaker) for document, twin in pairs]
    print(table([head, *lines], right=frozenset({2})))
    return 0


def _row(one: Document, other: Document, twin: Twin, weaker: dict[str, str]) -> tuple[str, ...]:
    ids = one.id[:ID_LENGTH], other.id[:ID_LENGTH]
    if twin.apart:
        used = "different works"
    elif weaker.get(one.id) == other.id or weaker.get(other.id) == one.id:
        used = f"{ids[weaker.get(one.id) == other.id]} speaks for both"
    else:
        used = "two sources"
    return *ids, share(twin), plain(one.title), used


def share(twin: Twin) -> str:
    """``97 %``, or what else they have in common."""
    if twin.why == "text":
        return f"{100 * twin.share:.0f} %"
    return {"doi": "DOI", "arxiv": "arXiv"}[twin.why]


def versions(session: Session) -> int:
    """Oldest first; then the studies that cite a version that is not the last, and what it took
    over from the one before, which can be taken back.
    """
    with session.library() as library:
        document = chosen(library.catalog.documents(), session.arguments.id, LS)
        if session.arguments.take_back:
            for taken in library.catalog.inherited(document.id):
                library.give_back(document.id, taken.before, session.run)
        all_versions = library.catalog.versions(document.id)
        inherited = library.catalog.inherited(document.id)
        studies = (
            library.catalog.cited_by(document.id) if library.catalog.newer([document.id]) else []
        )
    if not all_versions:
        print("It came from no address and no watched file: there is one version.")
        return 0
    head = ("noticed", "id", "", "source")
    print(table([head, *(_version(version, document.id) for version in all_versions)]))
    for study in studies:
        print(f"Cites this version, which is not the last: {study.id} {plain(study.question)[:60]}")
    for taken in inherited:
        print(f"Taken over from {taken.before[:ID_LENGTH]}: {plain(taken.words)}")
    return 0


def _version(version: Version, document: str) -> tuple[str, str, str, str]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(version.noticed))
    marks = ["this one"] * (version.document == document) + ["now"] * version.current
    return when, version.document[:ID_LENGTH], ", ".join(marks), plain(version.source)


def diff(session: Session) -> int:
    """Status 1 where something differs, as of other programs of that name."""
    with session.library() as library:
        rows = library.catalog.documents()
        before = chosen(rows, session.arguments.before, LS)
        after = chosen(rows, session.arguments.after, LS)
        difference = differences(library.catalog, before.id, after.id)
    lines = difference_lines(difference)
    moved = f", {difference.moved:,} stand in another place" if difference.moved else ""
    print("\n".join([*lines, f"{difference.same:,} sentences are the same{moved}."]))
    return 1 if lines else 0
