"""Attachments of e-mail become documents of their own, also after a kill at the worst moment."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from shelf import prose, write_pdf

from indexers.records import Reading
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.schema import arrivals


def mail(folder: Path) -> Path:
    """A message that holds a PDF, and a message that holds a text."""
    inner = EmailMessage()
    inner["Subject"] = "Inside"
    inner.set_content(prose(1))
    inner.add_attachment(prose(2).encode(), maintype="text", subtype="plain", filename="deep.txt")
    outer = EmailMessage()
    outer["Subject"] = "Outside"
    outer.set_content(prose(3))
    pdf = write_pdf(folder / "report.pdf", [prose(4)]).read_bytes()
    outer.add_attachment(pdf, maintype="application", subtype="pdf", filename="../report.pdf")
    data = inner.as_bytes()
    outer.add_attachment(data, maintype="application", subtype="octet-stream", filename="in.eml")
    path = folder / "out.eml"
    path.write_bytes(outer.as_bytes())
    return path


def test_attachments_are_documents(library: Library, tmp_path: Path) -> None:
    path = mail(tmp_path)
    library.add([path], Run())
    found = {one.title: one for one in library.catalog.documents()}
    assert {one.state for one in found.values()} == {"verified"}
    assert {one.kind for one in found.values()} == {"mail", "pdf", "text"}
    assert len(found) == 4
    assert sorted(one.source for one in found.values()) == [
        str(path),
        f"{path} › ../report.pdf",
        f"{path} › in.eml",
        f"{path} › in.eml › deep.txt",
    ]
    library.add([path], Run())
    assert len(library.catalog.documents()) == 4


def test_what_is_enclosed_too_deep_is_told_and_not_taken_in(
    library: Library, tmp_path: Path
) -> None:
    inner = b"The innermost text of all, that nobody has to read."
    kind = "deep.txt"
    for level in range(6):
        message = EmailMessage()
        message["Subject"] = f"Level {level}"
        message.set_content(prose(level))
        message.add_attachment(inner, maintype="application", subtype="x", filename=kind)
        inner, kind = message.as_bytes(), f"level{level}.eml"
    path = tmp_path / "out.eml"
    path.write_bytes(inner)
    library.add([path], Run())
    found = {one.title: one.id for one in library.catalog.documents()}
    assert set(found) == {"Level 5", "Level 4", "Level 3", "Level 2"}
    [loss] = library.catalog.losses(found["Level 2"])
    assert loss.what == "attachment level1.eml" and "too deep" in loss.reason


def test_a_message_read_again_brings_back_nothing_that_was_removed(
    library: Library, tmp_path: Path
) -> None:
    path = mail(tmp_path)
    [message] = library.add([path], Run())
    inside = {one.title: one.id for one in library.catalog.documents()}
    library.remove(inside["../report.pdf"])
    library.remove(inside["deep.txt"])
    library.read_again(message.id, [], Run())
    assert {one.title for one in library.catalog.documents()} == {"Outside", "Inside"}
    assert len(library.trash.list()) == 2
    library.trash.forget([inside["../report.pdf"], inside["deep.txt"]])
    library.read_again(message.id, [], Run())
    assert {one.title for one in library.catalog.documents()} == {"Outside", "Inside"}
    library.add([tmp_path / "report.pdf"], Run())
    assert len(library.catalog.documents()) == 3, "added by itself it is wanted again"


def test_a_message_that_is_removed_while_it_is_read_brings_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = library.readers.read

    def read_and_remove(path: Path, **wishes: Any) -> Reading:
        made = read(path, **wishes)
        library.remove(path.stem)
        return made

    with monkeypatch.context() as patch:
        patch.setattr(library.readers, "read", read_and_remove)
        library.add([mail(tmp_path)], Run())
    assert library.catalog.documents() == []
    [removed] = library.trash.list()
    library.trash.restore(removed.document.id, Run())
    assert [one.state for one in library.catalog.documents()] == ["verified"] * 4


def test_a_message_that_was_forgotten_brings_all_along_again(
    library: Library, tmp_path: Path
) -> None:
    path = mail(tmp_path)
    library.add([path], Run())
    everything = [one.id for one in library.catalog.documents()]
    for id in everything:
        library.remove(id)
    library.trash.forget(everything)
    library.add([path], Run())
    assert len(library.catalog.documents()) == len(everything)


def test_what_came_out_of_messages_before_it_was_noted_is_found(
    library: Library, tmp_path: Path
) -> None:
    library.add([mail(tmp_path)], Run())
    ids = {one.title: one.id for one in library.catalog.documents()}
    with library.catalog.write() as connection:
        connection.execute("DROP TABLE enclosed")
        for statement in arrivals.ENCLOSED:
            connection.execute(statement)
    found = library.catalog.enclosed_in(ids["Outside"])
    assert found == {ids["../report.pdf"], ids["Inside"]}
    assert library.catalog.enclosed_in(ids["Inside"]) == {ids["deep.txt"]}
    assert library.catalog.enclosed_in(ids["deep.txt"]) == set()


def test_a_kill_before_the_message_is_stored_repeats_both(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Catalog, "store_readings", killed)
        with pytest.raises(KeyboardInterrupt):
            library.add([mail(tmp_path)], Run())
    library.resume(Run())
    rows = library.catalog.documents()
    assert [one.state for one in rows] == ["verified"] * 4
