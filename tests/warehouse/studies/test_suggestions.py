"""What is suggested for a paragraph: proofs, other words, fewer or more; taken or refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from bridge_article import (
    DECK,
    FACTS,
    SETTINGS,
    WRITTEN,
    text_of,
    weighs,
    written,
)
from bridge_article import editor as editor
from bridge_article import library as library
from msgspec import structs

from warehouse import settings as settings_file
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.run import Run
from warehouse.studies import study_files
from warehouse.studies.editing.editor import ArticleEditor, place
from warehouse.studies.editing.outline_editor import OutlineEditor
from warehouse.writing.editing import outline_edits, spots
from warehouse.writing.editing.records import Suggestion, Wish
from warehouse.writing.outline import outline_file

ANEW = "In 1934 the bridge had its deck widened [2]. Until 1950 trams crossed the wide deck [3]."
RETOLD = (
    Line("reports", "", (0.98, 0.02), repeat=True),
    Line("worth_telling", "", (0.98, 0.02), repeat=True),
    Line("goes_on", "", (-1.0,), repeat=True),
    Line("retell", FACTS[2], "In 1934 the bridge had its deck widened.", repeat=True),
    Line("retell", FACTS[3], "Until 1950 trams crossed the wide deck.", repeat=True),
    Line("join", "", "Nothing of both.", repeat=True),
)


def suggested(
    editor: ArticleEditor, wish: Wish, lines: Sequence[Line], **more: Any
) -> Suggestion | str:
    engine = ScriptedEngine(lines)
    with editor.context(engine, SETTINGS, Run()) as context:
        return editor.suggest(wish, DECK, context, **more)


def test_a_sentence_is_proven_from_the_library(editor: ArticleEditor) -> None:
    sentence = "The piers were mended with concrete in 1968."
    editor.edit(DECK, WRITTEN, f"{WRITTEN} {sentence}")
    made = suggested(editor, "prove", weighs())
    assert isinstance(made, Suggestion), made
    [fresh] = [one for one in made.evidence if one.text == FACTS[5]]
    assert fresh.number == 4
    edited = editor.accept(made.number)
    own = spots.find(edited.article, DECK).part.claims
    assert own[2].state in claims.PROVEN and fresh.number in own[2].cites
    assert fresh in edited.article.research.evidence
    assert not edited.suggestions
    back = editor.go_to(edited.versions[-1].parent)
    assert text_of(back).endswith(sentence)


def test_what_the_library_does_not_prove_is_said(editor: ArticleEditor) -> None:
    made = suggested(editor, "prove", weighs(no=""))
    assert isinstance(made, str) and "no words that prove it" in made
    editor.edit(DECK, WRITTEN, f"{FACTS[2][:-1]} [2].")
    made = suggested(editor, "prove", [])
    assert made == "Every sentence of it is proven already."


def test_an_edit_heeds_what_was_wished_of_the_article(library: Library) -> None:
    studies, row = written(library)
    wished = structs.replace(SETTINGS, article_readers="engineers", article_language="German")
    settings_file.save(wished, studies.folder(row.id) / study_files.SETTINGS)
    editor = ArticleEditor(studies, library, row)
    engine = ScriptedEngine([*RETOLD, *weighs()])
    with editor.context(engine, SETTINGS, Run()) as context:
        editor.suggest("rewrite", DECK, context)
    asked = [one.messages[-1].content for one in engine.seen if one.prompt == "retell"]
    assert asked
    assert all("German (Deutsch)" in one and "readers: engineers" in one for one in asked)


@pytest.mark.parametrize("waits", [True, False])
def test_a_rewrite_heeds_the_note_on_its_section(library: Library, waits: bool) -> None:
    studies, row = written(library)
    editor, outline = ArticleEditor(studies, library, row), OutlineEditor(studies, library, row)
    now = outline_edits.noted(outline.now().outline, (0,), "Say how wide it was").outline
    if not waits:
        [deck] = now.sections
        now = structs.replace(now, sections=(structs.replace(deck, title="Trams", section=0),))
    outline.change(now)
    engine = ScriptedEngine([*RETOLD, *weighs()])
    with editor.context(engine, SETTINGS, Run()) as context:
        editor.suggest("rewrite", DECK, context)
    asked = [one.messages[-1].content for one in engine.seen if one.prompt == "retell"]
    assert asked and all("Say how wide it was" in one for one in asked)
    (studies.folder(row.id) / outline_file.NAME).write_text("damaged")
    assert not isinstance(suggested(editor, "rewrite", [*RETOLD, *weighs()]), str)


def test_a_rewrite_is_taken_sentence_by_sentence(editor: ArticleEditor) -> None:
    editor.edit(DECK, WRITTEN, f"{WRITTEN} Trams used it up to 1950 [3].")
    made = suggested(editor, "rewrite", [*RETOLD, *weighs()])
    assert isinstance(made, Suggestion)
    assert made.part.text == ANEW
    assert all(one.state in claims.PROVEN for one in made.part.claims)
    before = text_of(editor.now())
    one = editor.accept(made.number, {0})
    assert text_of(one) != before and "festive" in text_of(one)
    assert [each.number for each in one.suggestions] == [made.number]
    all_of_it = editor.accept(made.number)
    assert text_of(all_of_it) == ANEW and not all_of_it.suggestions
    with pytest.raises(BadInput):
        editor.accept(made.number)


def test_what_is_rejected_leaves_the_article_alone(editor: ArticleEditor) -> None:
    made = suggested(editor, "rewrite", [*RETOLD, *weighs()])
    assert isinstance(made, Suggestion)
    left = editor.reject(made.number, {0})
    assert [each.number for each in left.suggestions] == [made.number]
    done = editor.reject(made.number)
    assert text_of(done) == WRITTEN and not done.suggestions and done.head == 0
    assert editor.reopen(made).suggestions == (made,)


def test_shorter_is_shorter_and_proven(editor: ArticleEditor) -> None:
    short = "The deck was widened in 1934 [2]."
    made = suggested(editor, "shorter", [Line("shorter", "", short, repeat=True), *weighs()])
    assert isinstance(made, Suggestion) and made.part.text == short
    longer = " ".join([WRITTEN, WRITTEN])
    made = suggested(editor, "shorter", [Line("shorter", "", longer, repeat=True), *weighs()])
    assert isinstance(made, Suggestion), "what is not proven is left out"
    assert made.part.text == "The deck was made wider in 1934 [2]."


def test_what_was_refused_is_asked_with_other_samples_the_next_time(editor: ArticleEditor) -> None:
    lines = weighs()
    seeds = []
    for _ in range(2):
        with editor.context(ScriptedEngine(lines), SETTINGS, Run()) as context:
            seeds.append(context.settings.seed)
            assert isinstance(editor.suggest("prove", DECK, context), str)
    assert seeds[0] != seeds[1]
    assert not editor.now().suggestions
    with pytest.raises(BadInput, match="no open suggestion"):
        editor.accept(1)
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled), editor.context(ScriptedEngine(lines), SETTINGS, run) as context:
        editor.suggest("prove", DECK, context)
    with editor.context(ScriptedEngine(lines), SETTINGS, Run()) as again:
        assert again.settings.seed == context.settings.seed, "what was cut off goes on"


def test_no_other_paragraph_takes_a_suggestion(editor: ArticleEditor) -> None:
    other = "Two piers were damaged by a flood in 1967."
    editor.edit(DECK, WRITTEN, f"{WRITTEN}\n\n{other}")
    short = [Line("shorter", "", "The deck was widened in 1934 [2].", repeat=True), *weighs()]
    made = suggested(editor, "shorter", short)
    assert isinstance(made, Suggestion)
    edited = editor.edit(DECK, WRITTEN, "The deck was made wider by then [2].")
    assert place(made, edited.article).spot == DECK, "it was edited, and is the same one"
    editor.edit(DECK, text_of(edited), "")
    for act in (editor.accept, editor.reject):
        with pytest.raises(BadInput, match="gone"):
            act(made.number, {0})
    assert text_of(editor.now()) == other
    assert not editor.reject(made.number).suggestions


def test_more_of_what_the_library_says(editor: ArticleEditor) -> None:
    told = "In 1967 a flood damaged two piers of the bridge."
    lines = [
        Line("retell", "", told, repeat=True),
        *weighs(),
    ]
    made = suggested(editor, "add", lines, about="flood damage to the piers")
    assert isinstance(made, Suggestion), made
    assert made.part.text.startswith(WRITTEN) and "1967" in made.part.text
    edited = editor.accept(made.number)
    assert {4} <= {one.number for one in edited.article.research.evidence}
    with pytest.raises(BadInput, match="not said"):
        suggested(editor, "add", [], about=" ")
