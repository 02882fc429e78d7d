"""``muniment studies``, ``again`` and ``export``: what was asked and written."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.beginnings import one_of
from warehouse.cli.arguments.exporting import WITH_PROOF
from warehouse.cli.research import shown, wrapped
from warehouse.cli.session import Session, plain, table
from warehouse.errors import BadInput
from warehouse.search.collections.naming_and_filing import called
from warehouse.settings import expanded
from warehouse.studies import removed, together
from warehouse.studies.comparing import (
    NAMES,
    Comparison,
    documents,
    made_by,
    summary,
)
from warehouse.studies.exporting.naming import file_name, free
from warehouse.studies.exporting.paper.wishes import FIRST_STYLE, Wish
from warehouse.studies.keeper import Studies, Study
from warehouse.studies.report import ledger, lost_sources

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.results.records import Answer, Article

TITLE_LENGTH = 60
CUT_OFF, NOT_BEGUN = "cut off", "not begun"
FOLLOWS = "↳"


def studies(session: Session) -> int:
    """``ls`` where no verb is given."""
    verb = session.arguments.verb or "ls"
    return {"ls": _ls, "removed": _removed, "rm": _rm, "restore": _restore}[verb](session)


def _removed(session: Session) -> int:
    with session.library() as library:
        removals = removed.every(library.folder / "studies", library.catalog)
    for removal in removals:
        print(
            f"{removal.row.id}  {plain(removal.row.title or removal.row.question)[:TITLE_LENGTH]}"
        )
    if not removals:
        print("Nothing that was removed can be brought back.")
    return 0


def _rm(session: Session) -> int:
    with session.warehouse() as warehouse:
        study = chosen_study(warehouse.studies, session.arguments.id)
        warehouse.studies.remove(study.id)
    print(f"Removed: {plain(study.title or study.question)}")
    print(f"Kept for 30 days: muniment studies restore {study.id}")
    return 0


def _restore(session: Session) -> int:
    with session.warehouse() as warehouse:
        library = warehouse.library
        rows = [
            removal.row for removal in removed.every(library.folder / "studies", library.catalog)
        ]
        nouns = ("removed study", "removed studies", "muniment studies removed")
        study = one_of(rows, session.arguments.id, *nouns)
        warehouse.studies.restore(study.id)
    print(f"Back on the list: {plain(study.title or study.question)}")
    return 0


def _ls(session: Session) -> int:
    with session.warehouse() as warehouse:
        cut_off = {study.id for study in warehouse.studies.unfinished()}
        studies = warehouse.studies.list()
    if not studies:
        print("Nothing was asked yet.")
        return 0
    rows = [("id", "when", "kind", "state", "proven", "changed", "title")]
    print(table([*rows, *(_row(study, cut_off) for study in studies)], right=frozenset({4, 5})))
    if cut_off:
        print(f"“{CUT_OFF}”: goes on from its last model call with: muniment resume")
    if any(study.thread for study in studies):
        print(f"“{FOLLOWS}”: follows another question.")
    if any(study.outdated for study in studies):
        print("“changed”: cited documents that are gone, or of which there is a newer version.")
    return 0


def again(session: Session) -> int:
    """Status 1 when something changed."""
    with session.warehouse() as warehouse:
        earlier = chosen_study(warehouse.studies, session.arguments.id)
        study, result = warehouse.again(earlier, session.run)
        comparison = warehouse.studies.compared(study)
        session.progress.clear()
        print(shown(result, study=study.id))
        if comparison is None:
            print("\nThe earlier run has no result to compare with.")
            return 0
        print(f"\n{changes(warehouse.library, comparison)}")
    return int(comparison.differs)


def changes(library: Library, found: Comparison) -> str:
    lines = ["What changed", "------------", summary(found), *filter(None, [made_by(found)])]
    for change in found.shown:
        lines.append(f"{NAMES[change.kind]}:")
        sides = (("-", change.before, change.only_before), ("+", change.after, change.only_after))
        for sign, claim, proofs in sides:
            if claim is not None:
                lines.append(wrapped(f"{claim.text} ({claim.state})", f" {sign} ", "   "))
            lines += [wrapped(f"from {proof}", "     ", "     ") for proof in proofs]
    return "\n".join([*lines, *map(wrapped, documents(found, library.catalog))])


def export(session: Session) -> int:
    given = session.arguments
    folder = expanded(given.folder)
    with session.warehouse() as warehouse:
        library, keeper = warehouse.library, warehouse.studies
        study = chosen_study(keeper, given.id)
        if given.form == "pack":
            return _pack(session, study, library, folder)
        result = keeper.load(study.id)
        if given.conversation and result is not None:
            result = _whole(keeper, study)
        if result is None:
            raise BadInput("This study has no result yet.", "Let it finish with: muniment resume")
        if given.proven:
            result = ledger.only_proven(lost_sources.told(result, library.catalog))
        print(_written(session, result, library, folder))
    return 0


def _written(session: Session, result: Answer | Article, library: Library, folder: Path) -> Path:
    given, name = session.arguments, file_name(ledger.title(result))
    if given.style or given.evidence or given.form not in WITH_PROOF:
        from warehouse.studies.exporting.paper import paper

        wish = Wish(given.form, given.style or FIRST_STYLE, given.evidence)
        path = paper.save(result, library, folder, wish, session.run, name)
        session.progress.clear()
        return path
    from warehouse.studies.exporting.export import save_html, save_markdown

    is_page = given.form == "html"
    name = free(folder, name, ".html" if is_page else ".md")
    return (save_html if is_page else save_markdown)(result, library, folder, name)


def _pack(session: Session, study: Study, library: Library, folder: Path) -> int:
    given = session.arguments
    if given.proven:
        raise BadInput("A pack holds all that was said, proven or not.")
    if given.conversation:
        raise BadInput("A pack holds one question.", "Make one for each.")
    if given.style or given.evidence:
        raise BadInput("A pack is no paper.", "Choose another form: --as pdf")
    from warehouse.studies.exporting.pack import list_hash, save

    pack = save(study.id, library, folder, session.run)
    print(f"{pack}\nSHA-256 of its list: {list_hash(pack)}")
    return 0


def _whole(keeper: Studies, study: Study) -> Article | None:
    """The conversation it stands in; None where nothing in it is answered yet."""
    from warehouse.studies.exporting import whole_conversation

    turns = whole_conversation.only_done(keeper.conversation(study), keeper.load)
    return whole_conversation.as_article(turns) if turns else None


def chosen_study(all_studies: Studies, prefix: str) -> Study:
    return one_of(all_studies.list(), prefix, "study", "studies")


def _row(study: Study, cut_off: Collection[str]) -> tuple[str, ...]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(study.created))
    title = plain(study.title or study.question)[:TITLE_LENGTH]
    if study.thread:
        title = f"{FOLLOWS} {title}"
    title += f" (in {plain(called(study.within))})" if study.within else ""
    proven = f"{study.proven} of {study.claims}" if study.claims else ""
    state = NOT_BEGUN if together.waits(study) else study.state
    state = CUT_OFF if study.id in cut_off else state
    changed = f"{study.outdated:,}" if study.outdated else ""
    return (study.id, when, study.kind, state, proven, changed, title)
