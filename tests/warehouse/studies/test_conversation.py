"""Questions that follow one another: written out once, kept one by one, exported as one text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import Message, Request
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.records import Place, Scope, StudyRow
from warehouse.results.provenance import Item, Roll, Route, Way
from warehouse.results.records import (
    Answer,
    Claim,
    Coverage,
    Evidence,
    Node,
    Research,
    Spend,
    Structure,
)
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Act
from warehouse.store.catalog import Catalog
from warehouse.studies import conversation, study_files
from warehouse.studies.conversation import Follow
from warehouse.studies.exporting import whole_conversation
from warehouse.studies.keeper import Studies, Work
from warehouse.studies.report import how_found

FULL = "When was Lune Bridge widened?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Any]:
    catalog = Catalog(tmp_path / "catalog.db")
    yield SimpleNamespace(
        folder=tmp_path,
        catalog=catalog,
        documents=catalog.documents,
        retrieval=SimpleNamespace(),
        finder=None,
        within=lambda scope: SimpleNamespace(
            catalog=catalog, documents=catalog.documents, scope=scope, retrieval=None
        ),
    )
    catalog.close()


def method(question: str, context: Context, **_: object) -> Answer:
    """One call; its words are the answer, and cite one piece."""
    request = Request("step", (Message("user", question),), 9)
    text = context.engine.complete([request], context.run)[0].text
    end = text.index("]") + 2
    claim = Claim(0, end, text[:end], (1,), "supported", "said")
    piece = Evidence(1, Place("d" * 64, 0, 0, 4), "iron", "Lune Bridge", "1", "", question, 0.9)
    chain = Research(question, Structure(), (piece,), read=("d" * 64,))
    cover, spend = Coverage(3, 1, 0, 1, 0, 0), Spend(1, 2, 1, 0, 1.0)
    return Answer(question, "aware", text, False, (claim,), chain, cover, spend)


def studies(library: Any, work: Any = method) -> Studies:
    return Studies(library, {("ask", "aware"): cast(Work, work)})


def engine() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("step", "Who built", "Sharpe built Lune Bridge [1]. As [7] says.", repeat=True),
            Line("step", "widened", "It was widened in 1934 [1].", repeat=True),
            Line("step", "painted", "It was painted [1].", repeat=True),
            Line("follow_up", "widened", FULL),
        ]
    )


def asked(work: Studies, model: ScriptedEngine) -> tuple[StudyRow, StudyRow]:
    """Two questions, the second of which follows the first."""
    first = work.start("ask", "Who built Lune Bridge?")
    work.run(first, model, Settings(), Run())
    second = work.start("ask", "When was it widened?", follow=Follow(first.id))
    work.run(second, model, Settings(), Run())
    later, earlier = work.list()
    assert (earlier.id, later.id) == (first.id, second.id)
    return earlier, later


def test_a_follow_up_is_asked_in_full_and_says_so(library: Any) -> None:
    work, shown = studies(library), []
    model = engine()
    first = work.start("ask", "Who built Lune Bridge?")
    work.run(first, model, Settings(), Run())
    second = work.start("ask", "When was it widened?", follow=Follow(first.id))
    answer = work.run(second, model, Settings(), Run(shown.append))
    assert answer.question == FULL
    row = [one for one in shown if isinstance(one, StudyRow)][-1]
    assert (row.question, row.asked_as) == ("When was it widened?", FULL)
    [told] = [one for one in model.seen if one.prompt == "follow_up"]
    assert "Sharpe built Lune Bridge" in told.messages[-1].content
    assert "[1]" not in told.messages[-1].content
    assert [one.question for one in work.conversation(row)] == [first.question, row.question]
    assert work.list()[0].seconds == 1.0


def test_a_kill_loses_no_answer_and_asks_no_call_twice(library: Any) -> None:
    def dies(*given: Any) -> Answer:
        method(*given)
        raise KeyboardInterrupt

    model, work = engine(), studies(library)
    first = work.start("ask", "Who built Lune Bridge?")
    work.run(first, model, Settings(), Run())
    second = work.start("ask", "When was it widened?", follow=Follow(first.id))
    with pytest.raises(KeyboardInterrupt):
        studies(library, dies).run(second, model, Settings(), Run())
    before = len(model.seen)
    [cut_off] = studies(library).unfinished()
    assert cut_off.asked_as == FULL
    result = studies(library).run(cut_off, model, Settings(), Run())
    assert (len(model.seen), result.spend.replayed) == (before, 1)
    assert all(studies(library).load(one.id) for one in work.conversation(second))


def test_a_question_in_the_users_words_is_not_written_out(library: Any) -> None:
    work, model = studies(library), engine()
    first = work.start("ask", "Who built Lune Bridge?")
    work.run(first, model, Settings(), Run())
    as_it_is = "When was it widened?"
    second = work.start("ask", as_it_is, follow=Follow(first.id, as_it_is))
    assert work.run(second, model, Settings(), Run()).question == as_it_is
    assert not conversation.is_reworded(work.list()[0])


def test_other_words_keep_what_was_said_before(library: Any) -> None:
    work, model = studies(library), engine()
    _, second = asked(work, model)
    row = work.reword(second, "When was Lune Bridge  painted?")
    assert row.state == "stopped" and work.load(row.id) is None
    # what a window holds may be older than the row
    assert work.run(second, model, Settings(), Run()).question == "When was Lune Bridge painted?"
    before = study_files.former(work.folder(row.id))
    assert before is not None and before.question == FULL
    assert work.compared(row) is not None
    work.reword(row, FULL)
    steps = len(model.seen)
    work.run(row, model, Settings(), Run())
    assert len(model.seen) == steps, "the journal has what was asked before"


def test_what_was_pinned_banned_and_limited_is_so_for_a_follow_up(library: Any) -> None:
    scope = Scope("Bridges", "", frozenset({"d" * 64}))
    work = studies(library)
    first = work.start("ask", "Who built Lune Bridge?", scope=scope)
    study_files_written = work.folder(first.id) / "scope.json"
    assert study_files_written.exists()
    second = work.start("ask", "And why?", follow=Follow(first.id))
    assert work.scope(second) == scope and second.within == "Bridges"
    third = work.start("ask", "And where?", follow=Follow(second.id))
    assert {first.id} == {conversation.thread_of(one) for one in (first, second, third)}


def test_the_same_again_stays_in_its_conversation(library: Any) -> None:
    work, model = studies(library), engine()
    _, second = asked(work, model)
    fresh = work.again(second)
    assert (fresh.thread, fresh.asked_as) == (second.thread, FULL)
    alone = work.start("ask", "Who built it?")
    assert work.again(alone).thread == ""


def test_one_row_stands_for_a_conversation(library: Any) -> None:
    work, model = studies(library), engine()
    first, second = asked(work, model)
    other = work.start("ask", "Who painted it?")
    heads = conversation.heads(work.list())
    assert [(one.id, one.turns) for one in heads] == [(other.id, 1), (second.id, 2)]
    assert heads[1].title == first.question
    work.remove(first.id)
    assert [one.id for one in work.conversation(second)] == [second.id], "the others stay"


def test_nothing_can_follow_what_is_gone(library: Any) -> None:
    work = studies(library)
    with pytest.raises(BadInput, match="no longer there"):
        work.start("ask", "And why?", follow=Follow("20260101-000000-00000000"))


def test_stopped_while_it_is_written_out_it_goes_on(library: Any) -> None:
    work, model = studies(library), engine()
    first = work.start("ask", "Who built Lune Bridge?")
    work.run(first, model, Settings(), Run())
    second = work.start("ask", "When was it widened?", follow=Follow(first.id))
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        work.run(second, model, Settings(), run)
    row = work.list()[0]
    assert (row.state, row.asked_as) == ("stopped", "")
    assert work.run(row, model, Settings(), Run()).question == FULL


def test_a_conversation_is_exported_as_one_text(library: Any) -> None:
    work, model = studies(library), engine()
    _, second = asked(work, model)
    turns = whole_conversation.only_done(work.conversation(second), work.load)
    whole = whole_conversation.as_article(turns)
    assert whole.title == "Who built Lune Bridge?"
    assert [one.title for one in whole.blocks] == [
        "Who built Lune Bridge?",
        f"When was it widened? (asked as: {FULL})",
    ]
    first, later = whole.blocks
    assert first.text == "Sharpe built Lune Bridge [1]. As [7] says."
    assert later.text == "It was widened in 1934 [2]."
    for block in whole.blocks:
        [claim] = block.claims
        assert block.text[claim.start : claim.end].strip() == claim.text.strip()
    assert later.claims[0].cites == (2,)
    assert [one.number for one in whole.research.evidence] == [1, 2]
    assert (whole.coverage.read, whole.coverage.passages_used, whole.spend.calls) == (1, 2, 2)


def turn(text: str, *numbers: int) -> tuple[StudyRow, Answer]:
    place = Place("d" * 64, 0, 0, 4)
    own = tuple(Evidence(n, place, "iron", "Bridge", "1", "", "q", 0.9) for n in numbers)
    claim = Claim(0, len(text), text, numbers, "supported", "said")
    cover, spend = Coverage(3, 1, 0, 1, 0, 0), Spend(1, 2, 1, 0, 1.0)
    chain = Research("q", evidence=own)
    row = StudyRow("a", "ask", "q", "aware", "done", 1.0, 1.0)
    return row, Answer("q", "aware", text, False, (claim,), chain, cover, spend)


def test_reasons_losses_and_notes_are_counted_on() -> None:
    row, second = turn("It rusts [1].", 1, 2)
    claims = (structs.replace(second.claims[0], why="not in what it cites; [2] may"),)
    node = Node("1", "rust", "resolved", (1,), notes="[1] Bridge: iron", found="rust [2]")
    chain = structs.replace(
        second.research,
        structure=Structure(nodes=(structs.replace(node, children=(node,)),)),
        losses=(Loss("sifting", "[2] Bridge: iron", "[1] says it"),),
    )
    later = row, structs.replace(second, claims=claims, research=chain)
    whole = whole_conversation.as_article([turn("It stands [1].", 1), later])
    assert whole.blocks[1].claims[0].why == "not in what it cites; [3] may"
    assert whole.research.losses == (Loss("sifting", "[3] Bridge: iron", "[2] says it"),)
    for one in whole.research.nodes:
        assert (one.notes, one.found) == ("[2] Bridge: iron", "rust [3]")


def test_the_lists_of_every_answer_are_carried_and_counted_on() -> None:
    def counted(text: str, rolls: int) -> tuple[StudyRow, Answer]:
        row, made = turn("It says list 1 [1].", 1)
        [claim] = made.claims
        claim = structs.replace(claim, start=len(text), end=len(text) + claim.end)
        item = Item("d" * 64, "Bridge", "", (1,))
        lists = tuple(Roll(f"Roll {at}", (item,)) for at in range(rolls))
        way = Way(Route("list", "user"), f"Read {rolls}.", lists)
        return row, structs.replace(made, text=text + made.text, claims=(claim,), way=way)

    first, last = counted("Three (list 1): ", 9), counted("All (list 1), 2 in list 2: ", 2)
    _, titled = counted("- Price list 1\n- “It is in list 2”\n- and 2 more: list 1\n\n", 2)
    whole = whole_conversation.as_article([first, turn("Old [1].", 1), last])
    assert whole.blocks[0].text == "Three (list 1): It says list 1 [1]."
    assert whole.blocks[2].text == "All (list 10), 2 in list 11: It says list 1 [3]."
    for block in whole.blocks:
        [claim] = block.claims
        assert block.text[claim.start : claim.end] == claim.text
    [_, titles] = whole_conversation.as_article([first, (last[0], titled)]).blocks
    assert titles.text.startswith("- Price list 1\n- “It is in list 2”\n- and 2 more: list 10\n")
    rolls = how_found.rolls(whole)
    assert [how_found.heading(10, rolls[9]), how_found.told(rolls[9].items[0])] == [
        "List 10: Question 3: Roll 0 (1)",
        "Bridge [3]",
    ]
    assert how_found.lines(whole)[-1].startswith("Question 3: Understood as a question for a list")


def test_only_marks_of_its_own_sources_are_counted_on() -> None:
    turns = [
        turn("In [2019] Sharpe [1], not [4] or [3-1].", 1, 2),
        turn("It rusts [1-3] and [2–3], on [2020-03-05] too [1, 2].", 1, 2, 3),
        turn("Not [1], [0] or [6]."),
    ]
    whole = whole_conversation.as_article(turns)
    assert [one.text for one in whole.blocks] == [
        "In [2019] Sharpe [1], not [4 ] or [3-1].",  # 4 is a source of the next answer
        "It rusts [3-5] and [4–5], on [2020-03-05] too [3, 4].",
        "Not [1 ], [0] or [6].",
    ]
    assert [block.claims[0].text for block in whole.blocks] == [one.text for one in whole.blocks]


def test_a_row_of_an_earlier_version_is_a_conversation_of_its_own() -> None:
    row = StudyRow("a", "ask", "q", "aware", "done", 1.0, 1.0)
    body = msgspec.json.decode(msgspec.json.encode(row))
    for name in ("thread", "asked_as", "seconds", "effort", "turns"):
        del body[name]
    known = msgspec.json.decode(msgspec.json.encode(body), type=StudyRow)
    assert known == row and conversation.turns([known], known) == (row,)


def test_acts_of_the_question_before_count(library: Any) -> None:
    """Only what is read: the steps of another question are no steps of this one."""
    work, model = studies(library), engine()
    first = work.start("ask", "Who built Lune Bridge?")
    taken = [Act("add", "Costs", state="taken"), Act("ban", document="", state="taken")]
    work._counting = lambda study: taken  # type: ignore[method-assign]
    work.run(first, model, Settings(), Run())
    second = work.start("ask", "And why?", follow=Follow(first.id))
    assert [one.kind for one in work.acts(structs.replace(second))] == ["ban"]
