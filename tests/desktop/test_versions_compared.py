"""Any two versions of an article beside each other, not only one and now."""

from __future__ import annotations

from edited_articles import Until, opened, said
from hands import words_in

from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import TrackedWords


def test_a_version_is_compared_with_another(written: WritePage, until: Until) -> None:
    for words in ("It was dark.", "It was raining."):
        opened(written).done.emit(words)
        until(lambda words=words: words in said(written) and written.editing.pen.edit is None)
    written.editors.show_versions()
    sheet = written.editors.versions
    until(lambda: "From version 2 to now" in words_in(sheet))
    assert {"", "1", "2", "3"} == set(sheet.other._options)
    sheet.list.setCurrentIndex(sheet.list.rows.index(2))
    until(lambda: "From version 1 to now" in words_in(sheet))
    sheet.other.choose("2")
    until(lambda: "From version 1 to version 2" in words_in(sheet))
    told = " ".join(one.text() for one in sheet.findChildren(TrackedWords))
    assert "dark" in told and "raining" not in told
    sheet.other.choose("1")
    until(lambda: "The two read alike." in words_in(sheet))
    written.editors.clear()
    assert sheet.other.chosen == ""


def test_the_key_is_told_where_the_versions_are(written: WritePage) -> None:
    assert "(Alt+V)" in written.editors.see_versions.toolTip()
