"""The thoughts of one library: kept when new, recalled beside passages, stale when a root is.

A question is compared with the title a thought rests on, its own question and its words together,
as with a passage's title and words. One is kept only if no passage and no thought says nearly the
same (a cosine of EPSILON, words against words), and that is tested again when it is recalled. A
thought whose root words are gone or changed is stale: shown, and not used until the user confirms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from indexers.orders import addressed
from warehouse.beginnings import one_of
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Hit, Recalled, Root, Thought
from warehouse.search import analyzer
from warehouse.search.common_words import is_common
from warehouse.search.embedding import Vector
from warehouse.search.rarity import word_shares
from warehouse.store.catalog.thoughts import Vectors

EPSILON = 0.85
POOL = 40
TOP = 8
FARTHEST = 0.5
LONGEST = 600
SAME = "something nearer to the question says nearly the same"
UNREADABLE = "it rests also on what this question may not read"
SPEAKS = "it speaks to a machine"
ALIKE = 0.04  # what a thought's own question lends it in likeness to any question of its form
_FORM = "title, question and words, words"
_ROWS = 2
_GONE = "gone"
_WORD = re.compile(r"\w+")


class Memory:
    """Any thread may call."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def all(self) -> tuple[Thought, ...]:
        """The pinned ones first, then the newest."""
        thoughts = self._library.catalog.thoughts()
        return tuple(sorted(thoughts, key=lambda one: (not one.pinned, -one.created)))

    def about(self, words: str) -> tuple[Thought, ...]:
        """Those that say all the words, or ask or rest on them, in the order of ``all``."""
        wanted = words.casefold().split()
        return tuple(
            thought for thought in self.all() if all(word in _told(thought) for word in wanted)
        )

    def find(self, prefix: str) -> Thought:
        """By the beginning of its id. Raises BadInput when none or several begin so."""
        return one_of(
            self.all() if prefix else (), prefix, "thought", "thoughts", "muniment thoughts"
        )

    def stale(self, thought: Thought) -> str:
        """Why it must not be used, in words; empty when all its roots stand."""
        gone = [
            root
            for root, change in self._moved(thought)
            if not _is_agreed(thought, root.place.document, change)
        ]
        if not gone:
            return ""
        titles = ", ".join(dict.fromkeys(root.title for root in gone))
        return f"words it rests on are changed or gone: {titles}"

    def keep(self, thought: Thought) -> str:
        """Keep it, or say why not.

        The same id again changes the one that is there: it stays as old and as pinned as it was,
        and the user's own words stay as they are.
        """
        if addressed.speaks(thought.text):
            return SPEAKS
        [vectors] = self._embedded([thought]).values()
        words = vectors[-1]
        near = self._library.retrieval.passages(thought.text, TOP)
        if near and _is_said(words, self._said(near)):
            return "a passage of the library says nearly the same"
        others = self._library.catalog.thoughts()
        known = self._vectors(others)
        for other in others:
            if other.id == thought.id:
                if other.edited:
                    return "it is there in your own words"
                thought = structs.replace(thought, pinned=other.pinned, created=other.created)
            elif _is_said(words, known[other.id][-1:]):
                return f"it is known already: {other.text}"
        self._library.catalog.save_thought(thought, vectors, self._made)
        return ""

    def recall(self, question: str, but_of: str = "", matter: str = "") -> list[Recalled]:
        """Of the best TOP of passages and thoughts together the thoughts, best first; a pinned one
        from the best POOL. Of a ``matter`` asked about as a whole the words they rest on count.

        What says nearly the same as something better, what is stale and what rests on what may not
        be read as well say so in ``left_out``; the last two keep nothing else away.
        Not looked at: what is less than FARTHEST as near as the nearest, what rests on nothing in
        reach, and what the study ``but_of`` found or was found since it began, so that it begins
        from the same when it is done again.
        """
        known = self._known_before(but_of)
        near = [thought for thought in known if any(map(self._may_be_read, thought.roots))]
        if not near:
            return []
        embed = self._library.retrieval.embed
        vectors = self._vectors(near)
        [query] = embed([question])
        cosines = {
            thought.id: float(vectors[thought.id][0] @ query) - (0.0 if thought.pinned else ALIKE)
            for thought in near
        }
        hits = self._library.retrieval.passages(question, POOL)
        dense = [hit.dense or 0.0 for hit in hits]
        if matter:
            near = sorted(near, key=lambda one: -cosines[one.id])[:POOL]
            [query] = embed([matter])
            roots = {thought.id: embed([root.text for root in thought.roots]) for thought in near}
            cosines = {id: float((rows @ query).mean()) for id, rows in roots.items()}
            dense = (self._said(hits) @ query).tolist() if hits else []
        near = _on_that_part(question, near, hits)
        barred = {thought.id: self._barred(thought) for thought in near}
        usable = [cosines[thought.id] for thought in near if not barred[thought.id]]
        scores = sorted([*dense, *usable], reverse=True) or [0.0]
        least, least_pinned = (max(scores[:most][-1], FARTHEST * scores[0]) for most in (TOP, POOL))
        nearest = [(score, hit) for score, hit in zip(dense, hits, strict=True) if score >= least]
        rows = self._said([hit for _, hit in nearest])
        passages = [(score, row) for (score, _), row in zip(nearest, rows, strict=True)]
        recalled: list[Recalled] = []
        told: list[Vector] = []
        for thought in sorted(near, key=lambda one: -cosines[one.id]):
            cosine, said = cosines[thought.id], vectors[thought.id][-1]
            if cosine < (least_pinned if thought.pinned else least):
                continue
            better = [*told, *(words for score, words in passages if score > cosine)]
            left_out = barred[thought.id] or (SAME if _is_said(said, better) else "")
            recalled.append(Recalled(thought, cosine, left_out))
            if not left_out:
                told.append(said)
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
        """Use it although roots are changed or gone: the user has looked. What becomes of them
        later is another matter.

        Raises BadInput where none stands any more: there is nothing left to cite.
        """
        if not self.standing(thought):
            raise BadInput(
                "Nothing is left of the words it rests on, so there is nothing to cite.",
                "Restore the document from the trash, or forget the thought.",
            )
        gone = {change for _, change in self._moved(thought)}
        agreed = {*thought.accepted, *gone} - {root.place.document for root in thought.roots}
        return self._change(thought, accepted=tuple(sorted(agreed)))

    def forget(self, thought: Thought) -> None:
        self._library.catalog.delete_thought(thought.id)

    def standing(self, thought: Thought) -> Sequence[Root]:
        """The roots that can still be shown."""
        return [root for root in thought.roots if self._stands(root)]

    def usable(self, thought: Thought) -> Sequence[Root]:
        """The roots that can be cited: they stand, and may be read."""
        return list(filter(self._may_be_read, self.standing(thought)))

    def _barred(self, thought: Thought) -> str:
        """Why nothing of it comes, in words: it is stale, or its words say what may not be read."""
        if why := self.stale(thought):
            return why
        return UNREADABLE if len(self.usable(thought)) < len(self.standing(thought)) else ""

    def _may_be_read(self, root: Root) -> bool:
        return self._library.may_read(root.place.document)

    def _moved(self, thought: Thought) -> list[tuple[Root, str]]:
        """Roots whose words are gone or changed, or whose document has a newer version, each with
        what can be agreed to: the place, and that they are gone, or which version it is.
        """
        newer = self._library.catalog.newer({root.place.document for root in thought.roots})
        moved: list[tuple[Root, str]] = []
        for root in thought.roots:
            place = root.place
            state = newer.get(place.document, "") if self._stands(root) else _GONE
            if state:
                moved.append((root, f"{place.document}:{place.start}:{state}"))
        return moved

    def _stands(self, root: Root) -> bool:
        catalog, place = self._library.catalog, root.place
        if not catalog.knows(place.document):
            return False
        return catalog.for_prompts(place.document, place.start, place.end) == root.text

    def _known_before(self, study: str) -> list[Thought]:
        row = self._library.catalog.study(study) if study else None
        return [
            idea
            for idea in self._library.catalog.thoughts()
            if not (study and idea.study == study) and (row is None or idea.created <= row.created)
        ]

    def _said(self, hits: Sequence[Hit]) -> Vectors:
        """(hits, dimension): the vectors of their words alone."""
        return self._library.retrieval.embed([hit.text for hit in hits])

    def _change(self, thought: Thought, **changes: object) -> Thought:
        changed = structs.replace(thought, **changes)
        [vectors] = self._embedded([changed]).values()
        self._library.catalog.save_thought(changed, vectors, self._made)
        return changed

    @property
    def _made(self) -> str:
        return f"{self._library.retrieval.embedder.name}: {_FORM}"

    def _vectors(self, thoughts: Sequence[Thought]) -> Mapping[str, Vectors]:
        """By id; those of another embedder are made anew first, and kept."""
        known = self._library.catalog.thought_vectors(self._made, _ROWS)
        if foreign := [thought for thought in thoughts if thought.id not in known]:
            fresh = self._embedded(foreign)
            self._library.catalog.save_thought_vectors(fresh, self._made)
            known |= fresh
        return known

    def _embedded(self, thoughts: Sequence[Thought]) -> dict[str, Vectors]:
        """By id (2, dimension): title, question and words together, the words alone."""
        texts = []
        for thought in thoughts:
            titles = [root.title for root in thought.roots[:1]]
            texts += ["\n".join((*titles, thought.question, thought.text)), thought.text]
        rows = self._library.retrieval.embed(texts)
        return {
            thought.id: rows[_ROWS * at : _ROWS * at + _ROWS] for at, thought in enumerate(thoughts)
        }


def _is_agreed(thought: Thought, document: str, change: str) -> bool:
    """A bare id, of earlier versions of the program, is for any newer version."""
    is_gone = change.endswith(f":{_GONE}")
    return change in thought.accepted or (not is_gone and document in thought.accepted)


def _is_said(words: Vector, others: Iterable[Vector]) -> bool:
    """Do any of ``others`` say nearly the same? Unit vectors of words alone."""
    return any(float(row @ words) >= EPSILON for row in others)


def _on_that_part(question: str, thoughts: Sequence[Thought], hits: Sequence[Hit]) -> list[Thought]:
    """Without those on another part of the matter, unless pinned: those of which the head of a
    passage has every word of the question that their own heads have, and more than twice their
    share. One under another name altogether may be a step to the answer.
    """
    words = " ".join(word for word in _WORD.findall(question) if not is_common(word))
    wanted = frozenset(analyzer.terms(words))
    heads = [_head(hit) for hit in hits]
    heads += [" ".join(dict.fromkeys(map(_head, thought.roots))) for thought in thoughts]
    shares = word_shares([words], heads)
    named = [wanted.intersection(analyzer.terms(head)) for head in heads]
    fits = list(zip(named, shares, strict=True))
    hit_fits = set(fits[: len(hits)])
    return [
        thought
        for thought, (common, share) in zip(thoughts, fits[len(hits) :], strict=True)
        if thought.pinned
        or not common
        or not any(common < more and share < best / 2 for more, best in hit_fits)
    ]


def _head(source: Hit | Root) -> str:
    return f"{source.title} {source.path}"


def _told(thought: Thought) -> str:
    titles = (root.title for root in thought.roots)
    return "\n".join((thought.text, thought.question, *titles)).casefold()
