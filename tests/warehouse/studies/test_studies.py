"""Studies: saved whole, resumed without a repeated call, honest about how they ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from counting import CountingEngine

from warehouse.context import Context
from warehouse.engine.protocol import EngineInfo, Message, Request
from warehouse.errors import BadInput, Cancelled, EndpointFailed, EngineDied, StorageError
from warehouse.results.records import Answer, Claim, Coverage, Research, Spend, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Act
from warehouse.store.catalog import Catalog
from warehouse.studies import removed
from warehouse.studies.keeper import Studies, Work


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Any]:
    catalog = Catalog(tmp_path / "catalog.db")
    yield SimpleNamespace(
        folder=tmp_path,
        catalog=catalog,
        documents=catalog.documents,
        retrieval=SimpleNamespace(),
        finder=None,
    )
    catalog.close()


def three_calls(question: str, context: Context) -> Answer:
    """A method of three steps, each one call."""
    words = [
        context.engine.complete(
            [Request("step", (Message("user", f"{question} {i}"),), 9)], context.run
        )[0].text
        for i in range(3)
    ]
    text = " ".join(words)
    claim = Claim(0, len(text), text, (1,), "supported", "said")
    spend = Spend(0, 0, 3, 0, 1.0)
    chain = Research(question, Structure(), ())
    return Answer(
        question, "aware", text, False, (claim,), chain, Coverage(0, 0, 0, 0, 0, 0), spend
    )


def studies(library: Any, method: Any = three_calls) -> Studies:
    return Studies(library, {("ask", "aware"): cast(Work, method)})


def echo(request: Request) -> str:
    return request.messages[-1].content


def test_a_study_from_start_to_list(library: Any, tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log", echo)
    work = studies(library)
    study = work.start("ask", "  who   built it? ")
    assert work.load(study.id) is None
    result = work.run(study, engine, Settings(), Run())
    assert work.load(study.id) == result
    [row] = work.list()
    assert (row.question, row.state, row.model) == ("who built it?", "done", "counting")
    assert (row.claims, row.proven) == (1, 1)
    assert [(spend.prompt, spend.calls) for spend in work.spend(study.id)] == [("step", 3)]
    assert work.unfinished() == ()


def test_a_study_cut_off_goes_on(library: Any, tmp_path: Path) -> None:
    def dies(*arguments: Any) -> Answer:
        three_calls(*arguments)
        raise KeyboardInterrupt

    first = CountingEngine(tmp_path / "log", echo)
    study = studies(library).start("ask", "q")
    with pytest.raises(KeyboardInterrupt):
        studies(library, dies).run(study, first, Settings(seed=7), Run())
    work = studies(library)
    [unfinished] = work.unfinished()
    again = CountingEngine(tmp_path / "log", echo)
    result = work.run(unfinished, again, Settings(seed=8), Run())
    assert again.started == 0
    assert result.spend.replayed == 3
    assert len(again.finished) == 3


def test_a_study_run_again_is_a_new_one_and_says_what_changed(library: Any, tmp_path: Path) -> None:
    said = ["it is 3 m", "it is 3 m", "it is 3 m"]
    engine = CountingEngine(tmp_path / "log", lambda request: said.pop(0) if said else "gone now")
    work = studies(library)
    first = work.start("ask", "how high?")
    work.run(first, engine, Settings(), Run())
    second = work.again(first)
    work.run(second, engine, Settings(), Run())
    assert (second.question, second.again) == ("how high?", first.id)
    assert len(engine.finished) == 6
    assert {row.id for row in work.list()} == {first.id, second.id}
    found = work.compared(second)
    assert found is not None
    assert [change.kind for change in found.changes] == ["new", "gone"]
    assert work.compared(first) is None
    work.remove(first.id)
    assert work.compared(second) is None


def test_an_article_goes_on_from_the_chain_of_an_answer(library: Any, tmp_path: Path) -> None:
    """The chain is copied: neither a kill nor the removal of the answer loses it."""
    engine = CountingEngine(tmp_path / "log", echo)
    given: list[Research] = []

    def write(*arguments: Any, research: Research, **more: Any) -> Any:
        given.append(research)
        if len(given) == 1:
            raise KeyboardInterrupt
        return three_calls(*arguments)

    methods = {("ask", "aware"): three_calls, ("write", "aware"): write}
    work = Studies(library, cast(Any, methods))
    asked = work.start("ask", "who?")
    with pytest.raises(BadInput, match="not finished"):
        work.start("write", "who?", origin=asked.id)
    answer = work.run(asked, engine, Settings(), Run())
    article = work.start("write", "who?", origin=asked.id)
    work.remove(asked.id)
    with pytest.raises(KeyboardInterrupt):
        work.run(article, engine, Settings(), Run())
    [cut_off] = Studies(library).unfinished()
    work.run(cut_off, engine, Settings(), Run())
    assert given == [answer.research, answer.research]


def test_a_result_saved_before_its_row_is_found(library: Any, tmp_path: Path) -> None:
    work = studies(library)
    study = work.start("ask", "q")
    work.run(study, CountingEngine(tmp_path / "log", echo), Settings(), Run())
    library.catalog.save_study(msgspec.structs.replace(study, state="running"))
    assert work.unfinished() == ()
    assert work.list()[0].state == "done"


@pytest.mark.parametrize(
    ("error", "state", "problem"),
    [
        (Cancelled(), "stopped", ""),
        (EngineDied("It ended."), "failed", "It ended."),
        (ZeroDivisionError("x"), "failed", "A fault of Muniment: ZeroDivisionError('x')"),
    ],
)
def test_how_it_ended(
    library: Any, tmp_path: Path, error: Exception, state: str, problem: str
) -> None:
    def fails(*arguments: Any) -> Answer:
        raise error

    work = studies(library, fails)
    study = work.start("ask", "q")
    with pytest.raises(type(error)):
        work.run(study, CountingEngine(tmp_path / "log", echo), Settings(), Run())
    [row] = work.list()
    assert (row.state, row.problem) == (state, problem)
    assert work.unfinished() == ()


@pytest.mark.parametrize("error", [Cancelled(), EngineDied("It was ended.")])
def test_what_the_end_of_the_program_stops_can_go_on(
    library: Any, tmp_path: Path, error: Exception
) -> None:
    run = Run()

    def ends(*arguments: Any) -> Answer:
        run.end()
        raise error

    work = studies(library, ends)
    study = work.start("ask", "q")
    with pytest.raises(type(error)):
        work.run(study, CountingEngine(tmp_path / "log", echo), Settings(), run)
    assert run.cancelled
    assert [one.id for one in Studies(library).unfinished()] == [study.id]


def test_a_model_that_does_not_answer_is_how_it_ended(library: Any, tmp_path: Path) -> None:
    class Gone(CountingEngine):
        def info(self, prompt: str = "") -> EngineInfo:
            raise EndpointFailed("No model server answers.")

    work = studies(library)
    study = work.start("ask", "q")
    with pytest.raises(EndpointFailed):
        work.run(study, Gone(tmp_path / "log", echo), Settings(), Run())
    [row] = work.list()
    assert (row.state, row.problem) == ("failed", "No model server answers.")
    assert work.unfinished() == ()


def test_what_cannot_be_started(library: Any) -> None:
    with pytest.raises(BadInput):
        studies(library).start("ask", "  ")
    with pytest.raises(BadInput):
        studies(library).start("ask", "q", "guess")


def test_a_study_whose_steering_is_damaged_hides_no_other(library: Any, tmp_path: Path) -> None:
    work = studies(library)
    damaged, other = work.start("ask", "q"), work.start("ask", "r")
    work.run(damaged, CountingEngine(tmp_path / "log", echo), Settings(), Run())
    library.catalog.save_study(msgspec.structs.replace(damaged, state="running"))
    (work.folder(damaged.id) / "steering.db").write_bytes(b"no database at all" * 99)
    assert {row.id for row in work.unfinished()} == {damaged.id, other.id}


def test_half_a_character_in_a_question_is_a_question_mark(library: Any) -> None:
    work = studies(library)
    study = work.start("ask", "Where is the caf\udce9?")
    assert study.question == "Where is the caf??"
    assert work.steer(study, Act("add", "its caf\udce9")).text == "its caf?"


@pytest.mark.parametrize("name", ["../..", "", "20260101-000000-xyz", "20260101-000000-0123456789"])
def test_an_id_never_becomes_another_path(library: Any, name: str) -> None:
    for use in (studies(library).load, studies(library).remove, studies(library).folder):
        with pytest.raises(BadInput):
            use(name)


def test_a_study_does_not_run_twice_at_once(library: Any, tmp_path: Path) -> None:
    def twice(*arguments: Any) -> Answer:
        with pytest.raises(BadInput):
            work.run(study, engine, Settings(), Run())
        with pytest.raises(BadInput):
            work.remove(study.id)
        return three_calls(*arguments)

    engine = CountingEngine(tmp_path / "log", echo)
    work = studies(library, twice)
    study = work.start("ask", "q")
    work.run(study, engine, Settings(), Run())
    work.remove(study.id)
    assert work.list() == ()


def test_what_was_removed_is_brought_back_as_it_was(
    library: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = studies(library, three_calls)
    study = work.start("ask", "q")
    answer = work.run(study, CountingEngine(tmp_path / "log", echo), Settings(), Run())
    before = work.list()
    work.remove(study.id)
    kept = removed.every(library.folder / "studies", library.catalog)
    assert work.list() == () and [one.row.id for one in kept] == [study.id]
    library.catalog.save_study(study)  # brought back by half: the program ended
    with monkeypatch.context() as later:
        later.setattr(removed, "KEPT_S", -1)
        assert removed.every(library.folder / "studies", library.catalog) == ()
    assert work.load(study.id) == answer
    work.restore(study.id)
    assert work.list() == before and work.load(study.id) == answer
    assert removed.every(library.folder / "studies", library.catalog) == ()
    work.remove(study.id)
    monkeypatch.setattr(removed, "KEPT_S", -1)
    assert (
        removed.every(library.folder / "studies", library.catalog) == ()
        and not work.folder(study.id).exists()
    )
    with pytest.raises(BadInput, match="for good"):
        work.restore(study.id)


def test_a_damaged_result_is_said(library: Any) -> None:
    work = studies(library)
    study = work.start("ask", "q")
    (work.folder(study.id) / "answer.json").write_text("{")
    with pytest.raises(StorageError):
        work.load(study.id)


@pytest.mark.parametrize("raw", [b"", b'{"model": "zo\xeb"}', b'{"readers": "many"}'])
def test_damaged_settings_of_a_study_are_said(library: Any, tmp_path: Path, raw: bytes) -> None:
    work = studies(library)
    study = work.start("ask", "who built it?")
    (work.folder(study.id) / "settings.json").write_bytes(raw)
    with pytest.raises(StorageError, match="settings this study began with"):
        work.run(study, CountingEngine(tmp_path / "log", echo), Settings(), Run())
    [row] = work.list()
    assert row.state == "failed"
    assert "settings this study began with" in row.problem


def test_a_result_with_damaged_letters_is_said(library: Any) -> None:
    work = studies(library)
    study = work.start("ask", "who built it?")
    (work.folder(study.id) / "answer.json").write_bytes(b'{"question": "zo\xeb"}')
    with pytest.raises(StorageError, match="cannot be read"):
        work.load(study.id)


def test_what_was_chosen_for_a_question_holds_when_it_is_asked_again(
    library: Any, tmp_path: Path
) -> None:
    seen: list[Settings] = []

    def method(question: str, context: Context) -> Answer:
        seen.append(context.settings)
        return three_calls(question, context)

    work, engine = studies(library, method), CountingEngine(tmp_path / "log", echo)
    first = work.start("ask", "how high?")
    work.run(first, engine, Settings(absence=False, article_words=2000, retrieve=5), Run())
    second = work.again(first)
    work.run(second, engine, Settings(retrieve=9), Run())
    assert (seen[1].absence, seen[1].article_words, seen[1].retrieve) == (False, 2000, 9)
    (work.folder(first.id) / "settings.json").write_text("{")
    work.run(work.again(first), engine, Settings(), Run())
    assert seen[2] == Settings()


def test_a_study_with_a_damaged_result_can_be_run_again(library: Any, tmp_path: Path) -> None:
    work = studies(library)
    study = work.start("ask", "q")
    engine = CountingEngine(tmp_path / "log", echo)
    work.run(study, engine, Settings(), Run())
    (work.folder(study.id) / "answer.json").write_text("{")
    library.catalog.save_study(msgspec.structs.replace(study, state="running"))
    [row] = work.unfinished()
    result = work.run(row, engine, Settings(), Run())
    assert work.load(study.id) == result
    assert len(engine.finished) == 3, "answered from the journal"
