"""An article beside a library that changes: gone, changed, contradicted, borne out, rewritten."""

from __future__ import annotations

import pytest
from bridge_article import DECK, FACTS, NO, SETTINGS, TEXT, YES, weighs, written
from bridge_article import library as library
from living_bridge import (
    DECK_FACT,
    DECK_SENTENCE,
    add,
    checked,
    council_minutes,
    looked,
    marked,
    newer_version,
    rewritten,
)
from living_bridge import living as living

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.proof import claims
from warehouse.run import Run
from warehouse.studies.editing import library_changes
from warehouse.studies.editing.living_article import Kept, LivingArticle
from warehouse.studies.report import lost_sources
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Suggestion


def test_nothing_is_marked_while_nothing_changes(library: Library, living: LivingArticle) -> None:
    assert looked(living) == []
    assert not living.is_due()
    add(library, "Cats", "Cats sleep for most of the day, and hunt at night in the barn.")
    assert living.is_due()
    assert looked(living) == [] and not living.is_due()
    add(library, "Owls", "Owls hunt at night, too, and sleep for most of the day in the barn.")
    assert len(living._fresh(living._kept())) == 1, "what it was held against is not new again"


def test_a_proof_that_is_gone_is_marked_and_the_sentence_proven_elsewhere(
    library: Library, living: LivingArticle
) -> None:
    add(library, "Decks", f"A history of decks. {FACTS[2]}")
    assert looked(living) == [(DECK_SENTENCE, "also")]
    library.remove(library.catalog.documents()[-1].id)
    assert living.is_due()
    found = looked(living)
    assert (DECK_SENTENCE, "gone") in found and found[0][1] == "gone"
    assert "“Lune Bridge” is no longer in the library" in living.marks()[0].why
    at = found.index((DECK_SENTENCE, "gone"))
    made = rewritten(living, at, [])
    assert isinstance(made, Suggestion) and made.spot == DECK
    assert made.part.text.startswith("The deck was made wider in 1934 [")
    assert made.part.text.endswith("It was a festive day.")
    assert {one.title for one in made.evidence} == {"Decks"}
    edited = living.editor.accept(made.number)
    assert spots.find(edited.article, DECK).part.claims[0].state == "supported"
    assert (DECK_SENTENCE, "gone") not in looked(living)


def test_a_sentence_that_nothing_proves_any_more_is_proposed_to_go(
    library: Library, living: LivingArticle
) -> None:
    library.remove(library.catalog.documents()[0].id)
    found = looked(living)
    made = rewritten(living, found.index((DECK_SENTENCE, "gone")), [])
    assert isinstance(made, Suggestion)
    assert made.part.text == "It was a festive day."
    [claim] = made.part.claims
    assert made.part.text[claim.start : claim.end] == claim.text


def test_a_newer_version_without_the_words_marks_what_rests_on_them(
    library: Library, living: LivingArticle
) -> None:
    newer_version(library, TEXT.replace("widened in 1934", "widened in 1936"))
    found = looked(living)
    assert (DECK_SENTENCE, "changed") in found
    assert not [one for one in found if one[1] == "changed" and one[0] != DECK_SENTENCE]


def test_a_newer_version_is_read_once_for_all_it_proves_and_looking_can_be_stopped(
    library: Library, living: LivingArticle, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = newer_version(library, f"{TEXT} It was painted.")
    article, read = living.editor.now().article, library.catalog.text
    texts: list[str] = []
    monkeypatch.setattr(library.catalog, "text", lambda id: texts.append(id) or read(id))
    assert len(article.research.evidence) > 1
    assert library_changes.of_proofs(article, library.catalog) == []
    assert lost_sources.of(article.research.evidence, library.catalog) == {}
    assert texts == [new, new]
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        library_changes.of_proofs(article, library.catalog, run.check)


def test_a_new_document_that_says_otherwise_is_told_and_can_be_settled(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    council_minutes(library)
    found = looked(living)
    assert (DECK_SENTENCE, "contradicted") in found
    mark = living.marks()[found.index((DECK_SENTENCE, "contradicted"))]
    assert "says 1936, and not 1934" in mark.why and mark.said is not None
    lines = [
        Line("retell", "wider in 1936", "The deck was made wider in 1936.", repeat=True),
        Line("retell", "", "In 1934 the deck of the bridge was widened.", repeat=True),
        Line("join", "", "Nothing of both.", repeat=True),
        Line("reports", "", (0.98, 0.02), repeat=True),
        Line("worth_telling", "", (0.98, 0.02), repeat=True),
        Line("goes_on", "", (-1.0,), repeat=True),
    ]
    made = rewritten(living, living.marks().index(mark), lines)
    assert isinstance(made, Suggestion)
    assert "1936" in made.part.text
    assert mark not in living.settle(mark)
    assert (DECK_SENTENCE, "contradicted") not in looked(living)


def test_of_documents_that_come_together_each_that_says_otherwise_is_told(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    add(library, "Decks", f"A history of decks. {FACTS[2]}")
    council_minutes(library)
    both = "The deck of the bridge was made wider in 1934. The deck was made wider in 1946."
    add(library, "Guide book", both)
    found = [(mark.kind, mark.said.title) for mark in marked(living) if mark.said is not None]
    assert sorted(found)[1:] == [
        ("contradicted", "Council minutes"),
        ("contradicted", "Guide book"),
    ]
    assert found[-1][0] == "also", "the nearest of what says the same"


def test_among_many_documents_that_agree_the_one_that_says_otherwise_is_found(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    for place in ("Lune", "Halton", "Caton", "Hornby", "Kirkby", "Wray", "Tatham"):
        add(library, place, f"{DECK_FACT} People of {place} came to see the work of that year.")
    late = "Minutes of the council. The deck was, by some accounts, made wider in 1936."
    add(library, "Council minutes", late)
    found = [(mark.kind, mark.said.title) for mark in marked(living) if mark.said is not None]
    assert ("contradicted", "Council minutes") in found
    assert len([kind for kind, _ in found if kind == "also"]) == 1


def in_floods(library: Library) -> LivingArticle:
    """An article that is limited to a collection, of which the bridge is all."""
    library.shelves.make("Floods", [library.catalog.documents()[0].id])
    studies, _ = written(library, within="Floods")
    return LivingArticle(studies, library, studies.list()[0])


def test_an_article_in_a_collection_is_held_against_what_comes_into_it(library: Library) -> None:
    living = in_floods(library)
    assert looked(living) == []
    minutes = council_minutes(library)
    assert not living.is_due() and looked(living) == [], "not in the collection"
    library.shelves.put(library.shelves.named("Floods"), [minutes])
    assert living.is_due()
    assert looked(living) == [(DECK_SENTENCE, "contradicted")]
    assert not living.is_due()


def test_what_was_kept_of_a_limited_article_before_names_no_more_than_its_limit(
    library: Library,
) -> None:
    living = in_floods(library)
    minutes = council_minutes(library)
    library.shelves.put(library.shelves.named("Floods"), [minutes])
    all_known = tuple(row.id for row in library.documents())
    living._keep(Kept(at=1.0, known=all_known))
    assert living.is_due()
    assert looked(living) == [(DECK_SENTENCE, "contradicted")]
    assert not living.is_due() and set(living._kept().known) == set(all_known)


def test_a_newer_version_proves_what_it_still_says_in_an_article_that_is_limited(
    library: Library,
) -> None:
    living = in_floods(library)
    newer_version(library, TEXT.replace("was widened in", "was made wider in"))
    library.shelves.delete(library.shelves.named("Floods"))
    found = looked(living)
    made = rewritten(living, found.index((DECK_SENTENCE, "changed")), [])
    assert isinstance(made, Suggestion)
    assert made.part.text.startswith("The deck was made wider in 1934 [")


def test_a_new_document_that_proves_what_was_not_proven_is_told_and_cited(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    add(library, "Diary", "It was a festive day. The deck of the bridge was crossed by all.")
    yes = checked("festive", YES)
    assert ("It was a festive day.", "found") in looked(living, yes)
    assert not living.is_due()
    at = next(at for at, mark in enumerate(living.marks()) if mark.kind == "found")
    made = rewritten(living, at, yes)
    assert isinstance(made, Suggestion)
    edited = living.editor.accept(made.number)
    deck = spots.find(edited.article, DECK)
    assert deck.text.startswith("The deck was made wider in 1934 [2]. It was a festive day [")
    assert [claim.state in claims.PROVEN for claim in deck.part.claims] == [True, True]
    assert [mark.kind for mark in living.marks()] == []


def test_a_new_document_contradicts_what_is_not_proven(
    library: Library, living: LivingArticle
) -> None:
    text = spots.find(living.editor.now().article, DECK).text
    living.editor.edit(DECK, text, f"{text} The deck was painted green in 1951.")
    living.editor.weigh(ScriptedEngine(weighs("painted")), Run())
    looked(living)
    add(library, "Minutes", "The deck was painted green in 1952.")
    found = looked(living, checked("painted", NO))
    assert ("The deck was painted green in 1951.", "contradicted") in found


def test_what_was_read_but_not_indexed_is_looked_at_when_it_is(
    library: Library, living: LivingArticle
) -> None:
    minutes = council_minutes(library)
    library.catalog.advance([minutes], "parsed")
    assert looked(living) == [] and not living.is_due()
    library.catalog.advance([minutes], "searchable")
    assert living.is_due()
    assert looked(living) == [(DECK_SENTENCE, "contradicted")]


def test_its_own_sources_are_not_new_after_an_index_was_made_again(
    library: Library, living: LivingArticle
) -> None:
    sources = [row.id for row in library.documents()]
    add(library, "Cats", "Cats sleep for most of the day, and hunt at night in the barn.")
    library.catalog.advance(sources, "parsed")
    assert looked(living) == []
    library.catalog.advance(sources, "searchable")
    assert not living.is_due()


def test_without_a_model_new_documents_wait(library: Library, living: LivingArticle) -> None:
    looked(living)
    council_minutes(library)
    assert living.check(None, SETTINGS, Run()) == ()
    assert living.is_due()


def test_a_mark_goes_with_its_sentence(library: Library, living: LivingArticle) -> None:
    library.remove(library.catalog.documents()[0].id)
    looked(living)
    mark = next(one for one in living.marks() if one.sentence == DECK_SENTENCE)
    text = spots.find(living.editor.now().article, DECK).text
    living.editor.edit(DECK, text, "It was a festive day.")
    assert mark not in living.marks()
    with (
        living.editor.context(ScriptedEngine(), SETTINGS, Run()) as context,
        pytest.raises(BadInput, match="no longer stands"),
    ):
        living.rewrite(mark, context)


def test_a_document_that_is_brought_back_contradicts_again(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    minutes = council_minutes(library)
    assert (DECK_SENTENCE, "contradicted") in looked(living)
    library.remove(minutes)
    assert living.check(None, SETTINGS, Run()) == ()
    library.trash.restore(minutes, Run())
    assert living.is_due()
    assert (DECK_SENTENCE, "contradicted") in looked(living)
    assert not living.is_due()


def test_a_mark_settled_while_the_library_is_looked_at_stays_settled(
    library: Library, living: LivingArticle
) -> None:
    looked(living)
    council_minutes(library)
    looked(living)
    [mark] = living.marks()
    add(library, "Guide book", "The deck of the bridge was made wider in 1946.")
    run = Run(lambda _: living.settle(mark) if mark in living.marks() else None)
    found = living.check(ScriptedEngine(weighs()), SETTINGS, run)
    assert [one.kind for one in found] == ["contradicted"] and mark not in found
    assert [document for _, _, document in living._kept().settled] == [mark.document]
