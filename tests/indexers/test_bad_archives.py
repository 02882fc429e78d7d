"""Archives made to harm or to fool, and archives that were harmed."""

from __future__ import annotations

import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import made_books
import made_office
import pytest

from indexers import archive
from indexers.detect import format_of
from indexers.errors import NotReadable
from indexers.reading import read

LAUGHS = """<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">
<!ENTITY e SYSTEM "file:///etc/hostname">]>"""
BODY = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    "<w:p><w:r><w:t>{}</w:t></w:r></w:p></w:body></w:document>"
)
PART = "word/document.xml"


def refused(path: Path) -> str:
    with pytest.raises(NotReadable) as error:
        read(path)
    return error.value.reason


def test_a_part_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES_A_MEMBER", 1_000_000)
    path = made_office.letter(tmp_path / "a.docx")
    made_office.rewritten(path, {PART: BODY.format(" " * 5_000_000).encode()})
    assert path.stat().st_size < 60_000
    assert refused(path) == "its part word/document.xml unpacks to 5 MB, more than is read"


def test_all_parts_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 2_000)
    assert "more than is read" in refused(made_office.letter(tmp_path / "a.docx"))


def test_too_many_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    assert refused(made_books.book(tmp_path / "a.epub")) == "it has 7 parts, more than are read"


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    made_office.rewritten(path, {PART: (LAUGHS + BODY.format("Before &d;&e; after.")).encode()})
    text = read(path).text
    assert text.startswith("Before")
    assert "ha" not in text.partition("\n")[0]


def test_a_damaged_part_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    with zipfile.ZipFile(path) as whole:
        body = whole.read(PART)
    made_office.rewritten(path, {PART: body[: body.index(b"After the fire")]})
    reading = read(path)
    assert "Forty ledgers" in reading.text
    assert reading.losses[-1].reason == "damaged in document.xml; what was left was read"


def test_no_main_part_and_no_text(tmp_path: Path) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    with zipfile.ZipFile(path) as whole:
        kept = {name: whole.read(name) for name in whole.namelist() if name != PART}
    with zipfile.ZipFile(path, "w") as less:
        for name, data in kept.items():
            less.writestr(name, data)
    assert refused(path) == "the file is damaged: its main part is missing"
    made_office.rewritten(path, {PART: b"", "word/header1.xml": b"", "word/comments.xml": b""})
    assert refused(path).startswith("no text of it could be read: damaged in document.xml")


def test_a_book_locked_by_its_seller(tmp_path: Path) -> None:
    path = made_books.book(tmp_path / "a.epub")
    locked = '<e><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></e>'
    made_office.rewritten(path, {"META-INF/encryption.xml": locked.encode()})
    assert refused(path) == "the book is locked by its seller (DRM)"


def test_obfuscated_fonts_lock_nothing(tmp_path: Path) -> None:
    path = made_books.book(tmp_path / "a.epub")
    fonts = '<e><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></e>'
    made_office.rewritten(path, {"META-INF/encryption.xml": fonts.encode()})
    assert "Forty ledgers" in read(path).text


def test_an_encrypted_member(tmp_path: Path) -> None:
    path = made_books.book(tmp_path / "a.epub")
    data = bytearray(path.read_bytes())
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(signature, at + 4)
    path.write_bytes(data)
    assert refused(path) == "it is encrypted; save it without a password and add it again"


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file"),
        (b"{\\rtf1", "a Rich Text file"),
        (b"Rar!\x1a", "an archive"),
        (b"%!PS-Adobe", "a PostScript file"),
        (b"AT&TFORM\0\0\0\1DJVU", "a DjVu file"),
    ],
)
def test_known_kinds_that_are_not_read(tmp_path: Path, start: bytes, words: str) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(start + bytes(600))
    assert refused(path).startswith(f"this is {words}")


def test_an_archive_of_anything(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a.txt", "words")
    assert refused(path) == "this is an archive: unpack it and add what is in it"


def test_a_note_without_its_text(tmp_path: Path) -> None:
    path = made_office.open_text(tmp_path / "a.odt")
    with zipfile.ZipFile(path) as whole:
        content = whole.read("content.xml")
    made_office.rewritten(path, {"content.xml": content.replace(b"note-body", b"note-torso")})
    assert "Forty ledgers[1] were missing." in read(path).text


@pytest.mark.parametrize(
    ("name", "make", "mark"),
    [
        ("b.xlsx", made_office.workbook, b"clrScheme"),
        ("b.xlsx", made_office.workbook, b"cellXfs"),
        ("t.pptx", made_office.talk, b"clrScheme"),
        ("l.docx", made_office.letter, b"w:docDefaults"),
    ],
)
def test_damage_where_only_looks_are_told_loses_no_words(
    tmp_path: Path, name: str, make: Callable[[Path], Path], mark: bytes
) -> None:
    whole = read(make(tmp_path / f"whole-{name}"))
    path = make(tmp_path / name)
    with zipfile.ZipFile(path) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for member, data in members.items():
            archive.writestr(member, data)
    raw = bytearray(path.read_bytes())
    raw[raw.index(mark)] ^= 1
    path.write_bytes(raw)
    reading = read(path)
    assert len(reading.text) >= 0.9 * len(whole.text)
    assert any("damaged in" in loss.reason for loss in reading.losses)


def test_a_part_that_holds_more_than_it_says_is_not_unpacked_whole(tmp_path: Path) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    made_office.rewritten(path, {PART: bytes(200_000_000)})
    data = bytearray(path.read_bytes())
    at = data.rindex(PART.encode()) - 46
    data[at + 24 : at + 28] = (50).to_bytes(4, "little")
    path.write_bytes(data)
    tracemalloc.start()
    try:
        assert refused(path) == "its part word/document.xml is damaged or cut short"
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_part_packed_in_another_way_is_refused(tmp_path: Path, method: int) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w", method) as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
        packed.writestr(PART, BODY.format("words " * 200))
    data = bytearray(path.read_bytes())
    at = data.index(PART.encode()) + len(PART) + 9
    data[at : at + 30] = bytes(30)
    path.write_bytes(data)
    assert "packed in a way that is not read" in refused(path)


def test_a_file_of_comments_is_looked_at_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"<!-- -->" * 500 + b"words")
    started = time.monotonic()
    assert format_of(path) == "docx"
    assert time.monotonic() - started < 5
    path.write_bytes(b"<!-- a --><!-- b -->\n<!DOCTYPE html><p>words")
    assert format_of(path) == "web"


def test_text_behind_an_entity_is_read_and_the_entity_told(tmp_path: Path) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    part = '<!DOCTYPE d [<!ENTITY e "more">]>' + BODY.format("before &e; behind")
    made_office.rewritten(path, {PART: part.encode()})
    reading = read(path)
    assert "before &e; behind" in reading.text
    assert reading.losses[-1].reason.startswith("with entities of its own")


def test_parts_that_nest_too_deeply_are_told_as_that(tmp_path: Path) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    deep = "<w:sdt>" * 600 + "<w:p><w:r><w:t>deep</w:t></w:r></w:p>" + "</w:sdt>" * 600
    whole = BODY.replace("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", deep)
    made_office.rewritten(path, {PART: whole.encode()})
    assert read(path).losses[-1].reason.startswith("nested too deeply in document.xml")


def test_a_part_that_is_read_again_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_office.letter(tmp_path / "a.docx")
    made_office.rewritten(path, {"a": b"x" * 900, "b": b"x" * 900})
    monkeypatch.setattr(archive, "MOST_BYTES", 1_000)
    with archive.Archive(path) as opened:
        assert [len(opened.read("a")) for _ in range(3)] == [900] * 3
        with pytest.raises(NotReadable, match="more than is read"):
            opened.read("b")


def test_what_slides_have_in_common_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    read_part = archive.Archive.read

    def noted(self: archive.Archive, name: str) -> bytes:
        names.append(name)
        return read_part(self, name)

    monkeypatch.setattr(archive.Archive, "read", noted)
    read(made_office.talk(tmp_path / "a.pptx"))
    for kind in ("slideLayouts/slideLayout7", "slideMasters/slideMaster1", "theme/theme1"):
        assert names.count(f"ppt/{kind}.xml") == 1, kind


def test_a_text_may_begin_with_the_name_of_a_company(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("AT&T was broken up in 1984.")
    assert read(path).text == "AT&T was broken up in 1984."
