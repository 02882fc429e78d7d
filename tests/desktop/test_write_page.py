"""Write, driven by snapshots over a real library and a real PDF."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, an_endless_method, answer, article, use

from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.exporting import _write
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from indexers.records import Loss
from warehouse.app import NewStudy
from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results import fallbacks
from warehouse.results.records import Article, Block, Research, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.ways import RETELL

WAIT_MS = 15_000


def test_an_article_is_written_with_outline_and_ledger(
    write: WritePage, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    said = write.article.text.toPlainText()
    assert "The night" in said
    assert "Partly: the words do not say so" in said
    assert "This section was not written: the model wrote nothing" in said
    assert write.article._title.text() == "The night of the dam"
    assert "5 sentences: 3 supported, 1 partly, 1 not found" in write.article._facts.text()
    assert len(write.outline.tree.rows.rows) == 3
    write.claims.setChecked(True)
    write.table._chips["partly"].click()
    assert write.table.model.rowCount() == 1
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS) as heard:
        write.export.export("html", tmp_path / "out")
    saved: Path = heard.args[0]
    title = "The night of the dam"
    assert saved == tmp_path / "out" / title / f"{title}.html"
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS) as heard:
        write.export.export("markdown", tmp_path / "out")
    assert heard.args[0] == tmp_path / "out" / title / f"{title}.md"
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS) as heard:
        write.export.export("html", tmp_path / "out")
    assert heard.args[0] == tmp_path / "out" / f"{title} 2" / f"{title}.html"


def test_what_is_exported_is_what_was_in_front_when_a_folder_was_asked_for(
    write: WritePage,
    house: House,
    library: Library,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    chosen: list[Callable[[str], object]] = []
    monkeypatch.setattr(house.chosen, "ask_folder", lambda *told: chosen.append(told[-1]))
    write.export._ask_folder("markdown")
    write.export.offer(None, "")
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS) as heard:
        chosen[0](str(tmp_path))
    assert heard.args[0].name == "The night of the dam.md"


def test_a_paper_is_exported_in_the_chosen_style(
    write: WritePage, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    menu = write.export.paper
    menu.use_style("ieee")
    menu.evidence.setChecked(True)
    assert [one.text() for one in menu._group.actions() if one.isChecked()] == ["IEEE (numbers)"]
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS) as heard:
        write.export.export("paper", tmp_path, menu.wish("markdown"))
    text = heard.args[0].read_text("utf-8")
    assert "## References" in text and "## Evidence" in text
    assert "\\[1, p. 1\\]" in text
    menu.use_style(str(tmp_path / "own.csl"))
    assert menu._styles.title() == "Style: own.csl"
    assert menu.wish("pdf").style == str(tmp_path / "own.csl")
    menu.use_style(str(tmp_path / "R&D.csl"))
    assert menu._styles.title() == "Style: R&&D.csl", "a single one underlines what follows it"


def test_an_export_can_be_stopped_and_leaves_nothing(
    write: WritePage, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    result, study = write.export._result, write.export._name
    assert result is not None
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        _write("pack", result, study, library, tmp_path / "out", run)
    assert not list((tmp_path / "out").rglob("evidence-pack*"))
    write.export.export("pack", tmp_path / "out")
    assert [job.label for job in house.jobs.running()] == ["Exporting"]
    with qtbot.waitSignal(write.export.saved, timeout=WAIT_MS):
        pass


def test_what_is_proven_is_told_while_it_is_written(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    goes_on = [threading.Event(), threading.Event()]

    def method(question: str, context: Context, **_: object) -> Article:
        whole = article(library)
        flat = [structs.replace(block, level=2) for block in whole.blocks]
        empty = [structs.replace(block, text="", claims=(), failed="") for block in flat]
        for told, waits in zip((empty, [flat[0], *empty[1:]]), goes_on, strict=True):
            context.run.show(structs.replace(whole, blocks=tuple(told)))
            waits.wait(WAIT_MS / 1000)
        return whole

    use(house, library, write_aware=method)
    write.write("The dam", 300)
    said = write.article._facts
    for proven, waits in zip(
        (
            "1 of 1 sentence proven · 0 of 3 sections with proof",
            "2 of 4 sentences proven · 1 of 3 sections with proof",
        ),
        goes_on,
        strict=True,
    ):
        qtbot.waitUntil(lambda proven=proven: said.text().endswith(proven), timeout=WAIT_MS)
        assert said.text().startswith("Draft · ")
        waits.set()
    end = "3 of 5 sentences proven\n2 of 3 sections with proof"
    qtbot.waitUntil(lambda: write._metrics.text().endswith(end), timeout=WAIT_MS)
    assert write._metrics.text().startswith("1 source cited")


def test_thoughts_are_switched_for_one_article(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    seen: list[Settings] = []

    def method(question: str, context: Context, **_: object) -> Article:
        seen.append(context.settings)
        return a_writing_method(question, context)

    use(house, library, write_aware=method)
    assert not write.topic.thoughts.isChecked()
    write.topic.thoughts.click()
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    assert [one.thoughts for one in seen] == [True]
    assert not house.settings.thoughts


def test_the_ledger_leads_to_the_evidence(write: WritePage, library: Library, qtbot: QtBot) -> None:
    write._show_article("The dam", "aware", 300)
    write._tell(article(library))
    with qtbot.waitSignal(write.pane.shown, timeout=WAIT_MS):
        write.table.chosen.emit(1)
    assert "Partly" in write.pane.foot.proof.text() or "Supported" in write.pane.foot.proof.text()
    assert write.pane._number == 1


def test_what_no_draft_proved_is_told_beside_its_sentence(
    write: WritePage, library: Library
) -> None:
    made = article(library)
    first, night, *others = made.lead, *made.blocks
    claims = (structs.replace(night.claims[0], fell_back="quoted"), *night.claims[1:])
    night = structs.replace(night, claims=claims)
    write._show_article("The dam", "aware", 300)
    write._tell(structs.replace(made, lead=first, blocks=(night, *others)))
    write.turns.finish()
    said = "Kept simple in “The night”, as nothing fuller could be proven: paragraph 1 (1 of 3 "
    assert said in write.chain._account.text()
    rows = [write.table.model.index(at, 1).data() for at in range(write.table.model.rowCount())]
    assert [fallbacks.REASONS["quoted"] in row for row in rows].count(True) == 1


def test_a_topic_is_handed_over_from_ask(
    page: AskPage, opened: Window, library: Library, house: House
) -> None:
    house.visit("write", "The dam")
    handed = cast(WritePage, opened.page("write"))
    assert handed.start.box.text() == "The dam"


def test_an_article_is_written_from_an_answer(
    page: AskPage, opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    given: list[Research] = []

    def from_chain(*arguments: object, research: Research, **_: object) -> Article:
        given.append(research)
        return article(library)

    use(house, library, ask_aware=a_method, write_aware=from_chain)
    with qtbot.waitSignal(page.work.finished, timeout=WAIT_MS):
        page.ask("What happened to the dam?")
    page.answer.body.acts.buttons["write"].click()
    write = cast(WritePage, opened.page("write"))
    assert write.start.box.text() == "What happened to the dam?"
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.start.box.button.click()
    assert [one.evidence for one in given] == [answer(library).research.evidence]
    write.accept("Something else")
    assert write.start.origin is None


def test_the_length_of_an_article_can_be_read(write: WritePage) -> None:
    edit = write.start.length.lineEdit()
    assert edit.text().endswith(" words")
    assert edit.width() > edit.fontMetrics().horizontalAdvance(edit.text())
    write.resize(1200, 800)
    write.show()
    assert write.start.length.height() == write.topic.thoughts.height(), "a chip among chips"


@pytest.mark.parametrize("typed", ["50", "12000"])
def test_a_length_that_cannot_be_is_said_and_nothing_is_begun(
    write: WritePage, opened: Window, qtbot: QtBot, typed: str
) -> None:
    asked: list[tuple[str, int]] = []
    write.topic.asked.disconnect()
    write.topic.asked.connect(lambda topic, words: asked.append((topic, words)))
    opened.visit("write")
    write.start.box.set_text("The dam")
    length = write.start.length
    length.setFocus()
    length.lineEdit().selectAll()
    qtbot.keyClicks(length, typed)
    qtbot.mouseClick(write.start.box.button, Qt.MouseButton.LeftButton)
    assert asked == [] and length.cleanText().replace(",", "") == typed
    assert length.said.isVisible() and "at least 150 words" in length.said.text()
    length.lineEdit().selectAll()
    qtbot.keyClicks(length, "400")
    qtbot.mouseClick(write.start.box.button, Qt.MouseButton.LeftButton)
    assert asked == [("The dam", 400)] and not length.said.isVisible()


def test_steps_stay_within_the_lengths_that_can_be(write: WritePage) -> None:
    length = write.start.length
    for steps, end in ((-200, 150), (200, 10_000)):
        length.stepBy(steps)
        assert length.value() == end and not length.said.isVisibleTo(write)


def test_what_seems_to_be_about_something_else_can_be_written_all_the_same(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    asked: list[bool] = []

    def method(question: str, context: Context, **_: object) -> Article:
        settings = context.settings
        asked.append(settings.absence)
        whole = article(library)
        if not settings.absence:
            return whole
        lost = Loss("weighing", "Cats", "it has 0 of the 1 telling words of the question")
        near = (Place(library.catalog.documents()[0].id, 0, 0, 20),)
        nothing = Research("Cats", Structure(), (), losses=(lost,), nearest=near)
        return structs.replace(whole, lead=Block(1, "", "No.", ()), blocks=(), research=nothing)

    use(house, library, write_aware=method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("Cats", 300)
    assert write.article.unwritten.anyway.isVisible()
    nearest = write.article.unwritten.nearest
    qtbot.waitUntil(lambda: len(nearest.links) == 1, timeout=WAIT_MS)
    with qtbot.waitSignal(write.pane.shown, timeout=WAIT_MS):
        nearest.links[0].click()
    assert write.pane.view.lit
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.article.unwritten.anyway.click()
    assert asked == [True, False]
    assert not write.article.unwritten.anyway.isVisible()


def test_an_article_is_begun_with_its_way_and_wishes(
    house: House, write: WritePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[NewStudy, Settings]] = []
    monkeypatch.setattr(write.work, "start", lambda new, settings: begun.append((new, settings)))
    write.topic.way.choose("omnithink")
    write.topic.for_whom.click()
    write.topic.wishes.lines["article_readers"].setText(" engineers ")
    write.topic.outline_first.click()
    write.topic.box.set_text("The dam")
    write.topic.box.asked.emit("The dam")
    write.topic.way.choose("retell")
    lines = write.topic.wishes.lines
    assert [field for field in lines if lines[field].isEnabled()] == ["article_language"]
    lines["article_language"].setText("German")
    write.topic.box.asked.emit("The dam")
    (planned, wished), (retold, plain) = begun
    assert (planned.method, wished.article_readers, wished.outline_first) == (
        "omnithink",
        "engineers",
        True,
    )
    assert (retold.method, plain.article_readers, plain.outline_first) == ("retell", "", False)
    assert plain.article_language == "German"
    write.topic.way.choose("omnithink")
    assert all(line.isEnabled() for line in lines.values())


def test_the_topic_is_the_title_from_the_first_moment(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, write_aware=an_endless_method)
    write.resize(1200, 800)
    write.show()
    write.write("How the dam of Brielle broke", 300)
    title, outline = write.article._title, write.outline
    assert title.text() == "How the dam of Brielle broke" and title.isVisible()
    assert not write.article._facts.isVisible() and not write._metrics.isVisible()
    assert outline.sizeHint().height() == 0, "no hole over the steps of the search"
    qtbot.waitUntil(lambda: write._row is not None, timeout=WAIT_MS)
    row = write._row
    with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
        write.stop.click()
    write._new()
    assert row is not None
    write.open_study(row)
    assert title.text() == "How the dam of Brielle broke" and title.isVisible()
    assert not write.work.busy


def test_what_finds_the_evidence_is_called_as_on_ask(write: WritePage, page: AskPage) -> None:
    names = [one.text().partition(":")[0] for one in (write.topic.way, page.start.method)]
    assert names == ["Method", "Method"]


def test_what_is_written_all_the_same_has_the_method_and_the_evidence_it_had(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    """Whatever is chosen for the next article."""
    use(house, library, ask_aware=a_method, write_aware=a_writing_method)
    assert house.studies is not None
    other = house.studies.start("ask", "Who slept?")
    house.studies.run(other, ScriptedEngine([]), house.settings, Run())
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    write.accept(other)
    write.topic.way.choose(RETELL.name)
    earlier = next(one for one in house.studies.list() if one.kind == "write")
    write.accept(earlier)
    for act in (write.article.unwritten.wanted.emit, write._begin_again):
        with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS) as done:
            act()
        assert (done.args[0].method, done.args[0].origin) == (earlier.method, "")


def test_a_method_is_not_compared_with_itself(write: WritePage) -> None:
    topic = write.topic
    topic.other.choose("retell")
    assert topic.methods == ("aware", "retell") and topic.outline_first.isEnabled()
    topic.way.choose("retell")
    assert topic.methods == ("retell",) and not topic.outline_first.isEnabled()


def test_a_depth_is_chosen_where_a_method_has_one(write: WritePage, house: House) -> None:
    topic, settings = write.topic, house.settings
    topic.how_deep.choose("deep")
    said = topic.how_deep.toolTip()
    assert topic.deepened(settings) != settings
    for method in ("rag", "orag", RETELL.name):
        topic.way.choose(method)
        assert not topic.how_deep.isEnabled() and topic.deepened(settings) == settings
        assert "no depth to choose" in " ".join(topic.how_deep.toolTip().split())
    topic.way.choose("rag")
    topic.other.choose("storm")
    assert topic.how_deep.isEnabled() and topic.how_deep.toolTip() == said
    assert topic.deepened(settings).talk_turns == 5
