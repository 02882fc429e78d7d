"""``muniment outline``: the outline of an article shaped from the terminal, as it is in the window.

Every change is kept at once; ``write`` writes by it. Status 1 where there is nothing to write.
"""

from __future__ import annotations

from collections.abc import Iterator

from warehouse.app import Warehouse
from warehouse.cli.article import standing
from warehouse.cli.research import shown, text_of, wrapped
from warehouse.cli.session import Session, plain
from warehouse.cli.studies import chosen_study
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.studies.editing.outline_editor import OutlineEditor, Planned
from warehouse.text import plural
from warehouse.writing.editing import outline_edits
from warehouse.writing.outline.outlining import Heading, Outline

INDENT = "   "


def outline(session: Session) -> int:
    given = session.arguments
    with session.warehouse() as warehouse:
        study = chosen_study(warehouse.studies, given.id)
        if study.kind != "write":
            raise BadInput("This is an answer, not an article.", "See them with: muniment studies")
        editor = OutlineEditor(warehouse.studies, warehouse.library, study)
        match given.verb:
            case "show":
                planned = editor.now()
            case "write":
                return _write(session, warehouse, study, editor)
            case "undo":
                planned = editor.take_back()
            case "redo":
                planned = editor.do_again()
            case "draft":
                path, engine = outline_edits.parsed(given.heading), warehouse.engines.both()
                planned = editor.draft(path, engine, session.settings, session.run)
                session.progress.clear()
                for said in filter(None, (planned.unchanged, planned.note)):
                    print(wrapped(plain(said), "", ""))
            case _:
                planned = editor.change(_changed(session, editor.now().outline))
    print("\n".join(told(planned, given.verb == "show" and given.evidence)))
    return 0


def _changed(session: Session, now: Outline) -> Outline:
    given = session.arguments
    if given.verb == "add":
        path = outline_edits.parsed(given.at) if given.at else (len(now.sections),)
        return outline_edits.added(now, path, given.title, given.about).outline
    if given.verb == "title":
        return outline_edits.retitled(now, given.text)
    path = outline_edits.parsed(given.heading)
    match given.verb:
        case "rename":
            made = outline_edits.renamed(now, path, given.text)
        case "about":
            made = outline_edits.described(now, path, given.text)
        case "note":
            made = outline_edits.noted(now, path, text_of("-") if given.text == "-" else given.text)
        case "move":
            made = outline_edits.moved(now, path, outline_edits.parsed(given.text))
        case "give":
            to = outline_edits.parsed(given.text)
            made = outline_edits.given(now, path, given.number, to)
        case "leave":
            made = outline_edits.left_out(now, path, given.number)
        case "split":
            made = outline_edits.split(now, path, given.text)
        case "merge":
            made = outline_edits.merged(now, path)
        case "remove":
            made = outline_edits.removed(now, path)
        case _:
            made = outline_edits.anew(now, path)
    return made.outline


def _write(session: Session, warehouse: Warehouse, study: StudyRow, editor: OutlineEditor) -> int:
    planned = editor.now()
    if planned.article is None:
        result = warehouse.go_on(study, session.run)[1]
        session.progress.clear()
        print(shown(result, study=study.id))
        return 0
    if planned.is_done:
        print("The article follows this outline already.")
        return 1
    engine = warehouse.engines.both()
    edited = editor.write(engine, session.settings, session.run)
    session.progress.clear()
    print("\n".join(standing(edited)))
    if edited.note:
        print(wrapped(plain(edited.note), "", ""))
    return 0


def told(planned: Planned, evidence: bool = False) -> Iterator[str]:
    """Its headings with their names; what is still to be written is said where some is."""
    yield plain(planned.outline.title)
    for path, heading in outline_edits.walk(planned.outline):
        indent = INDENT * (len(path) - 1)
        facts = ", ".join(_facts(heading, planned.article is not None))
        yield wrapped(
            f"{outline_edits.named(path):<5} {heading.title} ({facts})", indent, f"{indent}      "
        )
        for text in (heading.about, heading.notes and f"To the writer: {heading.notes}"):
            if text:
                yield wrapped(text, f"{indent}      ", f"{indent}      ")
        for piece in outline_edits.evidence(heading) if evidence else ():
            words = f"[{piece.number}] {piece.title}, {piece.page_label}: {piece.text}"
            yield wrapped(words, f"{indent}      ", f"{indent}          ")
    if planned.article is not None and not planned.is_done:
        count = plural(planned.waits, "section")
        yield f"To be written: {count}. Do it with: muniment outline write STUDY"


def _facts(heading: Heading, is_written: bool) -> Iterator[str]:
    yield plural(len(outline_edits.evidence(heading)), "sentence")
    if outline_edits.is_thin(heading):
        yield "thin"
    if is_written and heading.section < 0 and not outline_edits.only_stands_above(heading):
        yield "to be written"
