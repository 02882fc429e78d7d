"""What is wished of an article, as prompts are told it."""

from __future__ import annotations

from warehouse.settings import Settings
from warehouse.writing import wishes

WISHED = Settings(article_purpose="to decide", article_style="dry", article_language="German")


def test_a_plan_is_told_all_of_it_and_a_purpose_always() -> None:
    assert wishes.of_outline(WISHED) == "to decide; style: dry; language: German (Deutsch)"
    assert wishes.of_outline(Settings()) == wishes.DEFAULT_PURPOSE


def test_a_draft_is_held_against_purpose_and_readers_alone() -> None:
    both = Settings(article_purpose="to decide", article_readers="a council", article_style="dry")
    assert wishes.of_reading(both) == "purpose: to decide; readers: a council"
    assert wishes.of_reading(Settings(article_style="dry")) == ""


def test_a_paragraph_is_told_its_language_last() -> None:
    assert wishes.of_paragraph(WISHED, "keep it short") == (
        "purpose: to decide; style: dry; keep it short"
    )
    assert wishes.written_in(WISHED.article_language).endswith("German (Deutsch)")
    assert wishes.of_paragraph(Settings()) == wishes.written_in("") == ""


def test_long_notes_are_told_whole() -> None:
    assert wishes.of_paragraph(Settings(), "word " * 100) == ("word " * 100).strip()
