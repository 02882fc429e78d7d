"""An article whose sources are read again: what still stands, and what the new text says."""

from __future__ import annotations

import pytest
from bridge_article import DECK, SETTINGS, TEXT, YES
from bridge_article import library as library
from living_bridge import DECK_SENTENCE, add, checked, council_minutes, looked, rewritten
from living_bridge import living as living
from shelf import reread

from warehouse.engine.scripted import ScriptedEngine
from warehouse.library import Library
from warehouse.records import Place
from warehouse.run import Run
from warehouse.studies.editing.living_article import Kept, LivingArticle
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Suggestion


def bridge(library: Library) -> str:
    return library.catalog.documents()[0].id


def test_a_document_read_again_marks_nothing_where_the_cited_words_still_stand(
    library: Library, living: LivingArticle, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert looked(living) == []
    reread(library, bridge(library), "Lune Bridge", TEXT)
    assert not living.is_due(), "the same text"
    moved = TEXT.replace("The bridge opened", "A scan of a leaflet.  The bridge  opened")
    reread(library, bridge(library), "Lune Bridge", moved.replace("with iron", "with\niron"))
    texts, read = list[str](), library.catalog.text
    monkeypatch.setattr(library.catalog, "text", lambda id, *at: texts.append(id) or read(id, *at))
    assert living.marks_of_proofs() == () and texts == [bridge(library)]
    assert living.is_due(), "what is new in it is held against the article"
    engine = ScriptedEngine()  # that is asked nothing
    assert living.check(engine, SETTINGS, Run()) == () and not living.is_due()


def test_a_sentence_whose_words_were_read_otherwise_is_marked_and_told_from_the_new_text(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    now = TEXT.replace("was widened in 1934", "was made wider in 1934")
    reread(library, bridge(library), "Lune Bridge", now)
    assert living.is_due()
    assert living.check(None, SETTINGS, Run()) == living.marks_of_proofs()
    assert looked(living) == [(DECK_SENTENCE, "read again")] and not living.is_due()
    assert living.marks()[0].why == (
        "[2]: “Lune Bridge” was read again and no longer reads like this"
    )
    made = rewritten(living, 0, [])
    assert isinstance(made, Suggestion)
    [fresh] = [piece for piece in made.evidence if "made wider" in piece.text]
    assert fresh.place.document == bridge(library)
    assert made.part.text.startswith(f"The deck was made wider in 1934 [{fresh.number}].")
    edited = living.editor.accept(made.number)
    assert spots.find(edited.article, DECK).part.claims[0].state == "supported"
    assert looked(living) == []


def test_other_words_in_the_range_of_a_cited_one_have_a_number_of_their_own(
    library: Library, living: LivingArticle
) -> None:
    first = living.editor.now().article.research.evidence
    reread(library, bridge(library), "Lune Bridge", TEXT.replace("widened in", "widened by"))
    assert looked(living) == [(DECK_SENTENCE, "read again")]
    made = rewritten(living, 0, [])
    assert isinstance(made, Suggestion)
    [fresh] = [piece for piece in made.evidence if "widened by 1934" in piece.text]
    assert fresh.place in {piece.place for piece in first}
    assert fresh.number not in {piece.number for piece in first}
    again = rewritten(living, 0, [])
    assert isinstance(again, Suggestion) and fresh in again.evidence, "and it keeps that"
    living.editor.accept(made.number)
    reread(library, bridge(library), "Lune Bridge", TEXT)
    numbers = [piece.number for piece in living.editor.now().article.research.evidence]
    with living.editor.context(ScriptedEngine(), SETTINGS, Run()) as context:
        assert context.steering.numbers.of(first[1].place) == first[1].number
        assert context.steering.numbers.of(Place("another", 0, 0, 9)) > max(numbers)


def test_a_text_read_anew_that_says_otherwise_is_told_once_and_goes_when_it_no_longer_does(
    library: Library, living: LivingArticle
) -> None:
    said = "The deck of the bridge was made wider in 19?4. "
    minutes = add(library, "Council minutes", said)
    assert looked(living) == [(DECK_SENTENCE, "also")]
    reread(library, minutes, "Council minutes", said.replace("19?4", "1936"))
    assert living.check(None, SETTINGS, Run()) == () and living.is_due(), "without a model it waits"
    assert looked(living) == [(DECK_SENTENCE, "contradicted")] and not living.is_due()
    assert "“Council minutes”, read again, p. 1, says 1936, and not 1934" in living.marks()[0].why
    kept = said.replace("19?4", "1936") + "All were in favour."
    reread(library, minutes, "Council minutes", kept)
    assert looked(living) == [(DECK_SENTENCE, "contradicted")]
    living.settle(living.marks()[0])
    reread(library, minutes, "Council minutes", said.replace("19?4", "1934"))
    assert looked(living) == [], "that it says so, too, is nothing to tell of an old document"


def test_a_text_read_anew_tells_nothing_of_what_it_said_before(
    library: Library, living: LivingArticle
) -> None:
    said = "The deck of the bridge was made wider in 1936."
    minutes = add(library, "Council minutes", said)
    assert looked(living) == [(DECK_SENTENCE, "contradicted")]
    living._keep(Kept(at=living._kept().at, known=living._kept().known, in_reach=True))
    reread(library, minutes, "Council minutes", f"Seen and signed. {said}")
    assert living.is_due() and looked(living) == [] and not living.is_due()
    reread(library, minutes, "Council minutes", "Seen and signed. The rest cannot be read.")
    assert looked(living) == []


def test_what_is_contradicted_by_words_that_were_misread_is_so_no_more(
    library: Library, living: LivingArticle
) -> None:
    minutes = council_minutes(library)
    looked(living)
    reread(library, minutes, "Council minutes", "The weir of the mill was repaired by two men.")
    assert living.check(None, SETTINGS, Run()) == ()


def test_a_text_read_anew_proves_what_was_not_proven(
    library: Library, living: LivingArticle
) -> None:
    diary = add(library, "Diary", "Tt wus a testive dny. The deck was crossed by all.")
    looked(living)
    reread(library, diary, "Diary", "It was a festive day. The deck was crossed by all.")
    yes = checked("festive", YES)
    assert looked(living, yes) == [("It was a festive day.", "found")]
    assert "“Diary”, read again, p. 1, says so" in living.marks()[0].why


def test_a_new_reading_that_is_not_searchable_yet_is_looked_at_when_it_is(
    library: Library, living: LivingArticle
) -> None:
    minutes = add(library, "Council minutes", "The deck of the bridge was bade mider.")
    looked(living)
    now = "The deck of the bridge was made wider in 1936."
    reread(library, minutes, "Council minutes", now)
    library.catalog.advance([minutes], "parsed")
    assert looked(living) == [] and not living.is_due()
    library.catalog.advance([minutes], "searchable")
    assert looked(living) == [(DECK_SENTENCE, "contradicted")]
