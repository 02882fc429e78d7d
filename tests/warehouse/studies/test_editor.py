"""An article that is edited: kept, weighed, commented, killed, and led back."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from bridge_article import (
    DECK,
    FACTS,
    LEAD,
    WRITTEN,
    an_article,
    text_of,
    weighs,
    written,
)
from bridge_article import editor as editor
from bridge_article import library as library
from msgspec import structs

from warehouse.engine.scripted import ScriptedEngine
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Article, Figure
from warehouse.run import Run
from warehouse.studies import study_files
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.revisions import Revisions
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Draft, Part, Spot


def test_an_edit_is_kept_at_once_and_weighed_after(editor: ArticleEditor) -> None:
    text = f"The deck was made wider in 1934 [2]. {FACTS[3]} Trams ran until 1999 [3]."
    edited = editor.edit(DECK, WRITTEN, f"  {text} \n")
    own = spots.find(edited.article, DECK).part.claims
    assert [one.state for one in own] == ["supported", "quoted", "unchecked"]
    assert "1999" in own[2].why and edited.waits, "numbers are looked at before the model is"
    assert [one.what for one in edited.versions] == [
        "As it was written",
        "Paragraph edited in “The deck”",
    ]
    engine = ScriptedEngine(weighs())
    weighed = editor.weigh(engine, Run())
    assert {one.prompt for one in engine.seen} == {"claim_check", "claim_known"}
    assert all("1999" in one.messages[-1].content for one in engine.seen), "only what changed"
    assert not weighed.waits and weighed.head == edited.head
    assert spots.find(weighed.article, DECK).part.claims[2].state == "partly"


def test_everybody_reads_the_article_as_edited(library: Library) -> None:
    studies, row = written(library)
    editor = ArticleEditor(studies, library, row)
    editor.edit(DECK, WRITTEN, f"{FACTS[2][:-1]} [2].")
    found = studies.load(row.id)
    assert isinstance(found, Article) and found.blocks[0].text == f"{FACTS[2][:-1]} [2]."
    listed = studies.list()[0]
    assert (listed.claims, listed.proven) == (2, 2)


def test_what_was_changed_meanwhile_is_not_overwritten(editor: ArticleEditor) -> None:
    editor.edit(DECK, WRITTEN, "One [2].")
    with pytest.raises(BadInput, match="meanwhile"):
        editor.edit(DECK, WRITTEN, "Two [2].")


def test_a_paragraph_that_moved_meanwhile_is_found_by_its_words(editor: ArticleEditor) -> None:
    editor.draft(DECK, WRITTEN, "One [2].")
    editor.edit(Spot(0, 0), LEAD, f"Before it all.\n\n{LEAD}")
    editor.edit(DECK, WRITTEN, f"New here.\n\n{WRITTEN}")
    editor.draft(DECK, WRITTEN, "One [2].")
    edited = editor.edit(DECK, WRITTEN, "One [2].")
    assert (text_of(edited), text_of(edited, Spot(1, 1))) == ("New here.", "One [2].")
    assert not edited.drafts and "in “The deck”" in edited.versions[-1].what


def test_of_two_paragraphs_that_read_so_elsewhere_none_is_overwritten(
    editor: ArticleEditor,
) -> None:
    editor.edit(DECK, WRITTEN, f"New here.\n\n{WRITTEN}\n\n{WRITTEN}")
    with pytest.raises(BadInput, match="meanwhile"):
        editor.edit(DECK, WRITTEN, "One [2].")
    there = editor.edit(Spot(1, 2), WRITTEN, "One [2].")
    assert (text_of(there, Spot(1, 1)), text_of(there, Spot(1, 2))) == (WRITTEN, "One [2].")


def test_of_two_changes_at_once_none_is_lost(editor: ArticleEditor) -> None:
    deck, lead = WRITTEN, LEAD
    with ThreadPoolExecutor(2) as threads:
        for at in range(8):
            texts = f"The deck was widened {at} times [2].", f"It opened {at} times [1]."
            both = ((DECK, deck, texts[0]), (Spot(0, 0), lead, texts[1]))
            for one in [threads.submit(editor.edit, *each) for each in both]:
                one.result()
            now = editor.now()
            deck, lead = text_of(now), text_of(now, Spot(0, 0))
            assert (deck, lead) == texts
    assert len(now.versions) == 17


def test_versions_are_gone_back_to_and_never_lost(editor: ArticleEditor) -> None:
    editor.edit(DECK, WRITTEN, "One [2].")
    editor.edit(DECK, "One [2].", "")
    assert len(spots.paragraphs(editor.now().article)) == 1
    back = editor.go_to(2)
    assert text_of(back) == "One [2]." and len(back.versions) == 3
    after = editor.edit(DECK, "One [2].", "Three [2].")
    assert [one.parent for one in after.versions] == [0, 1, 2, 2]
    assert text_of(editor.go_to(1)) == WRITTEN
    assert editor.at(4).blocks[0].text == "Three [2]."
    with pytest.raises(BadInput):
        editor.go_to(9)


def test_an_article_written_anew_is_there_where_a_kill_came_before_its_version(
    library: Library,
) -> None:
    studies, row = written(library)
    editor = ArticleEditor(studies, library, row)
    editor.edit(DECK, WRITTEN, "One [2].")
    library.catalog.save_study(structs.replace(row, state="running"))
    assert studies.unfinished() == () and text_of(editor.now()) == "One [2].", "nothing is new"

    file = studies.folder(row.id) / study_files.FILES["write"]
    article = msgspec.json.decode(file.read_bytes(), type=Article)
    blocks = tuple(structs.replace(one, text="Anew.", claims=()) for one in article.blocks)
    study_files.keep_file(file, msgspec.json.encode(structs.replace(article, blocks=blocks)))
    library.catalog.save_study(structs.replace(row, state="running"))
    assert studies.unfinished() == ()
    now = editor.now()
    assert now.article.blocks[0].text == "One [2].\n\nAnew."
    assert now.versions[-2].what == "Written anew" and editor.at(3).blocks[0].text == "Anew."
    assert text_of(editor.go_to(2)) == "One [2]."


def test_comments_stay_with_their_words(editor: ArticleEditor) -> None:
    noted = editor.comment(DECK, 0, 8, "Which deck?")
    [(comment, found)] = noted.comments
    assert found is not None and (found.start, found.end) == (0, 8)
    moved = editor.edit(DECK, WRITTEN, f"Later on the whole of it changed. {WRITTEN}")
    assert moved.comments[0][1] is not None and moved.comments[0][1].start == 34
    gone = editor.edit(DECK, text_of(moved), "Nothing is left of it [2].")
    assert gone.comments == ((comment, None),)
    done = editor.change_comment(comment.number, resolved=True)
    assert done.comments[0][0].resolved
    assert not editor.remove_comment(comment.number).comments
    assert editor.put_back(comment).comments[0][0] == comment
    with pytest.raises(BadInput):
        editor.comment(DECK, 3, 3, "On nothing")


def test_a_comment_that_is_put_back_takes_the_place_of_no_other(editor: ArticleEditor) -> None:
    [(old, _)] = editor.comment_on("1934", "An old note").comments
    editor.remove_comment(old.number)
    with pytest.raises(BadInput, match="no comment"):
        editor.change_comment(old.number, "Removed already")
    editor.comment_on("festive", "A newer note")
    back = editor.put_back(old)
    assert [one.text for one, _ in back.comments] == ["An old note", "A newer note"]


def test_a_running_study_is_not_edited(library: Library, editor: ArticleEditor) -> None:
    row = library.catalog.studies()[0]
    library.catalog.save_study(structs.replace(row, state="running"))
    with pytest.raises(BadInput, match="being written"):
        editor.edit(DECK, WRITTEN, "One [2].")


def test_what_was_saved_and_typed_survives_a_kill(editor: ArticleEditor) -> None:
    """A child process edits, types on, and is killed in the middle of the next version."""
    before = editor.now().article
    child = os.fork()
    if child == 0:
        kept = Revisions(editor.folder)
        kept.begin(before)
        kept.save(spots.replaced(before, DECK, Part("One [2].")), "Paragraph edited")
        kept.keep_draft(Draft(DECK, "One [2].", "One and a ha"))
        with kept._writing():
            kept.save(before, "Cut off")
            os.kill(os.getpid(), signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    now = editor.now()
    assert text_of(now) == "One [2]." and len(now.versions) == 2
    assert [one.text for one in now.drafts] == ["One and a ha"]
    editor.edit(DECK, "One [2].", "One and a half [2].")
    assert not editor.now().drafts


def test_a_figure_stays_through_edits_until_it_is_left_out(library: Library) -> None:
    place = Place(library.catalog.documents()[0].id, 0, 0, 10)
    figure = Figure(place, "1", "Lune Bridge", "Figure 1: The deck.", (0, 0, 90, 90))
    made = an_article(library)
    block = structs.replace(made.blocks[0], figures=(figure,))
    studies, row = written(library, structs.replace(made, blocks=(block,)))
    editor = ArticleEditor(studies, library, row)
    assert editor.edit(DECK, WRITTEN, "One [2].").article.blocks[0].figures == (figure,)
    assert editor.edit(DECK, "One [2].", "").article.blocks[0].figures == (figure,)
    left = editor.leave_out(1, figure)
    assert left.article.blocks[0].figures == () and left.head == 4
    assert left.versions[-1].what == "Figure left out in “The deck”"
    for section in (0, 1, 7):
        with pytest.raises(BadInput):
            editor.leave_out(section, figure)
    assert editor.go_to(3).article.blocks[0].figures == (figure,)
