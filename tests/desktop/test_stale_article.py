"""An article in front whose source goes: its sentences say so, by line and word, and the counts."""

from __future__ import annotations

from edited_articles import Until, opened, remove_all, said
from hands import words_in
from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import WAIT_MS

from desktop.house import House
from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import SuggestionCard
from desktop.theme import Theme
from desktop.widgets.marks import pen
from desktop.widgets.prose import ProseView
from warehouse.library import Library
from warehouse.render import prose
from warehouse.results.records import Claim, ClaimState
from warehouse.run import Run
from warehouse.studies.report import ledger
from warehouse.writing.editing.records import Part, Spot, Suggestion

NOTE = "Left out: [2]: “Floods” is no longer in the library."


def states(page: WritePage) -> list[str]:
    assert page.article.article is not None
    return [entry.claim.state for entry in ledger.entries(page.article.article)]


def test_sentences_are_stale_while_their_source_is_gone(
    written: WritePage, house: House, library: Library, until: Until, qtbot: QtBot
) -> None:
    before, words = states(written), said(written)
    assert "stale" not in before
    gone = remove_all(library, house)
    until(lambda: "stale" in states(written))
    count = states(written).count("stale")
    assert f"{count} stale" in written.article._facts.text()
    text = written.article.text
    at = states(written).index("stale")
    claim = text.claim(at)
    assert claim is not None and claim.state == "stale", "its line is drawn by this"
    assert "no longer in the library" in claim.why
    rows = [written.table.model.at(row).claim for row in range(written.table.model.rowCount())]
    assert [one.state for one in rows] == states(written)
    assert said(written).count("no longer in the library") == 0, "the card says why, once"
    assert set(words.split()) >= set(said(written).split()) - {"\ufffc"}
    for one in gone:
        library.trash.restore(one, Run())
    house.documents_changed.emit(tuple(library.documents()))
    until(lambda: states(written) == before)


def test_a_mark_that_was_left_leaves_the_sentence_stale_until_its_source_is_back(
    written: WritePage, house: House, library: Library, until: Until
) -> None:
    before = states(written)
    gone = remove_all(library, house)
    until(lambda: "stale" in states(written) and written.editing.marks.marks)
    for mark in written.editing.marks.marks:
        written.editing.marks.leave(mark)
    until(lambda: not written.editing.marks.marks)
    assert "stale" in states(written)
    for one in gone:
        library.trash.restore(one, Run())
    house.documents_changed.emit(tuple(library.documents()))
    until(lambda: states(written) == before)


def test_a_typed_sentence_is_told_that_its_source_is_gone(
    written: WritePage, house: House, library: Library, until: Until, qtbot: QtBot
) -> None:
    remove_all(library, house)
    until(lambda: "stale" in states(written))
    edit = opened(written)
    edit.replace("The gate held for a night [1].")
    qtbot.waitUntil(lambda: edit.states.said == "1 stale", timeout=WAIT_MS)
    assert edit._wrong.text().startswith("Stale: [1]: “")
    assert [one.format.underlineColor().name() for one in edit.text.extraSelections()]


def test_what_a_section_an_end_and_a_heading_were_not_made_from_is_said(
    written: WritePage, house: House, until: Until
) -> None:
    heard: list[str] = []
    house.notices.raised.connect(lambda notice: heard.append(notice.sentence))
    shaping, now = written.editors.shaping, written.editing.kept.now
    until(lambda: shaping.planned)
    assert now is not None and shaping.planned is not None
    made = structs.replace(now, note=f"{NOTE} Here.")
    shaping.written.emit(made)
    written.editing._part_came(written.editing._study, "end", made)
    assert heard == [f"{NOTE} Here."] * 2
    drafted = structs.replace(shaping.planned, note=NOTE)
    shaping._drafted(drafted.outline, (0,), drafted)
    assert heard[-1] == f"Heading drafted again. {NOTE}"
    shaping._drafted(drafted.outline, (0,), structs.replace(drafted, unchanged="As it was."))
    assert heard[-1] == f"As it was. {NOTE}"


def test_a_suggestion_says_what_was_left_out(theme: Theme, qtbot: QtBot) -> None:
    made = Suggestion(1, "rewrite", Spot(1, 0), "It broke.", Part("It held."), note=NOTE)
    card = SuggestionCard(theme, made, Part("It broke."))
    qtbot.addWidget(card)
    assert NOTE in words_in(card)


def test_the_line_of_a_stale_sentence_is_painted_in_ordinary_reading(
    theme: Theme, qtbot: QtBot
) -> None:
    claim = Claim(0, 18, "The dam broke [1].", (1,), "supported", "agrees")
    made = ProseView(theme, "Article")
    qtbot.addWidget(made)
    made.resize(420, 100)
    made.show()

    def painted(state: ClaimState) -> int:
        shown = structs.replace(claim, state=state)
        made.show_prose(prose(claim.text, [shown], {1}), [shown], notes=True)
        image, y = made.grab().toImage(), round(made._underlines()[0].y)
        places = ((x, row) for x in range(made.width()) for row in (y - 1, y, y + 1))
        return sum(image.pixelColor(*at).name() == theme.tokens.missing.lower() for at in places)

    assert painted("supported") == 0 < 20 < painted("stale")


def test_the_line_of_a_stale_sentence_is_one_of_its_own() -> None:
    lines = {state: pen(state, "#000000") for state in ledger.STATES if state != "unchecked"}
    shapes = {(line.widthF(), line.style(), *line.dashPattern()) for line in lines.values()}
    assert len(shapes) == len(lines)


def test_the_pane_tells_what_became_of_the_sentence_it_shows(
    written: WritePage, house: House, library: Library, until: Until
) -> None:
    [first, *_] = [one for one in ledger.entries(written.article.article) if one.claim.cites]
    written.pane.show_evidence(first.claim.cites[0], first.claim)
    foot = written.pane.foot
    before = words_in(foot)
    remove_all(library, house)
    until(lambda: "Stale" in words_in(foot))
    assert "Stale" not in before
