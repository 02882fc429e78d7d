"""What is selected of an article, as it is read or typed, is what a wish is about."""

from __future__ import annotations

import pytest
from edited_articles import NIGHT, Until, opened
from PySide6.QtGui import QTextCursor
from studied import TEXT

from desktop.pages.write.page import WritePage
from warehouse.writing.editing.records import Spot


def select(page: WritePage, first: str, last: str) -> None:
    """In the section, from the one word to the other."""
    prose = page.article.text
    shown = prose.toPlainText()
    after = shown.index("The night", shown.index("broke"))
    start = shown.index(first, after)
    end = shown.index(last, start) + len(last)
    cursor = QTextCursor(prose.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    prose.setTextCursor(cursor)


def wished(page: WritePage, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    heard = list[tuple[object, ...]]()
    monkeypatch.setattr(
        "warehouse.studies.editing.editor.ArticleEditor.suggest",
        lambda self, wish, spot, context, about="", span=None: (
            heard.append((wish, spot, about, span)) or "Nothing."
        ),
    )
    return heard


def test_a_selection_across_a_number_takes_its_sentences(
    written: WritePage, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = wished(written, monkeypatch)
    select(written, "dam broke", "broke twice")
    written.editing.here("rewrite")
    until(lambda: heard)
    assert heard == [("rewrite", NIGHT, "", (0, TEXT.index(" Nobody")))]


def test_selected_words_are_meant_where_they_were_selected(
    written: WritePage, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = wished(written, monkeypatch)
    written.article.text.choose(0)
    select(written, "Nobody", "slept")
    written.editing.here("prove")
    until(lambda: heard)
    at = TEXT.index("Nobody slept")
    assert heard == [("prove", NIGHT, "", (at, at + len("Nobody slept")))]


@pytest.mark.parametrize("wish", ["add", "comment"])
def test_what_is_asked_for_first_is_of_the_selection_too(
    written: WritePage, until: Until, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    heard = wished(written, monkeypatch)
    select(written, "Nobody", "slept")
    written.editing.here(wish)
    edit = written.editing.pen.edit
    assert edit is not None
    edit._line.said.emit("the storm")
    at = TEXT.index("Nobody slept")
    until(lambda: heard or (written.editing.kept.now and written.editing.kept.now.comments))
    if wish == "add":
        assert heard == [("add", NIGHT, "the storm", (at, at + len("Nobody slept")))]
    else:
        [(comment, _)] = written.editing.kept.now.comments
        assert comment.quote.exact == "Nobody slept"


def test_of_what_was_typed_the_place_is_found_in_what_it_became(
    written: WritePage, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = wished(written, monkeypatch)
    edit = opened(written)
    typed = f"One of two.  \n\n\n\n{TEXT}"
    edit.replace(typed)
    at = typed.index("It broke")
    edit.text.choose((at, at + len("It broke")))
    edit.ask("shorter")
    until(lambda: heard)
    [(wish, spot, _, span)] = heard
    assert (wish, spot) == ("shorter", Spot(1, 1))
    assert span == (TEXT.index("It broke"), TEXT.index("It broke") + len("It broke"))
