"""A study that is steered while it works: only what depends on the change is asked again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from conftest import BRIDGE, OVENS, QUESTION, WORKS, Shelve, cited, judging, plan

from warehouse.course import Act
from warehouse.engine.protocol import Completion, Request, TextListener
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.records import Place, StudyRow
from warehouse.research.records import Answer, Chain, Draft
from warehouse.run import Run, Step
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies

SETTINGS = Settings(max_intents=2, absence=False)
BARGES = (
    "Barges",
    "Barges carried the iron to the river below the town. Their masters were paid by the load.",
)


def engine() -> ScriptedEngine:
    """Plays the model by rules, however often it is asked."""
    return ScriptedEngine(
        [
            Line("enough", "", (0.1, 0.9), repeat=True),
            Line("next", "", {"missing": "The tramway", "queries": ["tramway"]}, repeat=True),
            msgspec.structs.replace(plan("Lune Bridge", "Lune Bridge"), repeat=True),
            Line("widen", "", {"queries": ["tram line"]}, repeat=True),
            msgspec.structs.replace(
                cited("answer", ("Skerton Works cast the arches in 1881.", (1,))), repeat=True
            ),
            msgspec.structs.replace(
                cited("repair", ("Skerton Works cast the arches in 1881.", (1,))), repeat=True
            ),
            *judging(),
        ]
    )


def id_of(library: Library, title: str) -> str:
    return next(one.id for one in library.documents() if one.title == title)


def titles(result: Answer) -> set[str]:
    return {one.title for one in result.chain.evidence}


def asked(model: ScriptedEngine) -> Counter[bytes]:
    return Counter(msgspec.json.encode((type(one).__name__, one)) for one in model.seen)


class Steerer:
    """Acts once, when the run shows what ``when`` waits for."""

    def __init__(self, studies: Studies, when: Callable[[object], bool], *acts: Act) -> None:
        self.studies, self.when, self.acts = studies, when, list(acts)
        self.row: StudyRow | None = None
        self.chains: list[Chain] = []

    def __call__(self, shown: object) -> None:
        if isinstance(shown, Chain):
            self.chains.append(shown)
        if self.row is not None and self.acts and self.when(shown):
            acts, self.acts = self.acts, []
            for act in acts:
                self.studies.steer(self.row, act)


def run(
    library: Library, model: ScriptedEngine, when: Callable[[object], bool], *acts: Act
) -> tuple[Answer, Steerer, Studies]:
    studies = Studies(library)
    steerer = Steerer(studies, when, *acts)
    steerer.row = studies.start("ask", QUESTION)
    result = studies.run(steerer.row, model, SETTINGS, Run(steerer))
    assert isinstance(result, Answer)
    return result, steerer, studies


def planning(shown: object) -> bool:
    return isinstance(shown, Step) and shown.stage == "planning"


def writing(shown: object) -> bool:
    return isinstance(shown, Draft)


def never(shown: object) -> bool:
    return False


def test_a_pinned_document_is_read_and_no_call_is_made_twice(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    model = engine()
    pin = Act("pin", document=id_of(library, "Bread ovens"))
    result, steerer, studies = run(library, model, planning, pin)
    assert "Bread ovens" in titles(result)
    assert id_of(library, "Bread ovens") in result.chain.read
    assert max(asked(model).values()) == 1
    [act] = result.chain.acts
    assert (act.kind, act.state, act.target) == ("pin", "taken", "Bread ovens")
    assert any(chain.acts for chain in steerer.chains)
    assert studies.load(steerer.row.id if steerer.row else "") == result


def test_without_an_act_the_study_is_as_it_was(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    plain, _, _ = run(library, engine(), never)
    again, _, _ = run(library, engine(), never)
    assert plain.chain == again.chain
    assert plain.chain.acts == ()
    numbers = [one.number for one in plain.chain.evidence]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_banned_document_is_not_read_and_the_others_keep_their_numbers(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    before, _, _ = run(library, engine(), never)
    assert {"Lune Bridge", "Skerton Works"} <= titles(before)
    model = engine()
    ban = Act("ban", document=id_of(library, "Lune Bridge"))
    result, _, _ = run(library, model, writing, ban)
    assert "Lune Bridge" not in titles(result)
    assert id_of(library, "Lune Bridge") not in result.chain.read
    known = {one.place: one.number for one in before.chain.evidence}
    assert all(known.get(one.place, one.number) == one.number for one in result.chain.evidence)
    assert any(
        (loss.stage, loss.what, loss.reason) == ("steering", "Lune Bridge", "banned by you")
        for loss in result.chain.losses
    )
    assert max(asked(model).values()) == 1


def test_what_was_steered_counts_when_the_study_is_run_again(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    acts = [
        Act("ban", document=id_of(library, "Lune Bridge")),
        Act("pin", document=id_of(library, "Bread ovens")),
        Act("pin", document=id_of(library, "Barges")),
    ]
    before, steerer, studies = run(library, engine(), planning, *acts)
    assert steerer.row is not None
    studies.steer(steerer.row, Act("stop", target="nothing of the chain"))
    second = studies.again(steerer.row)
    result = studies.run(second, engine(), SETTINGS, Run())
    assert titles(result) == titles(before)  # type: ignore[arg-type]
    assert [one.kind for one in result.chain.acts] == ["ban", "pin", "pin"]
    assert all(one.state == "taken" for one in result.chain.acts)
    back = studies.steer(second, Act("back", intent=1))
    assert back.number == 4


def test_a_run_again_takes_what_waits_and_leaves_what_was_taken_back(shelve: Shelve) -> None:
    """What waits counts as it would have; what was taken back is gone, with the taking back."""
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    pin = Act("pin", document=id_of(library, "Barges"))
    _, steerer, studies = run(library, engine(), planning, pin)
    row = steerer.row
    assert row is not None
    studies.steer(row, Act("back", intent=1))
    studies.run(row, engine(), SETTINGS, Run())
    studies.steer(row, Act("ban", document=id_of(library, "Bread ovens")))
    studies.steer(row, Act("add", "Who paid the masters of the barges"))
    second = studies.again(row)
    assert [(one.number, one.kind) for one in studies.acts(second)] == [(1, "ban"), (2, "add")]
    assert [one.state for one in studies.acts(row)] == ["back", "taken", "waiting", "waiting"]
    result = studies.run(second, engine(), SETTINGS, Run())
    assert result.chain.intents[-1].text == "Who paid the masters of the barges"
    assert all(one.state == "taken" for one in result.chain.acts)


def test_a_text_that_lost_its_ground_is_not_written_to_its_end(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = engine()
    pin = Act("pin", document=id_of(library, "Bread ovens"))
    drafts: list[str] = []
    studies = Studies(library)
    row = studies.start("ask", QUESTION)

    def show(shown: object) -> None:
        if isinstance(shown, Draft):
            drafts.append(shown.text)
            if len(drafts) == 1:
                studies.steer(row, pin)

    result = studies.run(row, model, SETTINGS, Run(show))
    assert isinstance(result, Answer)
    assert "Bread ovens" in titles(result)


class Polled(ScriptedEngine):
    """Writes until it is told to end, as the engine of a child process does; once."""

    ended = 0

    def complete(
        self, requests: Sequence[Request], run: Run, on_text: TextListener | None = None
    ) -> list[Completion]:
        if requests[0].prompt == "answer" and not self.ended:
            for _ in range(1000):
                if on_text is not None:
                    on_text(0, "{")
                if run.cancelled:
                    self.ended += 1
                    raise Cancelled
                time.sleep(0.01)
        return super().complete(requests, run, on_text)


def test_a_call_that_lost_its_ground_is_ended_and_the_study_goes_on(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = Polled(engine()._lines)
    pin = Act("pin", document=id_of(library, "Bread ovens"))
    result, _, studies = run(library, model, writing, pin)
    assert model.ended == 1
    assert "Bread ovens" in titles(result)
    assert studies.list()[0].state == "done"


def test_stopping_is_still_stopping(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    outer = Run(lambda shown: outer.cancel() if writing(shown) else None)
    with pytest.raises(Cancelled):
        studies.run(row, Polled(engine()._lines), SETTINGS, outer)
    assert studies.list()[0].state == "stopped"


def test_an_intent_is_reworded_and_another_added(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    first, _, studies = run(library, engine(), never)
    assert first.chain.intents[1].text == "The tramway"
    [row] = studies.list()
    studies.steer(row, Act("edit", "How barges were paid", "The tramway", intent=1))
    studies.steer(row, Act("add", "Heat of a bread oven"))
    model = engine()
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    texts = [intent.text for intent in result.chain.intents]
    assert texts == [QUESTION, "How barges were paid", "Heat of a bread oven"]
    assert {"Barges", "Bread ovens"} <= titles(result)
    assert result.spend.replayed > 0
    assert result.chain.intents[0] == first.chain.intents[0]
    comparison = studies.compared(row)
    assert comparison is not None
    assert len(comparison.added) == len(set(result.chain.read) - set(first.chain.read))


def test_a_stopped_intent_takes_no_more_rounds(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    stop = Act("stop", target="The tramway", intent=1)

    def searching(shown: object) -> bool:
        return isinstance(shown, Chain) and len(shown.intents) == 2

    result, _, _ = run(library, engine(), searching, stop)
    assert [act.state for act in result.chain.acts] == ["taken"]
    assert max((one.depth for one in result.chain.intents[1].sub_queries), default=0) <= 1
    assert "tram line" not in [one.text for one in result.chain.intents[1].sub_queries]


def test_stopping_what_is_finished_says_that_it_came_too_late(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = engine()
    result, _, _ = run(library, model, writing, Act("stop", target=QUESTION, intent=0))
    [act] = result.chain.acts
    assert act.state == "late"
    assert "finished already" in act.note
    assert max(asked(model).values()) == 1


def test_searches_can_be_reworded_left_out_and_added(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    first, _, studies = run(library, engine(), never)
    [row] = studies.list()
    studies.steer(row, Act("reword", "barge masters", "tramway"))
    studies.steer(row, Act("search", "bread oven clay", QUESTION, intent=0))
    result = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(result, Answer)
    searches = [one.text for intent in result.chain.intents for one in intent.sub_queries]
    assert "tramway" not in searches
    assert {"barge masters", "bread oven clay"} <= set(searches)
    opening = result.chain.intents[0]
    assert opening.sub_queries[: len(first.chain.intents[0].sub_queries)] == (
        first.chain.intents[0].sub_queries
    )
    assert "Bread ovens" in titles(result)


def test_what_is_taken_back_leaves_the_study_as_it_was(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    ban = Act("ban", document=id_of(library, "Skerton Works"))
    result, _, studies = run(library, engine(), planning, ban)
    assert "Skerton Works" not in titles(result)
    [row] = studies.list()
    studies.steer(row, Act("back", intent=1))
    again = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(again, Answer)
    assert "Skerton Works" in titles(again)


def test_words_that_are_kept_come_first_into_the_budget(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    whole = studies.run(row, engine(), SETTINGS, Run())
    ovens = id_of(library, "Bread ovens")
    text = library.catalog.text(ovens)
    place = Place(ovens, 7, text.index("The baker"), len(text))
    studies.steer(row, Act("keep", target="the baker", document=ovens, place=place))
    standing = whole.chain.evidence[0]
    studies.steer(row, Act("keep", target="x", document=ovens, place=standing.place))
    result = studies.run(row, engine(), SETTINGS, Run())
    [mine] = [one for one in result.chain.evidence if one.query == "kept by you"]
    assert (mine.text, mine.place.page, mine.score) == (text[place.start :], 0, 1.0)
    [known] = [one for one in result.chain.evidence if one.number == standing.number]
    assert known == msgspec.structs.replace(standing, score=1.0)


KILLED = """
import os, signal, sys
sys.path[:0] = [sys.argv[2], sys.argv[3]]
from pathlib import Path
from shelf import SETTINGS, HashingEmbedder
from test_steered_research import BARGES, QUESTION, engine, id_of, SETTINGS as OWN
from warehouse.course import Act
from warehouse.library import Library
from warehouse.research.records import Draft
from warehouse.run import Run
from warehouse.studies.keeper import Studies

with Library(Path(sys.argv[1]), SETTINGS, HashingEmbedder(256)) as library:
    studies = Studies(library)
    row = studies.start("ask", QUESTION)
    steered = []

    def show(shown):
        if isinstance(shown, Draft):
            if steered and any(act.state == "taken" for act in studies.acts(row)):
                os.kill(os.getpid(), signal.SIGKILL)
            if not steered:
                steered.append(1)
                studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))

    studies.run(row, engine(), OWN, Run(show))
"""


def test_a_killed_study_goes_on_with_its_course(shelve: Shelve, tmp_path: Path) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    library.close()
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(library.folder), str(here), str(here.parent)],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    opened = shelve()
    studies = Studies(opened)
    [row] = studies.unfinished()
    model = engine()
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert "Bread ovens" in titles(result)
    assert [act.state for act in result.chain.acts] == ["taken"]
    # What the killed run had asked is on the disk: nothing but the writing and its check is left.
    assert {one.prompt for one in model.seen} <= {"answer", "claim_check", "claim_given"}


@pytest.mark.parametrize("method", ["rag"])
def test_a_plain_answer_reads_what_is_pinned(shelve: Shelve, method: str) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    studies = Studies(library)
    row = studies.start("ask", "Who cast the arches of Lune Bridge?", method)
    studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))
    studies.steer(row, Act("ban", document=id_of(library, "Barges")))
    result = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(result, Answer)
    assert "Bread ovens" in titles(result)
    assert "Barges" not in titles(result)


def test_a_question_without_a_plan_says_so_and_reads_what_is_pinned(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", "List all documents about bridges")
    studies.steer(row, Act("add", "The tramway"))
    studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))
    studies.steer(row, Act("ban", document=id_of(library, "Skerton Works")))
    model = ScriptedEngine([Line("belongs", "", (0.1, 0.9), repeat=True)])
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert [act.state for act in result.chain.acts] == ["late", "taken", "taken"]
    assert id_of(library, "Bread ovens") in result.chain.read
    assert id_of(library, "Skerton Works") not in {
        *result.chain.read,
        *(loss.document for loss in result.chain.losses if loss.stage != "steering"),
    }
