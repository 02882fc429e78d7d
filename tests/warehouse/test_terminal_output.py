"""What the command line prints: progress, tables, an answer; no letter steers the terminal."""

from __future__ import annotations

import io
import sys

import pytest

from indexers.records import Loss
from warehouse import cli
from warehouse.cli.research import shown
from warehouse.cli.session import Progress, plain, table
from warehouse.records import Place, StudyRow
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    Coverage,
    Draft,
    Evidence,
    Research,
    Spend,
)
from warehouse.run import Step, in_words


def test_a_letter_that_cannot_be_shown_ends_no_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    monkeypatch.setattr(cli, "_command", lambda name: lambda session: print("proven ✓"))
    assert cli.main(["ls"]) == 0
    narrow.flush()
    assert narrow.buffer.getvalue() == b"proven ?\n"  # type: ignore[attr-defined]


def test_progress_is_sparse_where_nobody_watches() -> None:
    stream = io.StringIO()
    progress = Progress(stream)
    for page in range(1000):
        progress.show(Step("Reading", page, 1000, "a.pdf"))
    progress.show(Draft("answer", "not a step"))
    progress.show(Step("Embedding", 0, 0))
    progress.clear()
    assert stream.getvalue() == "Reading 0 of 1,000: a.pdf\nEmbedding\n"
    assert list(progress.seconds) == ["Reading", "Embedding"]


def test_progress_says_what_is_proven_of_an_article_that_is_written() -> None:
    stream = io.StringIO()
    progress = Progress(stream)
    claims = (Claim(0, 4, "Iron", (1,), "quoted", ""), Claim(5, 9, "Wood", (1,), "partly", ""))
    blocks = (Block(2, "Iron", "Iron Wood", claims), Block(2, "Wood", "", ()))
    cover, spend = Coverage(0, 0, 0, 0, 0.0, 0.0), Spend(0, 0, 0, 0, 0.0)
    lead, found = Block(1, "", "", ()), Research("Iron")
    progress.show(Step("outlining", 0, 1))
    progress.show(Article("Iron", "Iron", "aware", lead, blocks, found, cover, spend))
    progress.show(Step("writing", 1, 2, "Wood"))
    progress.show(StudyRow("next", "write", "Iron", "orag", "running", 0.0, 0.0))
    progress.show(Step("searching", 0, 1))
    told = "1 of 2 sentences proven · 1 of 2 sections with proof"
    lines = ["outlining 0 of 1", f"writing 1 of 2: Wood · {told}", "searching 0 of 1"]
    assert stream.getvalue().splitlines() == lines


def test_a_step_in_words() -> None:
    assert plain(in_words(Step("Reading", 3, 12, "a\x1b[31mb\nc"))) == "Reading 3 of 12: a [31mb c"
    assert in_words(Step("Downloading", 500_000, 2_000_000)) == "Downloading 25 %"
    assert in_words(Step("Planning", 0, 0)) == "Planning"


def test_untrusted_text_cannot_steer_the_terminal() -> None:
    assert plain("a\x1b]0;title\x07b\u202ec\r") == "a ]0;title b c "


def test_tables_line_up() -> None:
    assert table([("id", "n"), ("abc", "10"), ("d", "5")], right=frozenset({1})) == (
        "id    n\nabc  10\nd     5"
    )


def answer() -> Answer:
    text = "The bridge opened in 1998 [1]. It is red."
    claims = (
        Claim(0, 30, "The bridge opened in 1998 [1].", (1,), "supported", "numbers agree", 0.97),
        Claim(31, 41, "It is red.", (), "not found", "no source is cited"),
    )
    evidence = Evidence(
        1, Place("d" * 64, 2, 5, 9), "It opened in 1998.", "Report", "iii", "", "bridge", 1.0
    )
    unused = Evidence(2, Place("d" * 64, 2, 5, 9), "Unused.", "Report", "iv", "", "q", 0.5)
    return Answer(
        "When did the bridge open?",
        "aware",
        text,
        False,
        claims,
        Research("t", (), (evidence, unused), (Loss("screening", "x", "y"),)),
        Coverage(6, 2, 1, 3, 0.1, 0.4),
        Spend(1200, 30, 4, 0, 2.5),
    )


def test_an_answer_shows_states_sources_and_coverage() -> None:
    said = shown(answer())
    assert " ✓ The bridge opened in 1998 [1]." in said
    assert "(Supported · numbers agree; for experts: the cited words entail it by .97" in said
    assert " ✗ It is red." in said
    assert "[1] Report, p. iii\n    “It opened in 1998.”" in said
    assert "Unused." not in said
    assert "Read 2 of 6 documents, 1 could not be read; 3 passages used." in said
    assert "1,200 tokens of reasoning, 30 of processing" in said
    assert "4 model calls, 2 s" in said
