"""``muniment studies`` and ``export``: what was asked and written, and how it goes out."""

from __future__ import annotations

import time
from pathlib import Path

from warehouse.cli.session import Session, plain, table
from warehouse.errors import BadInput
from warehouse.studies.keeper import Studies, Study

TITLE_LENGTH = 60


def studies(session: Session) -> int:
    with session.library() as library:
        found = Studies(library).list()
    if not found:
        print("Nothing was asked yet.")
        return 0
    rows = [("id", "when", "kind", "state", "proven", "changed", "title")]
    print(table([*rows, *map(_row, found)], right=frozenset({4, 5})))
    if any(study.outdated for study in found):
        print("“changed”: cited documents of which there is a newer version.")
    return 0


def export(session: Session) -> int:
    folder = Path(session.arguments.folder).expanduser()
    with session.library() as library:
        study = chosen_study(Studies(library), session.arguments.id)
        if session.arguments.form == "pack":
            from warehouse.studies.pack import save

            print(save(study.id, library, folder, session.run))
            return 0
        from warehouse.studies.export import save_html, save_markdown

        result = Studies(library).load(study.id)
        if result is None:
            raise BadInput("This study has no result yet.", "Let it finish with: muniment resume")
        write = save_html if session.arguments.form == "html" else save_markdown
        print(write(result, library, folder))
    return 0


def chosen_study(all_studies: Studies, prefix: str) -> Study:
    found = [study for study in all_studies.list() if study.id.startswith(prefix)]
    if len(found) != 1:
        many = f"{len(found)} studies begin" if found else "No study begins"
        raise BadInput(f"{many} with “{prefix}”.", "See the ids with: muniment studies")
    return found[0]


def _row(study: Study) -> tuple[str, ...]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(study.created))
    title = plain(study.title or study.question)[:TITLE_LENGTH]
    title += f" (in {plain(study.within)})" if study.within else ""
    proven = f"{study.proven} of {study.claims}" if study.claims else ""
    changed = f"{study.outdated:,}" if study.outdated else ""
    return (study.id, when, study.kind, study.state, proven, changed, title)
