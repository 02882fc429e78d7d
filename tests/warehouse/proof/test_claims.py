"""The claim ledger: states, reasons, ranges; one batch to the model; marks that are added."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from counting import CountingEngine
from msgspec import structs

from warehouse.engine import calibrated
from warehouse.engine.protocol import Choice, ChooseRequest
from warehouse.errors import Cancelled
from warehouse.proof import checks, claims, entailment
from warehouse.records import Place
from warehouse.results.records import Claim, Evidence
from warehouse.run import Hushed, Run, Step


def evidence(number: int, text: str, title: str = "The Lille Museum") -> Evidence:
    return Evidence(number, Place("d", 0, 0, len(text)), text, title, "1", "", "q", 1.0)


OPENED = evidence(1, "The museum opened in 1902 and drew 1,200 visitors on its first day.")
ROOF = evidence(2, "Its copper roof was replaced after the storm of 1987.")


def engine(folder: Path, proven: tuple[str, ...] = ()) -> CountingEngine:
    """Says yes to what holds one of ``proven``; the model that the shipped fit was made on."""

    def holds(text: str) -> bool:
        return any(part in text for part in proven)

    def pick(request: ChooseRequest) -> tuple[float, float]:
        claim = request.messages[-1].content.partition("Claim: ")[2]
        return (0.99, 0.01) if holds(claim) else (0.01, 0.99)

    return CountingEngine(folder / "log", pick=pick, sha256=calibrated.shipped("claims").model)


def check(text: str, folder: Path, proven: tuple[str, ...] = ()) -> tuple[Claim, ...]:
    return claims.check(text, (OPENED, ROOF), engine(folder, proven), Run())


def test_states_from_the_cheapest_to_the_dearest(tmp_path: Path) -> None:
    text = (
        "# Opening\n\nThe museum opened in 1902 and drew 1,200 visitors on its first day [1]. "
        "Visitors came at once [1]. There were 1,300 of them [1]. It was a failure [1]. Why?"
    )
    found = check(text, tmp_path, proven=("at once", "1,300"))
    assert [(claim.state, claim.cites) for claim in found] == [
        ("unchecked", ()),
        ("quoted", (1,)),
        ("supported", (1,)),
        ("partly", (1,)),
        ("not found", (1,)),
        ("unchecked", ()),
    ]
    assert all(text[claim.start : claim.end] == claim.text for claim in found)
    assert found[1].entailment is None
    assert found[3].why == "the number 1,300 is not in what it cites"
    assert found[4].why == "not in what it cites"


def test_copies_and_headings_need_no_model(tmp_path: Path) -> None:
    silent = CountingEngine(tmp_path / "log")
    text = f"# Roof\n\n“{ROOF.text}” [2]\n\nIn short:\n\nWhat then?"
    found = claims.check(text, (ROOF,), silent, Run())
    assert [claim.state for claim in found] == ["unchecked", "quoted", "unchecked", "unchecked"]
    assert silent.started == 0


def test_all_open_sentences_go_in_one_batch(tmp_path: Path) -> None:
    counting = engine(tmp_path)
    claims.check("It opened [1]. It drew crowds [1]. It leaked [2].", (OPENED, ROOF), counting,
                 Run())  # fmt: skip
    assert counting.started == 3 * len(entailment.ASKED)


def test_a_quotation_that_is_not_there(tmp_path: Path) -> None:
    [claim] = check("It drew “2 visitors on its last day” [1].", tmp_path, ("visitors",))
    assert claim.state == "partly"
    assert claim.why.startswith("the quotation “2 visitors on its last day” is not in what")


def test_a_sentence_of_quotation_is_quoted(tmp_path: Path) -> None:
    whole = "“The museum opened in 1902 and drew 1,200 visitors on its first day” [1]."
    [claim] = check(whole, tmp_path)
    assert claim.state == "quoted"
    [claim] = check("It “drew 1,200 visitors on its first day” [1].", tmp_path)
    assert claim.state != "quoted", "a part of a sentence may leave out what it hangs on"


def test_what_stands_beside_a_quotation_is_weighed(tmp_path: Path) -> None:
    """However long the quotation is: who said it, and of what, the model has to find there."""
    told = "Rain “drew 1,200 visitors on its first day” [1]."
    [claim] = check(told, tmp_path)
    assert claim.state not in claims.PROVEN
    [claim] = check(told, tmp_path, ("Rain",))
    assert claim.state == "supported"


def test_a_sentence_that_cites_nothing_is_tried_and_gets_its_mark(tmp_path: Path) -> None:
    text = "The storm of 1987 took the copper roof. Elephants are grey. It was fun [9]."
    found = check(text, tmp_path, proven=("storm",))
    assert [(claim.state, claim.cites) for claim in found] == [
        ("supported", (2,)),
        ("not found", ()),
        ("not found", ()),
    ]
    assert found[0].why.endswith("the program found its sources: [2]")
    assert found[1].why == "cites nothing, and no evidence is near"
    assert found[2].why.startswith("there is no evidence [9]")
    cited, moved = claims.cite(text, found)
    assert cited.startswith("The storm of 1987 took the copper roof [2]. Elephants are grey.")
    assert all(cited[claim.start : claim.end] == claim.text for claim in moved)
    assert claims.cite(cited, moved) == (cited, moved)


def test_a_right_claim_with_the_wrong_citation(tmp_path: Path) -> None:
    [claim] = check("The copper roof was replaced after a storm in 1987 [1].", tmp_path)
    assert claim.state == "not found"
    assert claim.why.endswith("; [2] may")


def test_cancelled_between_calls(tmp_path: Path) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        claims.check("It opened [1].", (OPENED,), engine(tmp_path), run)


def test_each_piece_of_evidence_is_folded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def fold_marks(text: str, fold: Callable[[str], str] = checks.fold_marks) -> str:
        told.append(text)
        return fold(text)

    monkeypatch.setattr(checks, "fold_marks", fold_marks)
    check("It opened [1]. It drew crowds [1]. It was cold [1].", tmp_path)
    assert told.count(ROOF.text) == 1


def test_looking_stops_at_the_next_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, looked = Run(), []

    def quoting(claim: str, sources: Sequence[Any]) -> list[int]:
        looked.append(claim)
        run.cancel()
        return []

    monkeypatch.setattr(checks, "quoting", quoting)
    with pytest.raises(Cancelled):
        claims.check("It drew 3 men [1]. It was cold [2].", (OPENED, ROOF), engine(tmp_path), run)
    assert set(looked) == {"It drew 3 men."}


def test_progress_counts_sentences(tmp_path: Path) -> None:
    seen: list[object] = []
    run = Run(seen.append)
    claims.check("# A\n\nIt opened [1].", (OPENED,), engine(tmp_path), run)
    assert [(s.done, s.total) for s in seen if isinstance(s, Step)] == [(1, 2), (2, 2)]


def test_a_sentence_counts_when_the_model_has_weighed_it(tmp_path: Path) -> None:
    """Not before: a count that is full while the model works would be a lie for a minute."""
    seen: list[tuple[int, int]] = []
    one_by_one = engine(tmp_path)
    choose = one_by_one.choose

    def slowly(requests: Sequence[ChooseRequest], run: Run, on_done: Any = None) -> list[Choice]:
        replies = choose(requests, run)
        for at, reply in enumerate(replies):
            assert seen[-1][0] < seen[-1][1], "it is full, and the model has not answered"
            on_done([(at, reply)])
        return replies

    one_by_one.choose = slowly  # type: ignore[method-assign]
    run = Run(lambda step: seen.append((step.done, step.total)) if isinstance(step, Step) else None)
    text = "Visitors came at once [1]. It was a failure [1]. There were 1,300 of them [1]."
    claims.check(text, (OPENED,), one_by_one, run)
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_part_of_a_stage_tells_no_count_of_its_own(tmp_path: Path) -> None:
    seen: list[object] = []
    run = Run(seen.append)
    claims.check("It opened [1].", (OPENED,), engine(tmp_path), Hushed(run))
    assert seen == []
    run.cancel()
    with pytest.raises(Cancelled):
        claims.check("It opened [1].", (OPENED,), engine(tmp_path), Hushed(run))


def test_nothing_to_check(tmp_path: Path) -> None:
    assert check("", tmp_path) == ()


def test_a_copied_sentence_gets_the_number_of_what_it_was_copied_from(tmp_path: Path) -> None:
    text = "Its copper roof was replaced after the storm of 1987 [1]."
    found = check(text, tmp_path)
    assert [(claim.state, claim.cites) for claim in found] == [("quoted", (2,))]
    assert "sources: [2]" in found[0].why
    marked, moved = claims.cite(text, found)
    assert marked == "Its copper roof was replaced after the storm of 1987 [2]."
    assert marked[moved[0].start : moved[0].end] == moved[0].text


def test_a_fit_of_another_model_says_so_until_one_is_made_here(tmp_path: Path) -> None:
    text = "Visitors came at once [1]."
    other = CountingEngine(tmp_path / "log", pick=lambda request: (0.99, 0.01), sha256="f" * 64)
    [claim] = claims.check(text, (OPENED, ROOF), other, Run())
    assert claim.state == "supported" and calibrated.AS_ANOTHER in claim.why
    shipped = calibrated.shipped("claims")
    calibrated.keep(structs.replace(shipped, model="f" * 64, threshold=1.0))
    [strict] = claims.check(text, (OPENED, ROOF), other, Run())
    assert strict.state == "partly" and "calibrate" not in strict.why


NAMES = evidence(3, "(Patches code by Ada Sands.)", "Halls of Lille")


def test_a_text_too_short_to_say_it_is_not_what_it_rests_on(tmp_path: Path) -> None:
    """Even where the model would say yes to it."""
    text = "The copper roof of the building was replaced after a storm in 1987 [3]."
    found = claims.check(text, (ROOF, NAMES), engine(tmp_path, ("copper",)), Run())
    assert [(claim.state, claim.cites) for claim in found] == [("supported", (2,))]
    cited, moved = claims.cite(text, found)
    assert cited == "The copper roof of the building was replaced after a storm in 1987 [2]."
    assert moved[0].text == cited

    text = "Every summer the gardens behind the house are full of birds from the south [3]."
    found = claims.check(text, (ROOF, NAMES), engine(tmp_path, ("birds",)), Run())
    assert [(claim.state, claim.cites) for claim in found] == [("not found", ())]
    assert "[3] says nothing of it" in found[0].why
    assert claims.cite(text, found)[0] == text


def test_a_short_text_in_another_language_is_left_to_the_model(tmp_path: Path) -> None:
    text = "Das Dach wurde nach einem schweren Sturm durch ein ganz neues ersetzt [2]."
    found = claims.check(text, (ROOF,), engine(tmp_path, ("Dach",)), Run())
    assert [(claim.state, claim.cites) for claim in found] == [("supported", (2,))]


def test_a_short_text_in_another_script_is_left_to_the_model(tmp_path: Path) -> None:
    text = "屋顶在一九八七年的风暴之后被更换了 [3]。"
    found = claims.check(text, (NAMES,), engine(tmp_path, ("屋顶",)), Run())
    assert [(claim.state, claim.cites) for claim in found] == [("supported", (3,))]


TOWER = evidence(4, "The tower of the town was painted red.", "A guide")


def test_what_is_told_of_two_things_must_be_said_of_each(tmp_path: Path) -> None:
    """Even where the model would say yes to both together."""
    told = engine(tmp_path, ("tower were", "Both"))
    [claim] = claims.check("Both the tower and the mill were red [4].", (TOWER,), told, Run())
    assert claim.state == "not found" and claim.why == "what it cites says nothing of the mill"
    mill = structs.replace(TOWER, number=5, text="The mill beside it was painted red, too.")
    told = engine(tmp_path, ("tower were", "mill were"))
    [claim] = claims.check("The tower and the mill were red [4][5].", (TOWER, mill), told, Run())
    assert claim.state == "supported"


def test_a_subject_may_be_named_on_the_page_or_in_the_title(tmp_path: Path) -> None:
    mill = evidence(5, "It was painted red, too, and has a wheel.", "The mill")
    told = engine(tmp_path, ("tower were", "mill were"))
    [claim] = claims.check("The tower and the mill were red [4][5].", (TOWER, mill), told, Run())
    assert claim.state == "supported"
    beside = structs.replace(mill, number=6, text="The mill stands there.", title="A guide")
    [claim] = claims.check("The tower and the mill were red [4].", (TOWER, beside), told, Run())
    assert claim.state == "supported"
