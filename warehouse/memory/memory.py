"""The thoughts of one library: kept when new, recalled beside passages, stale when a root is.

Thoughts are few, so their vectors are compared in memory. A thought is kept only if no passage and
no thought says nearly the same (cosine from EPSILON), tested when it is kept and again when it is
recalled. A thought whose root words are gone or changed is stale: it is shown, and not used until
the user confirms it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import structs

from warehouse.errors import BadInput
from warehouse.records import Recalled, Root, Thought

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from warehouse.library import Library

EPSILON = 0.85
POOL = 40
TOP = 8
LONGEST = 600


class Memory:
    """Any thread may call."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def all(self) -> tuple[Thought, ...]:
        """The pinned ones first, then the newest."""
        found = [thought for thought, _ in self._library.catalog.thoughts()]
        return tuple(sorted(found, key=lambda one: (not one.pinned, -one.created)))

    def find(self, prefix: str) -> Thought:
        """By the beginning of its id. Raises BadInput when none or several begin so."""
        found = [one for one in self.all() if prefix and one.id.startswith(prefix)]
        if len(found) != 1:
            many = f"{len(found)} thoughts begin" if found else "No thought begins"
            raise BadInput(f"{many} with “{prefix}”.", "See the ids with: muniment thoughts")
        return found[0]

    def stale(self, thought: Thought) -> str:
        """Why it must not be used, in words; empty when all its roots stand."""
        gone = [one for one in self._moved(thought) if one.place.document not in thought.accepted]
        if not gone:
            return ""
        titles = ", ".join(dict.fromkeys(root.title for root in gone))
        return f"words it rests on are changed or gone: {titles}"

    def keep(self, thought: Thought) -> str:
        """Keep it, or say why not.

        The same id again changes the one that is there: it stays pinned, and the user's own words
        stay as they are.
        """
        vector = self._library.retrieval.embed([thought.text])[0]
        near = self._library.retrieval.passages(thought.text, TOP)
        if any((one.dense or 0.0) >= EPSILON for one in near):
            return "a passage of the library says nearly the same"
        for other, known in self._library.catalog.thoughts():
            if other.id == thought.id:
                if other.edited:
                    return "it is there in your own words"
                thought = structs.replace(thought, pinned=other.pinned)
            elif float(known @ vector) >= EPSILON:
                return f"it is known already: {other.text}"
        self._library.catalog.save_thought(thought, vector)
        return ""

    def recall(self, question: str, but_of: str = "") -> list[Recalled]:
        """Of the best TOP of passages and thoughts together the thoughts, best first.

        Those that say nearly the same as something better are left out, and what the study
        ``but_of`` found out itself.
        """
        known = [
            (thought, vector)
            for thought, vector in self._library.catalog.thoughts()
            if not (but_of and thought.study == but_of) and not self.stale(thought)
        ]
        if not known:
            return []
        asked = self._library.retrieval.embed([question])[0]
        hits = self._library.retrieval.passages(question, POOL)
        passages = [(hit.dense or 0.0, hit.text) for hit in hits]
        cosines = [float(vector @ asked) for _, vector in known]
        ranked = sorted(
            [(score, at, -1) for at, (score, _) in enumerate(passages)]
            + [(score, -1, at) for at, score in enumerate(cosines)],
            reverse=True,
        )[:TOP]
        better: list[NDArray[np.float32]] = []
        recalled: list[Recalled] = []
        texts = [passages[at][1] for _, at, _ in ranked if at >= 0]
        rows = iter(self._library.retrieval.embed(texts)) if texts else iter(())
        for score, at, number in ranked:
            vector = next(rows) if at >= 0 else known[number][1]
            said = any(float(other @ vector) >= EPSILON for other in better)
            if number >= 0 and not said:
                recalled.append(Recalled(known[number][0], score))
            better.append(vector)
        return recalled

    def edit(self, thought: Thought, text: str) -> Thought:
        """The user's words in place of the model's. Raises BadInput for no text or too long one."""
        text = " ".join(text.split())
        if not text or len(text) > LONGEST:
            raise BadInput(f"A thought has between 1 and {LONGEST} characters.")
        return self._change(thought, text=text, edited=True)

    def pin(self, thought: Thought, pinned: bool = True) -> Thought:
        return self._change(thought, pinned=pinned)

    def confirm(self, thought: Thought) -> Thought:
        """Use it although roots are changed or gone: the user has looked."""
        gone = {root.place.document for root in self._moved(thought)}
        return self._change(thought, accepted=tuple(sorted({*thought.accepted, *gone})))

    def forget(self, thought: Thought) -> None:
        self._library.catalog.delete_thought(thought.id)

    def standing(self, thought: Thought) -> Sequence[Root]:
        """The roots that can still be shown and cited."""
        return [root for root in thought.roots if self._stands(root)]

    def _moved(self, thought: Thought) -> list[Root]:
        """Roots whose words are gone or changed, or whose document has a newer version."""
        documents = {root.place.document for root in thought.roots}
        newer = self._library.catalog.newer(documents)
        return [
            root for root in thought.roots if root.place.document in newer or not self._stands(root)
        ]

    def _stands(self, root: Root) -> bool:
        catalog, place = self._library.catalog, root.place
        if not catalog.knows(place.document):
            return False
        return catalog.for_prompts(place.document, place.start, place.end) == root.text

    def _change(self, thought: Thought, **changes: object) -> Thought:
        changed = structs.replace(thought, **changes)
        vector = self._library.retrieval.embed([changed.text])[0]
        self._library.catalog.save_thought(changed, vector)
        return changed
