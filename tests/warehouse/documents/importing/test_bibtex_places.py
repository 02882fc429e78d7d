"""BibTeX: what an entry takes from its crossref, and where JabRef keeps files."""

from __future__ import annotations

from pathlib import Path

from shelf import prose, write_pdf

from warehouse.documents.importing import bibtex

PROCEEDINGS = """
@inproceedings{a, title = {On Tides}, author = {Weber, Anna}, crossref = {sea}, pages = {1--9}}
@inproceedings{b, title = {Alone}, crossref = {nowhere}}
@inproceedings{c, title = {Itself}, crossref = {c}}
@proceedings{sea, title = {Proceedings of the Sea}, editor = {Durand, E.}, year = 2019,
  publisher = {Tidal Press}, author = {Nobody}, doi = {10.1000/sea}}
"""


def test_an_entry_takes_what_its_crossref_says_more(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_text(PROCEEDINGS)
    a, b, c, _ = bibtex.read(path).entries
    assert {name: a.fields[name] for name in ("title", "authors", "container", "date")} == {
        "title": ("On Tides",),
        "authors": ("Weber, Anna",),
        "container": ("Proceedings of the Sea",),
        "date": ("2019",),
    }
    assert a.fields["publisher"] == ("Tidal Press",) and a.fields["editors"] == ("Durand, E.",)
    assert "doi" not in a.fields
    assert "container" not in b.fields and "container" not in c.fields


def test_files_stand_in_the_folders_that_jabref_notes(tmp_path: Path) -> None:
    papers = tmp_path / "papers; all"
    papers.mkdir()
    write_pdf(papers / "tides.pdf", [prose(1)])
    path = tmp_path / "a.bib"
    entry = "@book{a, title = {Tides}, file = {:tides.pdf:PDF}}\n"
    path.write_text(entry)
    (file,) = bibtex.read(path).entries[0].files
    assert file.path is None
    path.write_text(entry + "@Comment{jabref-meta: fileDirectory:papers\\; all;}\n")
    (file,) = bibtex.read(path).entries[0].files
    assert file.path == papers / "tides.pdf"
    path.write_text(entry + "@Comment{jabref-meta: fileDirectory-ann-desk:\\\\\\\\host\\\\x;}\n")
    (file,) = bibtex.read(path).entries[0].files
    assert file.problem == "The file is not there."
