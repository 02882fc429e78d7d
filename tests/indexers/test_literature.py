"""Lists of references: told apart from what a document says, each entry by itself."""

from __future__ import annotations

from pathlib import Path

import docx
import made_pdfs
import pytest
from made_pdfs import PROSE, filled, write_lines

from indexers.passages import cut
from indexers.reading import read
from indexers.records import Reading
from indexers.text.literature import entries, is_heading, is_list

BODY = "The mill was built in 1712. It ground grain for the whole valley [2]."
ENTRIES = (
    "[1] A. Miller, The Water Wheels of the Lune. Oxford University Press, 1999.",
    "[2] J. van der Berg and C. Stone, On Grain. Journal of Mills 12(3), 44–61, 2004.",
    "[3] Carter, P. A short history of flour. https://example.org/flour, 2011.",
)


def sentences_of(reading: Reading) -> list[str]:
    return [reading.text[one.start : one.end] for one in reading.sentences]


HEADINGS = """
References|7 References|A. Bibliography|Works cited|Literatur|4.2 Literaturverzeichnis|RÉFÉRENCES
Bibliographie|Bibliografía|Referencias|Riferimenti bibliografici|参考文献|Список литературы
"""


@pytest.mark.parametrize("title", [*HEADINGS.strip().replace("\n", "|").split("|"), "References:"])
def test_headings_of_lists(title: str) -> None:
    assert is_heading(title)


@pytest.mark.parametrize(
    "title", ["Reference manual", "Preferences", "References to pointers", "Literature in 1800"]
)
def test_other_headings(title: str) -> None:
    assert not is_heading(title)


@pytest.mark.parametrize("gap", ["\n", "\n\n", " "])
@pytest.mark.parametrize("path", ["", "Mills › References"])
def test_a_list_is_known_by_heading_or_form(path: str, gap: str) -> None:
    assert is_list(path, gap.join(ENTRIES))
    assert not is_list(path, PROSE)
    assert not is_list(path, BODY)


def test_entries_without_numbers_need_a_heading() -> None:
    text = "Miller, A. (1999). The Water Wheels.\n\nStone, C. and Carter, P. (2004). On Grain."
    assert is_list("Literatur", text)
    assert not is_list("Mills", text)


def test_a_chapter_about_references_is_no_list() -> None:
    text = "A reference names a place in memory. In 1972 they were called pointers.\n\n[1] 3 4 5"
    assert not is_list("References", text)
    assert not is_list("Mills", '[1] "a" "b"\n[1] 1999 2000 2001')


def made(name: str, folder: Path) -> Path:
    path = folder / name
    if name.endswith(".docx"):
        document = docx.Document()
        document.add_paragraph(BODY)
        document.add_heading("Literatur", 1)
        for one in ENTRIES:
            document.add_paragraph(one)
        document.save(str(path))
    elif name.endswith(".html"):
        items = "".join(f"<p>{one}</p>" for one in ENTRIES)
        path.write_text(f"<h1>Mills</h1><p>{BODY}</p><h2>References</h2>{items}", "utf-8")
    elif name.endswith(".md"):
        listed = "\n".join(ENTRIES)
        path.write_text(f"# Mills\n\n{BODY}\n\n## Références\n\n{listed}\n", "utf-8")
    elif name.endswith(".txt"):
        broken = "\n".join(one.replace(". ", ".\n    ", 2) for one in ENTRIES)
        path.write_text(f"{BODY}\n\nReferences\n\n{broken}\n", "utf-8")
    else:
        document = made_pdfs.new(1)
        y = write_lines(document[0], filled(PROSE, 230, 10))
        y = write_lines(document[0], ["References"], y=y + 20, size=14)
        lines = [line for one in ENTRIES for line in filled(one.replace("–", "-"), 230, 10)]
        write_lines(document[0], lines, y=y + 6)
        made_pdfs.save(document, path)
    return path


@pytest.mark.parametrize("name", ["a.docx", "a.html", "a.md", "a.txt", "a.pdf"])
def test_each_entry_is_one_sentence_and_its_passages_are_known(name: str, tmp_path: Path) -> None:
    reading = read(made(name, tmp_path))
    found = entries(reading.text, reading.sections)
    wanted = [one.replace("–", "-") for one in ENTRIES]
    told = [" ".join(reading.text[a:b].split()).replace("–", "-") for a, b in found]
    assert told == wanted
    read_as = [" ".join(one.split()).replace("–", "-") for one in sentences_of(reading)]
    assert read_as[-3:] == wanted
    last = cut(reading, 60, 1)[-1]
    assert is_list(last.path, reading.text[last.start : last.end])


def test_an_entry_that_fills_its_line_ends_there(tmp_path: Path) -> None:
    document = made_pdfs.new(1)
    y = write_lines(document[0], ["Bibliography"], size=14)
    lines = [
        f"{number}. Miller, A. and Stone, C. Of the {word} wheels at https://example.org/{word}/1999"
        for number, word in enumerate(("oldest", "larger", "latest"), 1)
    ]
    write_lines(document[0], lines, y=y + 6)
    reading = read(made_pdfs.save(document, tmp_path / "full.pdf"))
    assert sentences_of(reading)[-3:] == lines


def test_a_list_without_a_heading_is_in_no_passage_with_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bare.txt"
    path.write_text("\n\n".join([BODY, *ENTRIES]), "utf-8")
    reading = read(path)
    body, listed = (reading.text[one.start : one.end] for one in cut(reading, 200, 1))
    assert (body, listed) == (BODY, "\n\n".join(ENTRIES))
