"""``muniment models calibrate``: what ships is fitted to, the rest says what it needs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from counting import CountingEngine
from msgspec import structs

from warehouse import cli
from warehouse.app import Engines
from warehouse.engine import calibrated, calibration
from warehouse.engine.calibrated import FOLDER
from warehouse.engine.protocol import ChooseRequest
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.evaluate import bench, own_fits
from warehouse.evaluate.question import fitting, questions
from warehouse.evaluate.records import Job
from warehouse.run import Run, Step
from warehouse.settings import Settings

Captured = pytest.CaptureFixture[str]
SHA256 = "e" * 64


def pick(request: ChooseRequest) -> Sequence[float]:
    """Some likelihoods, the same for the same question."""
    digest = hashlib.sha256(request.messages[-1].content.encode()).digest()
    parts = [byte + 1 for byte in digest[: len(request.labels)]]
    return [part / sum(parts) for part in parts]


@pytest.fixture
def engine(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> CountingEngine:
    """The chosen model, which no fit was made on; there is no embedder, and few questions."""
    few = questions.training()[::8]
    monkeypatch.setattr(fitting, "training", lambda: few)
    made = CountingEngine(tmp_path / "log", pick=pick, sha256=SHA256)
    monkeypatch.setattr(Engines, "both", lambda self: made)
    return made


@pytest.fixture
def unexplored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without exploring the handbook."""
    monkeypatch.setitem(bench.BENCHES, "fit-explanations", f"{__name__}:explanations")


def explanations(job: Job) -> list[bench.Row]:
    from warehouse.evaluate.research.explanations import _figures

    cases = fitting.fit.Cases[int]("explained", ("explained",))
    for number in range(40):
        cases.add([number / 10 - 2.0], number % 5 > 1, number)
    assert job.engine is not None
    whole = calibrated.structs.replace(
        cases.fitted(), model=job.engine.info().sha256, measured={"auc": 0.5}, data="40 cases"
    )
    job.put(whole, lambda now: _figures(cases.by(now), now.threshold, cases.wanted))
    return []


@pytest.mark.usefixtures("unexplored")
def test_all_that_ships_is_made_and_the_rest_says_how(
    engine: CountingEngine, home: Path, capsys: Captured
) -> None:
    shipped = {file: file.read_bytes() for file in FOLDER.iterdir()}
    assert cli.main(["models", "calibrate"]) == 0
    said = capsys.readouterr().out
    assert "kinds (what a question is taken for): made." in said
    assert "kinds-train.txt" in said and "40 cases" in said
    line = next(line for line in said.splitlines() if line.startswith("kind_right "))
    assert len(line.split()) == 3, "before and after, on questions that no fit has seen"
    for name in ("claims", "answers", "sentences-asked", "enough"):
        how = f"muniment models calibrate {name} --data DIR"
        assert f"{name}: not made; its data does not ship. {how}" in said
    assert "pairs.jsonl" in said and "R-FAQ.pdf" in said
    for name in ("kinds-model", "explained"):
        fit = calibrated.of_model(name, SHA256)
        assert fit.model == SHA256 and not fit.uncalibrated
    assert calibrated.of_model("claims", SHA256).uncalibrated
    assert {file: file.read_bytes() for file in FOLDER.iterdir()} == shipped
    assert {file.name for file in (home / "fits").iterdir()} == {
        f"kinds-model-{SHA256[:16]}.json",
        f"explained-{SHA256[:16]}.json",
    }


@pytest.mark.usefixtures("unexplored")
def test_what_was_stopped_goes_on_where_it_was(engine: CountingEngine) -> None:
    def stop(step: object) -> None:
        if isinstance(step, Step) and step.note == "kind" and step.done >= 2 * fitting.BATCH:
            run.cancel()

    run = Run(stop)
    with pytest.raises(Cancelled):
        own_fits.make("kinds", Job(Settings(), run, engine=engine))
    asked = engine.started
    assert asked > 0
    own_fits.make("kinds", Job(Settings(), Run(), engine=engine))
    whole = engine.started
    other = CountingEngine(engine.log, pick=pick, sha256="d" * 64)
    own_fits.make("kinds", Job(Settings(), Run(), engine=other))
    assert other.started == whole, "what was asked before the stop was not asked again"


def test_who_stops_it_is_told_how_it_goes_on(
    engine: CountingEngine, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bench.BENCHES, "fit-kinds", f"{__name__}:stopped")
    monkeypatch.setattr(own_fits, "_on_unseen", lambda job: {})
    assert cli.main(["models", "calibrate"]) == 130
    assert "The same command goes on where it was." in capsys.readouterr().err


def stopped(job: Job) -> list[bench.Row]:
    job.run.cancel()
    job.run.check()
    return []


@pytest.mark.usefixtures("unexplored")
def test_what_is_there_is_not_made_again(engine: CountingEngine, capsys: Captured) -> None:
    own_fits.make("explained", Job(Settings(), Run(), engine=engine))
    assert cli.main(["models", "calibrate"]) == 0
    said = capsys.readouterr().out
    assert "explained: fitted to this model. Anew: muniment models calibrate explained" in said


def test_what_cannot_be_made_leaves_the_others(
    engine: CountingEngine, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bench.BENCHES, "fit-kinds", f"{__name__}:broken")
    monkeypatch.setitem(bench.BENCHES, "fit-explanations", f"{__name__}:explanations")
    monkeypatch.setattr(own_fits, "_on_unseen", lambda job: {})
    assert cli.main(["models", "calibrate"]) == 1
    said = capsys.readouterr().out
    assert "kinds: not made. It cannot." in said
    assert "explained (whether it is explained): made." in said


def broken(job: Job) -> list[bench.Row]:
    raise bench.BadInput("It cannot.")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["claims"], "muniment models calibrate claims --data DIR"),
        (["enough"], "muniment models calibrate enough --data DIR"),
        (["--data", "."], "Say what the data is for"),
        (["moods"], "no purpose “moods”"),
    ],
)
def test_what_is_missing_is_said(
    engine: CountingEngine, capsys: Captured, given: list[str], said: str
) -> None:
    assert cli.main(["models", "calibrate", *given]) == 1
    assert said in capsys.readouterr().err


def test_a_threshold_goes_with_the_weights_it_was_fitted_to(home: Path) -> None:
    scores, labels = [0.1] * 10 + [0.8] * 10, [False] * 10 + [True] * 10
    for purpose in ("absence", "enough"):
        calibration.keep(
            calibration.calibrated(purpose, "m", SHA256, "p", scores, labels, 0.95)  # type: ignore[arg-type]
        )
    info = ScriptedEngine([]).info()
    of_model = structs.replace(info, sha256=SHA256)
    assert own_fits.has_threshold("absence", of_model)
    assert not own_fits.has_threshold("absence", info)
    calibration.forget("absence", SHA256)
    assert not own_fits.has_threshold("absence", of_model)
    assert [one.purpose for one in calibration.stored()] == ["enough"]


def test_every_fit_that_hangs_on_a_model_has_a_purpose() -> None:
    named = {fit for purpose in own_fits.PURPOSES.values() for fit in purpose.fits}
    hanging = {file.stem for file in FOLDER.iterdir() if calibrated.shipped(file.stem).model}
    assert hanging == named
