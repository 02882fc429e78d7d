"""``muniment headers``: what each document is about, written by the model, or shown."""

from __future__ import annotations

import textwrap

from warehouse.app import chosen
from warehouse.cli.session import Session, plain
from warehouse.documents.headers import write_headers
from warehouse.documents.questions import write_questions
from warehouse.ingest.headers_plain import header_text

WIDTH = 88


def headers(session: Session) -> int:
    """With an id that document's header as it stands; else all that are plain are written by the
    model, the processing one where one is chosen. What is done stays done when it is stopped.
    """
    if session.arguments.id is not None:
        return _show(session)
    with session.warehouse() as warehouse:
        library = warehouse.library
        waiting = sum(row.header == "plain" for row in library.catalog.in_states("verified"))
        if not waiting:
            print("No document waits for a header by the model.")
            return 0
        engine = warehouse.engines.engine("processing")
        written = write_headers(library, engine, session.run)
        write_questions(library, engine, session.run)
    session.progress.clear()
    print(f"Headers written by the model: {written:,}.")
    return 0


def _show(session: Session) -> int:
    with session.library() as library:
        document = chosen(library.catalog.documents(), session.arguments.id, "muniment ls")
        header = library.catalog.header(document.id)
    if header is None:
        print(f"{plain(document.title)} has no header yet.")
        return 1
    for line in header_text(header).splitlines():
        print(textwrap.fill(plain(line), WIDTH, subsequent_indent="  "))
    print("Written by the model." if document.header == "model" else "Plain: made without a model.")
    return 0
