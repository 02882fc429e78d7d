"""The ledger is whole, and what stands in it can be tried again."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from bridges import BRIDGE, OVENS, QUESTION, WORKS, Shelve
from steered_studies import SETTINGS, engine, id_of, titles

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.scripted import Line
from warehouse.engine.unneeded import UnneededEngine
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.methods import rag
from warehouse.methods.evidence.pool import Candidate, Pool
from warehouse.methods.evidence.relevance import Signals
from warehouse.methods.evidence.screening import PASSED, screen
from warehouse.records import Place
from warehouse.results import reasons
from warehouse.results.records import Answer, Claim
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies import retry
from warehouse.studies.keeper import Studies
from warehouse.studies.report import loss_ledger
from warehouse.studies.steering import act_checks


def answered(library: Library, *acts: Act) -> tuple[Answer, Studies]:
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    for act in acts:
        studies.steer(row, act)
    result = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(result, Answer)
    return result, studies


def again(studies: Studies, act: Act | str, *lines: Line) -> Answer:
    assert isinstance(act, Act)
    [row] = studies.list()
    studies.steer(row, act)
    model = engine()
    model._lines[:0] = lines
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    return result


def by_stage(result: Answer, stage: str) -> list[Loss]:
    return [loss for loss in result.research.losses if loss.stage == stage]


def test_every_document_of_the_library_is_read_or_accounted_for(
    shelve: Shelve, tmp_path: Path
) -> None:
    others = [(f"Oven {number}", f"{OVENS[1]} Oven {number} is cold.") for number in range(4)]
    library = shelve(BRIDGE, WORKS, *others)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")
    library.add([broken], Run())
    result, _ = answered(library)
    [unread] = by_stage(result, "reading")
    assert unread.document and unread.reason
    told = {loss.document for loss in result.research.losses}
    unsaid = [
        one.title
        for one in library.documents()
        if one.id not in told and one.id not in result.research.read
    ]
    count = sum(int(loss.what.split()[0]) for loss in by_stage(result, "searching"))
    assert len(unsaid) == count


def test_a_pin_that_changes_nothing_says_why(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    studies = Studies(library)
    row = studies.start("ask", "How many documents do I have?", taken_as="library")
    studies.steer(row, Act("pin", document=id_of(library, "Lune Bridge")))
    result = studies.run(row, UnneededEngine(), SETTINGS, Run())
    [loss] = [one for one in result.research.losses if one.stage == "steering"]
    assert loss.reason == "pinned, but a question of this kind reads no document"


def test_a_pin_outside_what_the_study_is_limited_to_says_so(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    iron = [id_of(library, one) for one in ("Lune Bridge", "Skerton Works")]
    library.shelves.make("Iron", iron)
    studies = Studies(library)
    row = studies.start("ask", QUESTION, scope=library.finder.scope("Iron"))
    studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))
    result = studies.run(row, engine(), SETTINGS, Run())
    assert set(result.research.read) == set(iron)
    [loss] = [one for one in result.research.losses if one.stage == "steering"]
    assert loss.reason == "pinned, but it is not in “Iron”"


def test_what_was_read_later_is_not_lost_and_nothing_is_said_twice(shelve: Shelve) -> None:
    others = [(f"Oven {number}", f"{OVENS[1]} Oven {number} is cold.") for number in range(4)]
    result, _ = answered(shelve(BRIDGE, WORKS, *others))
    dropped = [loss.document for loss in by_stage(result, "screening")]
    assert dropped
    assert len(dropped) == len(set(dropped))
    assert not set(dropped) & set(result.research.read)
    stages = [loss_ledger.STAGES.index(loss.stage) for loss in result.research.losses]
    assert stages == sorted(stages)


def test_a_document_that_was_read_says_how_much_of_it_was_kept(shelve: Shelve) -> None:
    result, _ = answered(shelve(BRIDGE, WORKS, OVENS))
    kept = {loss.what: loss.reason for loss in by_stage(result, "extracting")}
    assert all("sentences kept" in reason for reason in kept.values())


def test_a_document_that_was_screened_out_is_tried_again(shelve: Shelve) -> None:
    others = [(f"Oven {number}", f"{OVENS[1]} Oven {number} is cold.") for number in range(4)]
    library = shelve(BRIDGE, WORKS, *others)
    result, studies = answered(library)
    loss = by_stage(result, "screening")[0]
    after = again(studies, retry.of_loss(loss))
    assert loss.document in after.research.read
    assert loss.what in titles(after)
    assert loss.document not in {one.document for one in by_stage(after, "screening")}


class Near:
    """A pool of documents that are all plainly about the question."""

    def ranked(self) -> list[tuple[Candidate, Signals]]:
        return [(Candidate(f"{at}"), Signals(at, 0.9, 1.0, 1.0, 1.0)) for at in range(9)]

    def title(self, document: str) -> str:
        return f"Bridge {document}"


def test_a_document_over_the_limit_of_a_round_is_not_called_irrelevant() -> None:
    pool = cast(Pool, Near())
    passed, losses, (by, _) = screen(
        "q", pool, (), (), Context.of(None, engine(), SETTINGS, Run()), scored=0
    )
    assert len(passed) == PASSED and by == "fit"
    assert [loss.what for loss in losses] == ["Bridge 6", "Bridge 7", "Bridge 8"]
    assert all("others came first: 6 documents are read a round" in loss.reason for loss in losses)


def test_a_failed_reading_is_read_again(
    shelve: Shelve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelve(BRIDGE, WORKS)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")
    [row] = library.add([broken], Run())
    tried: list[str] = []
    read_anew = library.retry

    def counted(document: str, run: Run) -> Any:
        tried.append(document)
        return read_anew(document, run)

    result, studies = answered(library)
    monkeypatch.setattr(library, "retry", counted)
    after = again(studies, retry.of_loss(by_stage(result, "reading")[0]))
    assert tried == [row.id]
    assert by_stage(after, "reading")


def test_a_sentence_that_was_refused_is_looked_for_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    _, studies = answered(library)
    sentence = "A bread oven holds its heat in a thick floor of clay."
    after = again(studies, retry.of_loss(Loss("checking", sentence, "not in what it cites")))
    [claim] = [one for one in after.claims if "bread oven" in one.text]
    assert claim.state == "quoted"
    assert after.text[claim.start : claim.end] == claim.text
    [number] = claim.cites
    [words] = [one.text for one in after.research.evidence if one.number == number]
    assert words == sentence


def test_in_plain_retrieval_new_words_get_a_number_of_their_own(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rag, "PASSAGES", 2)
    studies = Studies(shelve(BRIDGE, WORKS, OVENS))
    row = studies.start("ask", "Who cast the arches of Lune Bridge?", "rag")
    before = studies.run(row, engine(), SETTINGS, Run())
    assert [one.title for one in before.research.evidence] == ["Lune Bridge", "Bread ovens"]
    sentence = WORKS[1].split(". ")[0] + "."
    after = again(studies, retry.of_loss(Loss("checking", sentence, "not in what it cites")))
    assert [one.number for one in after.research.evidence] == [1, 2, 3]
    [claim] = [one for one in after.claims if sentence[:-1] in one.text]
    assert (claim.state, claim.cites) == ("quoted", (3,))
    assert after.research.evidence[2].title == "Skerton Works"


def test_a_sentence_that_is_nowhere_stays_refused_and_says_so(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    before, studies = answered(library)
    sentence = "Wizards turned the loaf in the year 1777."
    unproven = (
        Line("claim_check", "Wizards", (0.01, 0.99), repeat=True),
        Line("claim_known", "Wizards", (0.01, 0.99), repeat=True),
    )
    after = again(studies, Act("recheck", sentence), *unproven)
    assert after.text == before.text
    assert [loss.what for loss in by_stage(after, "checking")] == [sentence]
    assert "looked for again" in by_stage(after, "checking")[0].reason


def test_a_search_that_was_left_out_is_made(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    before, studies = answered(library)
    assert "Bread ovens" not in titles(before)
    after = again(studies, retry.of_loss(Loss("planning", "clay floor of bread ovens", "r")))
    assert [(act.kind, act.state) for act in after.research.acts] == [("search", "taken")]
    searched = [one.text for one in after.research.nodes[-1].sub_queries]
    assert "clay floor of bread ovens" in searched


def test_what_brings_each_kind_of_loss_back() -> None:
    assert retry.of_loss(Loss("screening", "T", "r", "a")) == Act("pin", target="T", document="a")
    kept = retry.of_loss(Loss("reducing", "T", "r", "a", 3, 9))
    assert isinstance(kept, Act) and kept.kind == "keep" and kept.place is not None
    assert retry.of_loss(Loss("planning", "tramway", "r")) == Act("search", "tramway")
    assert retry.of_loss(Loss("outlining", "Book › Part", "r")) == Act("add", "Part")
    piece = retry.of_loss(Loss("outlining", "[4] Causes: The river rose.", "r", "a", 3, 9))
    assert isinstance(piece, Act) and (piece.kind, piece.place) == ("keep", Place("a", 0, 3, 9))
    assert "Library" in str(retry.of_loss(Loss("x-ray", "T", "r", "a")))
    assert "by its name" in str(retry.of_loss(Loss("screening", "40 more documents", "r")))
    pinned = Loss("steering", "T", f"{loss_ledger.PINNED} it is not in “Iron”", "a")
    assert retry.of_loss(pinned) == "It is pinned already."
    assert "by its name" in str(retry.of_loss(Loss("writing", "The title", "r", "a")))
    assert retry.of_loss(Loss("writing", "It is so.", "r")) == Act("recheck", "It is so.")
    claim = Claim(0, 9, "It is so [1].", (1,), "partly", "r")
    assert retry.of_claim(claim) == Act("recheck", "It is so.")


@pytest.mark.parametrize("stage", ["planning", "outlining"])
def test_what_would_change_nothing_or_stand_there_twice_is_not_offered(stage: str) -> None:
    for reason in reasons.DUPLICATES:
        assert retry.in_method(retry.of_loss(Loss(stage, "Part", reason)), "storm") == retry.THERE
    cut = Loss(stage, "Part", reasons.CUT_OFF)
    assert retry.in_method(retry.of_loss(cut), "storm") == retry.DRAFT_AGAIN


def test_what_a_method_cannot_do_is_not_offered() -> None:
    claim = Claim(0, 9, "It is so.", (), "not found", "r")
    again = retry.of_claim(claim)
    assert retry.in_method(again, "aware") == retry.in_method(again, "rag") == again
    assert retry.in_method(again, "check") == retry.NOT_HERE
    heading = retry.of_loss(Loss("outlining", "Part", "r"))
    assert retry.in_method(heading, "storm") == Act("add", "Part")
    assert retry.in_method(heading, "rag") == act_checks.UNPLANNED
    search = retry.of_loss(Loss("planning", "Tree › Branch", "r"))
    assert retry.in_method(search, "aware") == search == Act("search", "Tree › Branch")
    assert retry.in_method(search, "omnithink") == Act("add", "Branch")
    assert retry.in_method(search, "rag") == act_checks.UNPLANNED
    assert retry.in_method("Read it.", "check") == "Read it."
    assert retry.in_method(retry.PIN, "check") == retry.NOT_HERE
    assert retry.in_method(retry.PIN, "rag") == retry.PIN


def test_what_makes_no_sense_is_refused(shelve: Shelve) -> None:
    library = shelve(BRIDGE)
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    check = studies.start("ask", "A text.", "check")
    bridge = id_of(library, "Lune Bridge")
    studies.steer(row, Act("pin", document=bridge))
    wrong = [
        (row, Act("pin", document=bridge)),
        (row, Act("ban", document="nothing")),
        (row, Act("add", "  ")),
        (row, Act("edit", "same", "Same", node="1")),
        (row, Act("add", "x" * 400)),
        (row, Act("back", other=7)),
        (check, Act("add", "more")),
    ]
    for study, act in wrong:
        with pytest.raises(BadInput):
            studies.steer(study, act)
    assert [act.kind for act in studies.acts(row)] == ["pin"]
