"""``muniment steer``: see how a study stands, and change what it does, while it works or after.

Where another program has the warehouse open the change is left with the study: one that runs takes
it between two model calls. Else the study goes on from its journal at once, with the change.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse.beginnings import one_of
from warehouse.cli import structure
from warehouse.cli.research import insisted, shown, wrapped
from warehouse.cli.session import Session, plain
from warehouse.cli.studies import changes, chosen_study
from warehouse.errors import BadInput, InUse
from warehouse.records import Document, StudyRow
from warehouse.results.records import Answer, Article, Research, Structure
from warehouse.steering import Act
from warehouse.studies import retry, revisions
from warehouse.studies.comparing import compare
from warehouse.studies.report import ledger, loss_ledger
from warehouse.studies.steering import acts_in_words

if TYPE_CHECKING:
    from warehouse.store.catalog import Catalog

PATIENCE_S = 20.0
LOOK_EVERY_S = 0.2
Result = Answer | Article


def steer(session: Session) -> int:
    try:
        with session.warehouse() as warehouse:
            library, studies = warehouse.library, warehouse.studies
            study = chosen_study(studies, session.arguments.id)
            result = studies.load(study.id)
            documents = library.documents()
            acts = wanted(session.arguments, study.method, studies.chain(study), result, documents)
            if (acts or session.arguments.go_on) and not session.arguments.later:
                _ask_first(studies.folder(study.id), session.arguments.anyway)
            for act in acts:
                print(acts_in_words.line(studies.steer(study, act)))
            if session.arguments.later or not (acts or session.arguments.go_on):
                acts_now, whole = studies.acts(study), session.arguments.whole
                print(standing(study, studies.chain(study), acts_now, result, whole))
                return 0
            after = warehouse.go_on(study, session.run)[1]
            session.progress.clear()
            print(shown(after, study=study.id))
            if result is not None:
                print(f"\n{changes(library, compare(result, after))}")
            return 0
    except InUse as error:
        return _beside(session, error)


def _ask_first(folder: Path, anyway: bool) -> None:
    if not anyway and revisions.is_edited(folder):
        way_on = "Go on with --anyway, or leave the change with it for later: --later"
        raise BadInput(revisions.HAND_EDITED, way_on)


def _beside(session: Session, error: InUse) -> int:
    """Another program has the warehouse: leave the changes with the study, and see them taken."""
    from warehouse.store.catalog import Catalog
    from warehouse.store.encryption import is_encrypted
    from warehouse.studies import study_files
    from warehouse.studies.steering import act_checks
    from warehouse.studies.steering.acts import acts_of, chain_of

    folder = session.settings.warehouse_folder
    if is_encrypted(folder):
        raise InUse(str(error), "It is encrypted: steer the study where it is open.") from error
    catalog = Catalog(folder / "catalog.db")
    try:
        study = _study(catalog, session.arguments.id)
        study_folder = folder / "studies" / study.id
        result = study_files.result(study_folder / study_files.FILES[study.kind])
        chain = result.research if result else chain_of(study_folder)
        wishes = wanted(session.arguments, study.method, chain, result, catalog.documents())
        if not wishes:
            acts_now, whole = acts_of(study_folder), session.arguments.whole
            print(standing(study, chain, acts_now, result, whole))
            return 0
        for act in wishes:
            print(acts_in_words.line(act_checks.steer(catalog, study_folder, study, act)))
    finally:
        catalog.close()
    print(f"{error} The change was left with the study.")
    if study.state != "running":
        print("It does not run now: it takes the change when it goes on there.")
    elif _taken(study_folder):
        print("It has taken it.")
    else:
        print("It takes it when the model call in hand has ended, or when it goes on.")
    return 0


def _taken(folder: Path) -> bool:
    """Whether nothing waits any more, within some seconds."""
    from warehouse.studies.steering.acts import acts_of

    end = time.monotonic() + PATIENCE_S
    while acts_in_words.waiting(acts_of(folder)) and time.monotonic() < end:
        time.sleep(LOOK_EVERY_S)
    return not acts_in_words.waiting(acts_of(folder))


def _study(catalog: Catalog, prefix: str) -> StudyRow:
    return one_of(catalog.studies(), prefix, "study", "studies")


def wanted(
    arguments: argparse.Namespace,
    method: str,
    chain: Research | None,
    result: Result | None,
    documents: Sequence[Document],
) -> list[Act]:
    """What the options ask for, in a fixed order. Numbers are as ``standing`` shows them."""
    acts = insisted(arguments, documents)
    for number, text in arguments.edit:
        at, now = _intent(chain, number)
        acts.append(Act("edit", text, now, node=at))
    acts += [Act("add", text) for text in arguments.add]
    for number, text in arguments.search:
        at, now = _intent(chain, number)
        acts.append(Act("search", text, now, node=at))
    acts += [Act("reword", new, old) for old, new in arguments.reword]
    for number in arguments.stop:
        at, now = _intent(chain, number)
        acts.append(Act("stop", target=now, node=at))
    acts += [_left_out(chain, number) for number in arguments.drop]
    for number, other in arguments.merge:
        (at, now), (into, words) = _intent(chain, number), _intent(chain, other)
        acts.append(Act("merge", words, now, node=at, into=into))
    acts += [_again(chain, number, method) for number in arguments.again]
    acts += [_claim(result, number) for number in arguments.check]
    acts += [Act("back", other=_number(number)) for number in arguments.back]
    return acts


def _intent(chain: Research | None, number: str) -> tuple[str, str]:
    intents = chain.nodes if chain else ()
    at = _number(number) - 1
    if not 0 <= at < len(intents):
        raise BadInput(f"There is no step {number}; there are {len(intents)}.")
    return intents[at].id, intents[at].title


def _left_out(chain: Research | None, number: str) -> Act:
    """``4`` is a part, ``4.2`` what joins it to another."""
    part, dot, relation = number.partition(".")
    at, now = _intent(chain, part)
    if not dot or chain is None:
        return Act("drop", target=now, node=at)
    relations = structure.relations(chain)[_number(part) - 1]
    if not 1 <= _number(relation) <= len(relations):
        raise BadInput(f"There is no relation {number}; part {part} has {len(relations)}.")
    link = relations[_number(relation) - 1][0]
    titles = {node.id: node.title for node in reversed(chain.nodes)}
    said = (titles[link.second], now)
    return Act("drop", *said, node=at, into=link.second, label=link.label)


def _again(chain: Research | None, number: str, method: str) -> Act:
    losses = chain.losses if chain else ()
    at = _number(number) - 1
    if not 0 <= at < len(losses):
        raise BadInput(f"Nothing left out has the number {number}; there are {len(losses)}.")
    act = retry.in_method(retry.of_loss(losses[at]), method)
    if isinstance(act, str):
        raise BadInput(f"{losses[at].what}: that cannot be tried again here.", act)
    return act


def _claim(result: Result | None, number: str) -> Act:
    entries = ledger.entries(result) if result else ()
    at = _number(number) - 1
    if not 0 <= at < len(entries):
        raise BadInput(f"There is no claim {number}; there are {len(entries)}.")
    return retry.of_claim(entries[at].claim)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise BadInput(f"“{text}” is no number.")
    return int(text)


def standing(
    study: StudyRow,
    chain: Research | None,
    acts: Sequence[Act],
    result: Result | None = None,
    whole: bool = False,
) -> str:
    """The structure, what was steered, what was left out and what is not proven, with their
    numbers.
    """
    lines = [f"{plain(study.title or study.question)}  ({study.state})"]
    chain = chain or Research("", Structure(), ())
    if not chain.nodes:
        lines.append("It has not begun to search.")
    lines += structure.lines(chain, whole)
    lines += _numbered("Steered", [(act.number, acts_in_words.line(act)) for act in acts])
    losses = [
        f"{loss_ledger.stage_in_words(loss)} · {loss.what}: {loss.reason}" for loss in chain.losses
    ]
    lines += _numbered("Left out (--again)", list(enumerate(losses, start=1)))
    unproven = [
        (entry.number + 1, f"{entry.claim.text} ({ledger.verdict(entry.claim)})")
        for entry in (ledger.entries(result) if result else ())
        if entry.claim.state in ledger.EXCEPTIONS
    ]
    return "\n".join([*lines, *_numbered("Not proven (--check)", unproven)])


def _numbered(title: str, rows: Sequence[tuple[int, str]]) -> Iterator[str]:
    if rows:
        yield from ("", title)
        yield from (wrapped(text, f"{number:>3}  ", "     ") for number, text in rows)
