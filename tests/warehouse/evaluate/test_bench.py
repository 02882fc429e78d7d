"""The frame of the benchmarks: rows judged, kept, shown; and the data they are fed."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder

from indexers.readers import ReaderPool
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput
from warehouse.evaluate import bench, hotpot, machine
from warehouse.evaluate.documents import paper, readers, reading
from warehouse.evaluate.documents.reading import ingest, read
from warehouse.evaluate.proof import material
from warehouse.evaluate.proof.claims import of_lines
from warehouse.evaluate.question import fitting
from warehouse.evaluate.question.questions import Case
from warehouse.evaluate.record_lines import Kept
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.research.qa import Outcome, _case, _methods, _rows
from warehouse.evaluate.retrieval.fields import fields
from warehouse.ingest import embedders
from warehouse.results.records import Claim
from warehouse.run import Run
from warehouse.settings import Settings


def sample(job: Job) -> list[Row]:
    return [
        row("fast", 250.0, "pages/s", ">= 200", pages=job.limit, model="m"),
        row("slow", 4.0, "s", "<= 3", pages=7, model="m"),
        row("plain", 1.0, "s"),
    ]


def none(job: Job) -> list[Row]:
    return []


TARGET = {"sample": f"{__name__}:sample"}


def test_a_benchmark_is_judged_kept_and_shown(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "out" / "rows.json"
    code = bench.main(["sample"], Job(Settings(), Run(), limit=3), written, TARGET)
    assert code == 1
    rows = json.loads(written.read_text())
    assert [(one["name"], one["ok"]) for one in rows] == [
        ("fast", True),
        ("slow", False),
        ("plain", None),
    ]
    assert set(rows[0]) == {"name", "value", "unit", "want", "ok", "context"}
    assert rows[0]["context"]["pages"] == "3"
    assert rows[0]["context"].keys() >= {"processor", "cores", "versions", "source", "date"}
    shown = capsys.readouterr().out
    assert "slow" in shown
    assert "missed" in shown
    assert bench.main(["table"], Job(Settings(), Run())) == 0
    table = capsys.readouterr().out
    assert "| `fast` | 250 pages/s | >= 200 | ok |" in table


def test_what_a_fit_has_asked_is_kept_beside_the_rows(home: Path) -> None:
    engine = ScriptedEngine([Line("kind", "", (0.5, 0.5), repeat=True)])
    job, cases = Job(Settings(), Run()), [Case("fact", "Who?")]
    for _ in range(2):
        [[first, second]] = fitting.likelihoods("kind", ("a", "b"), cases, engine, job)
        assert first == second
    assert len(engine.seen) == 1
    assert bench.main(["sample"], job, benches=TARGET) == 1
    assert bench.main(["table"], Job(Settings(), Run())) == 0


def named(job: Job) -> list[Row]:
    return [row("named", 1.0, "", model=job.settings.model, own=job.model)]


def test_a_model_named_for_a_benchmark_takes_the_place_of_the_one_in_use(tmp_path: Path) -> None:
    for model, want in (("other", ("other", "other")), ("", ("used", ""))):
        written = tmp_path / "rows.json"
        job = Job(Settings(model="used"), Run(), model=model)
        bench.main(["named"], job, written, {"named": f"{__name__}:named"})
        (one,) = json.loads(written.read_text())
        assert (one["context"]["model"], one["context"]["own"]) == want


def test_an_unknown_benchmark_is_said() -> None:
    with pytest.raises(BadInput, match="no benchmark nothing"):
        bench.main(["nothing"], Job(Settings(), Run()))


def test_a_benchmark_that_measures_nothing_says_so(home: Path) -> None:
    with pytest.raises(BadInput, match="measured nothing"):
        bench.main(["none"], Job(Settings(), Run()), benches={"none": f"{__name__}:none"})


def test_every_benchmark_has_its_function() -> None:
    for target in bench.BENCHES.values():
        module, _, function = target.partition(":")
        assert callable(getattr(__import__(module, fromlist=[function]), function))


def test_the_fingerprint_is_of_the_sources() -> None:
    assert machine.fingerprint() == machine.fingerprint()
    assert len(machine.fingerprint()) == 64


def test_a_made_pdf_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "made.pdf"
    file.write_bytes(paper.pdf([[f"Line {i} (of page {page}) \\ end." for i in range(40)]
                                for page in range(3)]))  # fmt: skip
    pool = ReaderPool(1, log_folder=tmp_path)
    try:
        reading = pool.read(file)
    finally:
        pool.close()
    assert len(reading.pages) == 3
    assert "Line 20 (of page 2) \\ end." in reading.text


def test_reading_and_ingest_are_measured(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    text = [["The quick brown foxes jumped over many lazy dogs today."] * 30] * 4
    (folder / "a.pdf").write_bytes(paper.pdf(text))
    (folder / "b.pdf").write_bytes(b"%PDF junk")
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder())
    job = Job(Settings(), Run(), folder)
    [rate] = read(job)
    assert rate.context["pages"] == "4"
    assert rate.value > 0
    monkeypatch.setattr(reading, "LONG_PAGES", 5)
    searchable, long, verified = ingest(job)
    assert 0 < searchable.value <= verified.value
    assert long.name == "searchable_s_1000p" and long.value > 0
    (folder / "b.pdf").unlink()
    monkeypatch.setattr(readers, "ROUNDS", 1)
    against_raw, *_ = readers.readers(job)
    assert against_raw.name == "read_vs_raw" and against_raw.value > 0
    assert against_raw.context["pages"] == "4"
    assert searchable.context["pages"] == "100"
    assert int(searchable.context["hits"]) > 0


def test_no_files_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        read(Job(Settings(), Run(), tmp_path))
    with pytest.raises(BadInput):
        material.cases(tmp_path)


def write_lines(file: Path, lines: list[object]) -> None:
    file.write_bytes(b"\n".join(msgspec.json.encode(line) for line in lines))


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    folder = tmp_path / "hotpot"
    folder.mkdir()
    corpus = [
        {"title": "Tower", "sentences": ["The tower is tall.", " Anna Kahn built it. "]},
        {"title": "Anna Kahn", "sentences": ["Anna Kahn was born in Lille."]},
    ]
    asked = {
        "id": "q1",
        "question": "Where was the builder of the tower born?",
        "answer": "Lille",
        "supporting": [["Tower", 1], ["Anna Kahn", 0]],
    }
    write_lines(folder / "corpus.jsonl", list(corpus))
    write_lines(folder / "questions.jsonl", [asked])
    return folder


def test_hotpot_becomes_a_library_once(
    home: Path, questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder())
    job = Job(Settings(), Run(), questions)
    for _ in range(2):
        with hotpot.corpus(job) as data:
            [question] = data.questions
            gold = data.gold(question)
            tower = data.documents["Tower"]
            assert data.library.catalog.text(tower) == "The tower is tall. Anna Kahn built it."
            assert len(data.library.catalog.documents()) == 2
            assert gold.documents == frozenset(data.documents.values())
            assert data.sentences_in(tower, 19, 38) == [(tower, 1)]
            assert data.sentences_in(tower, 0, 38) == [(tower, 0), (tower, 1)]
            assert data.sentences_in(tower, 19, 24) == []


def test_fields_are_weighed_on_two_halves(
    home: Path, questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedders, "Embedder", lambda *_: HashingEmbedder(256))
    first = (questions / "questions.jsonl").read_bytes()
    (questions / "questions.jsonl").write_bytes(first + b"\n" + first)
    rows = {row.name: row.value for row in fields(Job(Settings(), Run(), questions))}
    assert rows["headers_title_x1_choose_words_all_gold"] == 1.0
    assert rows["headers_title_x1_choose_hybrid_mrr"] == rows["headers_title_x1_report_hybrid_mrr"]
    assert len(rows) == 2 * 5 * 2 * 4


def outcome(question: str, method: str, em: float) -> Outcome:
    return Outcome(question, method, "a", em, em, seconds=2.0, tokens=100, gold_read=1.0)


def test_outcomes_survive_a_kill(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    kept = Kept(file, Outcome, _case)
    kept.add(outcome("q1", "rag", 1))
    with file.open("ab") as out:
        out.write(b'\n{"question": "q2", "meth')
    again = Kept(file, Outcome, _case)
    assert again.records == {("q1", "rag"): outcome("q1", "rag", 1)}
    first = again.of(("q1", "rag"), lambda: outcome("q1", "rag", 0))
    assert first == outcome("q1", "rag", 1), "what is kept is not made again"
    again.of(("q2", "rag"), lambda: outcome("q2", "rag", 0))
    assert [*Kept(file, Outcome, _case).records] == [("q1", "rag"), ("q2", "rag")]


def test_rows_of_both_methods_and_their_difference() -> None:
    outcomes = [outcome(f"q{i}", method, em) for i in range(4)
                for method, em in (("aware", float(i % 2)), ("rag", 0.0), ("rag10", 1.0),
                                   ("rag_same", 0.0))]  # fmt: skip
    by_name = {one.name: one for one in _rows(outcomes)}
    assert by_name["rag_em"].value == 0.0
    assert by_name["aware_em"].value == 0.5
    assert by_name["rag10_em"].value == 1.0
    assert by_name["aware_em_gain"].value == 0.5
    assert "n=4" in by_name["aware_f1"].context["interval"]
    assert by_name.keys() >= {"aware_f1", "aware_seconds", "all_gold_read", "rag_f1"}


@pytest.mark.parametrize(
    ("rows", "methods"),
    [
        ((), ["aware", "rag", "rag10", "rag_same", "gold"]),
        (("rag_em",), ["rag"]),
        (("gold_f1", "rag10_seconds"), ["rag10", "gold"]),
        (("rag_same_em",), ["aware", "rag_same"]),
        (("aware_em", "rag_f1"), ["aware", "rag"]),
        (("all_gold_read",), ["aware"]),
    ],
)
def test_plain_retrieval_can_be_told_without_the_product(
    rows: tuple[str, ...], methods: list[str]
) -> None:
    assert _methods(rows) == methods
    assert _rows([outcome("q", "rag", 1.0)])[0].name == "rag_em"


def test_labelled_claims(tmp_path: Path) -> None:
    told = [
        f"In {1900 + i}, the mayor Anna Kahn opened the large bridge of Lille (on foot) and it was "
        f"crossed by {100 + i} people" for i in range(12)
    ]  # fmt: skip
    told = [sentence.replace("Anna", "Berta") if i % 2 else sentence
            for i, sentence in enumerate(told)]  # fmt: skip
    sections = [{"title": "A", "sentences": told[:6]}, {"title": "B", "sentences": told[6:]}]
    write_lines(tmp_path / "articles.jsonl", [{"title": "Lille", "sections": sections}])
    made = material.cases(tmp_path)
    assert made == material.cases(tmp_path)
    assert {case.kind for case in made} == {"true", *material.WRONG}
    assert all(case.claim not in case.evidence for case in made)
    negated = [case for case in made if case.kind == "negation"]
    assert all(" was not " in case.claim for case in negated)


def test_a_line_is_proven_when_all_its_sentences_are() -> None:
    text = "A one. A two.\nB one."
    states = ("supported", "partly", "quoted")
    starts = (0, 7, 14)
    found = [
        Claim(start, start + 6, "x", (1,), state, "")  # type: ignore[arg-type]
        for start, state in zip(starts, states, strict=True)
    ]
    assert of_lines(text, found) == [False, True]
