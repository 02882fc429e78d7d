"""What can be evidence: sentences, rows and items; no heading, and no table of contents."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading, write_pdf

from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.methods import rag
from warehouse.methods.evidence.extraction import Picked
from warehouse.methods.evidence.pool import Candidate
from warehouse.methods.evidence.prose import is_item, is_prose, without_mark
from warehouse.methods.evidence.reduction import listed, notes, reduce
from warehouse.methods.evidence.repetition import KnownEvidence
from warehouse.methods.evidence.screening import Screened
from warehouse.methods.evidence.sentences import (
    CLOSED,
    FIRST_PASSAGES,
    LONG_PASSAGES,
    Line,
    is_contents,
    of_hits,
    read,
    tells,
)
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.writing.sentences.unused_sentences import alone


@pytest.mark.parametrize(
    "text",
    [
        "5.2 Interface functions .C and .Fortran\t135 5.3 dyn.load and dyn.unload\t137",
        "5.4.1 Speed considerations.\t142",
        "5.8.1 Unix-alikes\t153 5.8.2 Windows\t154 5.9 Handling R objects in C.\t154",
        "1 Introduction\tvii 2 The storm of 1421\t12",
        "A.1 Sources of the tables\t301",
    ],
)
def test_contents_prove_nothing(text: str) -> None:
    assert is_contents(text)
    assert not tells(text, ())


@pytest.mark.parametrize(
    "text",
    [
        "Tree: Oak\tHeight: 30 m\tYears: 400",
        "3 Oak trees of the park\t24",
        "Oak\t30\t400",
        "Version 5.2 was released on 12 May 1998 with 3 new functions.",
        "See section 5.4.1 on page 142 for the speed of each call.",
        "5.4 Registering native routines\t139 By native routine we mean an entry point in"
        " compiled code, which is looked up when the package is loaded and then called by name.",
    ],
)
def test_rows_and_sentences_do(text: str) -> None:
    assert not is_contents(text)


def test_a_heading_with_its_page_proves_nothing() -> None:
    row = "What symbols to engrave?\t14"
    assert not tells(row, {"what symbols to engrave"})
    assert tells(row, {"another heading"}), "a row of figures"


@pytest.mark.parametrize("mark", ["³", "¹,²", "[3]", "[3][4]", "”[3–5]"])
def test_a_sentence_with_the_mark_of_a_note_is_one(mark: str) -> None:
    text = f"John Roebling died in Husum in 1850.{mark}"
    assert tells(text, ()) and CLOSED.search(text)
    assert is_prose(text) and alone(f"{text} Who built the long bridge near it?{mark}") == [text]


def test_what_the_model_reads_has_no_notes_of_the_page() -> None:
    text = "The mill stands nearby.[3] It is old."
    piece = Evidence(1, Place("d", 0, 0, len(text)), text, "Mills", "1", "", "q", 1.0)
    assert notes([piece]) == "[1] Mills: The mill stands nearby. It is old."
    assert listed([piece]) == "[1] The mill stands nearby. It is old."


def test_evidence_has_the_pages_on_which_it_stands(tmp_path: Path) -> None:
    """Its passage may have begun on the page before."""
    first = "The bridge at Halton was opened in May 1934 by the mayor of the town."
    second = "Its toll house was taken down in 1971 when the new road was built."
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(64)) as library:
        [row] = library.add([write_pdf(tmp_path / "two.pdf", [first, second])], Run())
        [hit] = library.catalog.passage_hits(row.id)
        assert hit.page == 0 and second[:20] in hit.text
        candidate = Candidate(row.id)
        candidate.add(hit, 1.0, "toll house")
        screened = Screened(candidate, 1.0)
        lines = read(screened, library, {})
        context = Context.of(library, ScriptedEngine([]), SETTINGS, Run())

        def told(line: Line) -> tuple[int, str]:
            picked = [Picked(line, 0.9, np.ones(1, np.float32))]
            [found], _ = reduce(picked, lines, {}, KnownEvidence(context), context)
            return found.place.page, found.page_label

        assert [told(line) for line in lines] == [(0, "1"), (1, "2")]
        [whole] = rag.retrieve("toll house", context).evidence
        assert (whole.place.page, whole.page_label) == (0, "1–2")


def test_references_that_no_search_brought_up_are_not_read(tmp_path: Path) -> None:
    listed = "[1] A. Miller, On the mill, 1999.\n[2] C. Stone, On its grain, 2004."
    text = f"{prose(1, 3)}\n\n{listed}"
    made = reading("Mills", text)
    settings = msgspec.structs.replace(SETTINGS, passage_tokens=40)
    with Library(tmp_path / "w", settings, HashingEmbedder()) as library:
        [document] = library.admit_many([Admission(made, "s", text.encode())], Run())
        candidate = Candidate(document.id)
        lines = read(Screened(candidate, 1.0), library, {})
        assert lines and not any("Miller" in line.text for line in lines)
        for hit in library.catalog.passage_hits(document.id):
            candidate.hits[hit.id] = hit
        assert any("Miller" in line.text for line in read(Screened(candidate, 1.0), library, {}))


def test_the_headings_of_a_table_are_not_read_and_its_rows_are(tmp_path: Path) -> None:
    table = (
        "State\tLine\tThe source\nState: quoted\tLine: solid\tThe source: has these words\n"
        "State: partly\tLine: dotted\tThe source: says some of it"
    )
    made = reading("Proof", "A claim has one of four states, told by the line under it.", table)
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder(64)) as library:
        [row] = library.admit_many([Admission(made, "proof.html", b"proof")], Run())
        texts = [line.text for line in of_hits(library.catalog.passage_hits(row.id), library)]
    assert len(texts) == 3
    assert not any(text.startswith("State\t") for text in texts)


def test_of_a_long_document_the_first_passages_of_the_library_are_read(tmp_path: Path) -> None:
    made = reading("Mills", "\n\n".join(prose(seed, 6) for seed in range(12)))
    settings = msgspec.structs.replace(SETTINGS, passage_tokens=40)
    with Library(tmp_path / "w", settings, HashingEmbedder()) as library:
        [document] = library.admit_many([Admission(made, "s", b"mills")], Run())
        hits = library.catalog.passage_hits(document.id)
        assert len(hits) > FIRST_PASSAGES
        candidate = Candidate(document.id, hits={hit.id: hit for hit in hits})

        def starts(ranks: dict[str, int]) -> set[int]:
            lines = read(Screened(candidate, 1.0), library, ranks)
            return {hit.start for hit in hits for one in lines if hit.start <= one.start < hit.end}

        behind = {hit.id: at + FIRST_PASSAGES for at, hit in enumerate(hits)}
        assert max(starts(behind)) <= hits[LONG_PASSAGES].start
        before = {hit.id: at for at, hit in enumerate(hits)}
        assert max(starts(before)) >= hits[FIRST_PASSAGES - 1].start


def test_the_day_of_a_month_is_no_mark_of_a_list() -> None:
    told = "24. Dezember 1961 brannte die Mühle."
    assert not is_item(told) and without_mark(told) == told
    assert without_mark("24. Der Müller mahlt das Korn.") == "Der Müller mahlt das Korn."
