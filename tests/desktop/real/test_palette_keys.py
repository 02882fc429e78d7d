"""Palette, list of keys and the one search by keys alone, from wherever the focus is."""

from __future__ import annotations

from typing import cast

from hand import Hand, focused

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.pages.settings.page import SettingsPage
from desktop.shell.window import Window
from warehouse.library import Library


def test_an_act_is_done_from_inside_a_text_and_the_text_has_the_keys_again(
    page: AskPage, opened: Window, house: House, hand: Hand
) -> None:
    hand.key("ctrl+2")
    hand.type("Who")
    hand.key("ctrl+shift+p")
    hand.wait_until(opened._palette.field.hasFocus)
    hand.type("dark colours")
    hand.key("Return")
    hand.wait_until(lambda: house.theme.tokens.dark)
    house.change(theme="light")
    hand.wait_until(lambda: focused() is page.focus_place())
    hand.type("?")
    assert page.start.box.text() == "Who?", "a question mark in a text is a question mark"
    hand.key("ctrl+p", "Escape")
    hand.wait_until(lambda: focused() is page.focus_place())


def test_the_list_of_keys_comes_and_goes_by_its_key(
    opened: Window, library: Library, hand: Hand
) -> None:
    hand.key("ctrl+1", "F1")
    hand.wait_until(opened._keys.keys.hasFocus)
    hand.key("Escape")
    hand.wait_until(lambda: not opened._keys.isVisible())
    page = cast(LibraryPage, opened.page("library"))
    hand.wait_until(lambda: focused() is page.focus_place())
    hand.key("question")
    hand.wait_until(opened._keys.isVisible)
    hand.key("question")
    hand.wait_until(lambda: not opened._keys.isVisible())


def test_from_a_word_to_the_passage_and_back_by_keys(
    opened: Window, library: Library, hand: Hand
) -> None:
    hand.key("ctrl+7", "ctrl+k")
    search = opened._search
    hand.wait_until(search.field.hasFocus)
    hand.type("storm")
    hand.wait_until(lambda: bool(search._passages.rows))
    hand.key("Return")
    hand.wait_until(lambda: opened.current == "reader")
    reader = cast(ReaderPage, opened.page("reader"))
    hand.wait_until(lambda: reader.view.content is not None and reader.view.hasFocus())
    hand.key("Escape")
    hand.wait_until(lambda: opened.current == "settings")


def test_a_setting_is_led_to_and_found_by_its_words(opened: Window, hand: Hand) -> None:
    hand.key("ctrl+k")
    hand.wait_until(opened._search.field.hasFocus)
    hand.type("sentences the end")
    hand.wait_until(lambda: not opened._search._waits)
    hand.key("Return")
    hand.wait_until(lambda: opened.current == "settings")
    page = cast(SettingsPage, opened.page("settings"))
    line = page.lines["passage_overlap"]
    hand.wait_until(lambda: focused() is line.editor.control)
    assert not line.visibleRegion().isEmpty()
    hand.key("ctrl+f")
    hand.wait_until(page.words.hasFocus)
    hand.type("scanned")
    hand.wait_until(lambda: not page.lines["theme"].isVisible())
    assert page.lines["ocr"].isVisible()


def test_a_click_beside_puts_it_away(opened: Window, library: Library, hand: Hand) -> None:
    hand.key("ctrl+p")
    hand.wait_until(opened._palette.isVisible)
    hand.click(opened.sidebar)
    hand.wait_until(lambda: not opened._palette.isVisible())
    assert opened.current == "library", "the click went no further"
