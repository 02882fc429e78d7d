"""What searches bring for the methods that write: of long documents what is near in meaning."""

from __future__ import annotations

from bridges import BRIDGE, Shelve

from warehouse.context import Context
from warehouse.engine.scripted import ScriptedEngine
from warehouse.methods.evidence.evidence_pool import LINE_CHARACTERS, Breadth, EvidencePool
from warehouse.methods.evidence.sentences import SHORT_PASSAGES, of_hits
from warehouse.run import Run
from warehouse.settings import Settings

QUERY = "How is the deck of a bridge held?"
MANUAL = (
    "The keeping of bridges",
    "\n\n".join(f"Part {at} tells how planks and nails hold deck {at}. " * 40 for at in range(9)),
)


def test_sentences_of_long_documents_are_told_from_those_of_short_ones(shelve: Shelve) -> None:
    library = shelve(BRIDGE, MANUAL)
    long = {one.id for one in library.documents() if one.passages > SHORT_PASSAGES}
    lines = of_hits(library.retrieval.passages(QUERY, 12), library)
    assert {line.document for line in lines if line.of_long} == long
    assert any(not line.of_long for line in lines)


def test_of_long_documents_as_much_is_kept_as_the_breadth_has_room_for(shelve: Shelve) -> None:
    context = Context.of(shelve(MANUAL), ScriptedEngine([]), Settings(), Run())
    kept = []
    for count in (1, 4):
        pool = EvidencePool("Decks", context, Breadth(kept=count, least=0.0))
        pool.ask([QUERY])
        kept.append(sum(len(piece.text) for piece in pool.evidence))
    assert 0 < kept[0] < kept[1] <= 4 * LINE_CHARACTERS
