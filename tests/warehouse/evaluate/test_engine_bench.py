"""The engine's benchmark without its timings: the work it makes, and how ratios become rows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warehouse.errors import BadInput
from warehouse.evaluate.engine import peers, work
from warehouse.evaluate.engine.pairs import compared
from warehouse.evaluate.engine.peers import Machine, Work, find_server


def words(lines: list[str]) -> list[int]:
    return [len(line.split()) for line in lines]


TEXT = " ".join(
    f"Sentence number {n} tells of the bridge and its builders here." for n in range(60)
)


def test_passages_are_whole_sentences_of_the_wanted_size() -> None:
    found = work.passages([TEXT], 33, 15, words)  # type: ignore[arg-type]
    assert len(found) == len(set(found)) == 15
    assert all(27 <= len(one.split()) <= 39 and one.endswith("here.") for one in found)


def test_windows_overlap_only_where_the_text_is_short() -> None:
    apart = work.passages([TEXT], 33, 20, words)  # type: ignore[arg-type]
    assert sum(len(one) for one in apart) <= len(TEXT)
    many = work.passages([TEXT], 33, 50, words)  # type: ignore[arg-type]
    assert len(set(many)) == 50
    with pytest.raises(BadInput, match="too little text"):
        work.passages([TEXT], 33, 500, words)  # type: ignore[arg-type]


def test_articles_become_text(tmp_path: Path) -> None:
    article = {
        "title": "Vils",
        "sections": [
            {
                "title": "A",
                "sentences": ["The bridge is old", "It stands."],
                "subsections": [{"title": "B", "sentences": ["It was closed"]}],
            }
        ],
    }
    (tmp_path / "articles.jsonl").write_text(json.dumps(article))
    assert work.texts(tmp_path) == ["The bridge is old. It stands. It was closed."]


def test_a_row_is_the_median_of_single_ratios() -> None:
    pairs = [
        (Work(seconds, seconds, 100, 50, ()), Work(5.0, 4.0, 100, 40, ()))
        for seconds in (1.0, 2.0, 0.5)
    ]
    one = compared("extract_vs_high_level", ">= 4.5", pairs, requests=4)
    assert (one.value, one.unit, one.ok) == (5.0, "x", True)
    assert one.context["spread"] == "2.5 to 10 in 3"
    assert one.context["processor"] == "4 x"
    assert "150 written" in one.context["ours"]
    assert "40 written/s" not in one.context["ours"]


def test_a_server_is_taken_from_where_it_was_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(peers.SERVER_VARIABLE, raising=False)
    assert find_server() is None
    monkeypatch.setenv(peers.SERVER_VARIABLE, str(tmp_path / "absent"))
    assert find_server() is None
    program = tmp_path / "llama-server"
    program.touch(0o755)
    monkeypatch.setenv(peers.SERVER_VARIABLE, str(program))
    assert find_server() == program


def test_all_sides_are_started_alike() -> None:
    machine = Machine(Path("m.gguf"), 4096, 8, 2, 0)
    command = peers._command(Path("/x/llama-server"), machine, 1234)
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--ctx-size"] == "4096"
    assert options["--parallel"] == "8"
    assert options["--threads"] == "2"
    assert options["--host"] == "127.0.0.1"
    given = json.loads(peers._command(Path("/x/python3"), machine, 1234)[-1])
    assert (given["slots"], given["cells"], given["threads"]) == (8, 4096, 2)
