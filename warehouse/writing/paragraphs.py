"""Paragraphs: what their notes say, sentence by sentence and near to it, joined where it belongs.

    notes -> those of their sentences that tell something by themselves (worth_telling.py) -> each
    said anew and proven (retelling.py) -> two that belong together
    made one (joining.py), of one subject also where they would stand in two paragraphs -> the best
    of them, as many as there is room for -> where that is too little, a note of which nothing is
    proven: quoted

Of several notes at once a small model tells much that none of them says, and of many samples the
one that passes a check is often one that the check is wrong about; of one sentence, and of two that
are proven, neither is so (MEASURED.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat, head
from warehouse.proof.cited import Sentence
from warehouse.results import claimed_text
from warehouse.results.records import Claim, Evidence, FellBack
from warehouse.structures.communities import Matrix
from warehouse.text import words_in
from warehouse.writing.outline.ranked import EVIDENCE_A_WORD, words_of
from warehouse.writing.sentences import joining, quoting, retelling, wording, worth_telling
from warehouse.writing.sentences.chronology import in_time
from warehouse.writing.sentences.leaning import Source
from warehouse.writing.sentences.plain import Filter, has_voice_of_source
from warehouse.writing.sentences.retelling import Asked, Told
from warehouse.writing.sentences.unused_sentences import Spare
from warehouse.writing.sentences.worth_telling import HANGS_ALONE, WEIGHT

NOT_NEW = "was said before, or does not stand alone"
LONG_ENOUGH = "the paragraph is long enough without it"
QUOTES_ENOUGH = "could only be quoted, and the paragraph has quotations enough"
SAID_AGAIN = "says again what another sentence says"
JOINED = 1.6  # more for a sentence that rests on two places
QUOTED = 2  # sentences that are told for each note that is only quoted
JOINING = 2  # rounds; what found no partner in one tries another in the next

Watch = Callable[[int, str], None]


class Notes(Struct, frozen=True):
    """A paragraph to be: what it is to tell, under which heading; ``wishes`` are the user's.
    ``share`` of the words of its evidence are told, 0: one in EVIDENCE_A_WORD, or of short notes
    each.
    """

    heading: str
    evidence: tuple[Evidence, ...]
    wishes: str = ""
    share: float = 0.0


class Paragraph(Struct, frozen=True):
    """Proven sentences, and their claims at their places, each with what it fell back to."""

    text: str
    claims: tuple[Claim, ...]
    losses: tuple[Loss, ...] = ()


def write(
    asked: Sequence[Notes],
    title: str,
    said: Filter,
    context: Context,
    watch: Watch | None = None,
) -> list[Paragraph]:
    """A paragraph for each of ``asked``; ``said`` knows what the article tells already, and is told
    of the new. ``watch`` gets (index, text so far). Raises Cancelled.
    """
    growing = [_Growing(notes, said) for notes in asked]
    _retell(growing, title, context, watch)
    alone: set[frozenset[str]] = set()  # two that could not be joined
    for _ in range(JOINING):
        _join(growing, alone, context)
    for paragraph in growing:
        paragraph.keep_the_best(title, context)
        paragraph.quote_what_is_left(context)
    return [paragraph.paragraph(alone) for paragraph in growing]


class _Growing:
    """A paragraph while it grows."""

    def __init__(self, notes: Notes, said: Filter) -> None:
        self.notes, self._said = notes, said
        self.told: list[Told] = []
        # notes of which a sentence stands elsewhere, or could be told, and is not quoted instead
        self._proven: set[int] = set()
        self._quoted: list[Claim] = []
        self.losses: list[Loss] = []
        self.rows: Matrix | None = None  # unit vectors of its notes' sentences
        self.room = self._words()  # words that are still to come
        self.worth: dict[str, float] = {}  # of its notes' sentences that may be told
        self.leaning: dict[str, float] = {}  # of all of them

    def _words(self) -> float:
        """How long it is to be."""
        evidence = self.notes.evidence
        if self.notes.share:
            return words_of(evidence) * self.notes.share
        least = sum(
            min(words_in(sentence) for sentence in retelling.sentences(e)) for e in evidence
        )
        return max(least, words_of(evidence) / EVIDENCE_A_WORD)

    def take(self, one: Told) -> None:
        """A proven sentence; one that says again what the article says is left out."""
        if self._said.says_again([one.bare])[0]:
            self.losses.append(Loss("writing", one.text, SAID_AGAIN))
            self._proven |= set(one.claim.cites)
        else:
            self.told.append(one)
            self._said.say(one.bare)

    def join(self, own: Told, both: Told, other: _Growing, given: Told) -> None:
        """``both`` in the place of ``own``; ``given`` of the other paragraph is told here now."""
        self.told[self.told.index(own)] = both
        self.worth |= {
            source.sentence: other.worth.get(source.sentence, 0.0) for source in given.asked
        }
        other.told.remove(given)
        self._said.forget(own.bare)
        self._said.forget(given.bare)
        self._said.say(both.bare)
        other._proven |= set(given.claim.cites)
        moved = words_in(given.bare)
        self.room += moved
        other.room -= moved

    def keep_the_best(self, title: str, context: Context) -> None:
        """Of what is proven as much as there is room for: what is nearest to the heading, and
        stands under headings near to it, tells most by itself and rests on more than one place.
        """
        if not self.told:
            return
        heads = [head(e.piece) for sentence in self.told for e in sentence.asked]
        under = [
            f"{head(e.piece)}: {sentence.bare}" for sentence in self.told for e in sentence.asked
        ]
        heading, count = f"{title}: {self.notes.heading}", len(heads)
        alike = context.library.retrieval.likeness(heading, [*heads, *under])
        near = iter((alike[:count] + alike[count:]).tolist())
        worth = {
            sentence.text: sum(
                next(near) + WEIGHT * self.worth.get(e.sentence, 0.0) for e in sentence.asked
            )
            / len(sentence.asked)
            + JOINED * (len(sentence.claim.cites) > 1)
            for sentence in self.told
        }
        for at, sentence in enumerate(sorted(self.told, key=lambda one: -worth[one.text])):
            if self._has_room(sentence.bare) or not at:
                self.room -= words_in(sentence.bare)
            else:
                self.told.remove(sentence)
                self._proven |= set(sentence.claim.cites)
                self._said.forget(sentence.bare)
                self.losses.append(Loss("writing", sentence.text, LONG_ENOUGH))

    def quote_what_is_left(self, context: Context) -> None:
        """Of a note that nothing is proven of a sentence as it stands, while there is room: one, or
        one for QUOTED that were told. Those that tell most by themselves first; a loss where it
        adds none.
        """
        numbers = self._proven.union(*(sentence.claim.cites for sentence in self.told))
        most = max(1, len(self.told) // QUOTED)
        for piece in sorted(self.notes.evidence, key=self._tells, reverse=True):
            if piece.number in numbers or not self._tells(piece):
                continue
            if self.room <= 0 or len(self._quoted) >= most:
                why = LONG_ENOUGH if self.room <= 0 else QUOTES_ENOUGH
                self.losses.append(Loss("writing", flat(piece.text), why))
                continue
            sentence = Spare([piece], self._said, self.worth).take(self.notes.heading)
            if sentence is None or has_voice_of_source(sentence.text):
                self.losses.append(Loss("writing", flat(piece.text), NOT_NEW))
            else:
                quoted = Sentence(quoting.quotation(sentence.text), sentence.notes)
                self._quoted += wording.verbatim(quoted, [piece], context).claims
                self.room -= words_in(sentence.text)

    def _has_room(self, sentence: str) -> bool:
        """For the half of it at least: so paragraphs come out neither too long nor too short."""
        return self.room >= words_in(sentence) / 2

    def _tells(self, piece: Evidence) -> float:
        """How much the best of its sentences tells by itself; 0 where none may be told."""
        return max(
            (self.worth.get(sentence, 0.0) for sentence in retelling.sentences(piece)), default=0.0
        )

    def paragraph(self, alone: Collection[frozenset[str]]) -> Paragraph:
        """The sentences in the order of their documents, the first that is cited first, as what
        an author tells leads on, and in that of time where most are dated; the claims at their
        places there. A sentence of two that could be left ``alone`` only was retold.
        """
        claims = [(sentence.spoken, _fell_back(sentence, alone)) for sentence in self.told]
        claims += [(claim, "quoted") for claim in self._quoted]
        claims.sort(key=lambda pair: self._place(pair[0]))
        ordered = (claims[at] for at in in_time([claim.text for claim, _ in claims]))
        told = (structs.replace(claim, fell_back=how) for claim, how in ordered)
        return Paragraph(*claimed_text.sentences(told), tuple(self.losses))

    def _place(self, claim: Claim) -> tuple[int, int]:
        """The place of its document among the notes, and its own there."""
        documents = [piece.place.document for piece in self.notes.evidence]
        places = (
            (documents.index(piece.place.document), piece.place.start)
            for piece in self.notes.evidence
            if piece.number in claim.cites
        )
        return min(places, default=(len(documents), 0))


def _retell(growing: Sequence[_Growing], title: str, context: Context, watch: Watch | None) -> None:
    """Every sentence that tells something said anew, all in one batch."""
    _weigh(growing, title, context)
    sources = [
        (at, Asked(piece, sentence, paragraph.notes.wishes))
        for at, paragraph in enumerate(growing)
        for piece in paragraph.notes.evidence
        for sentence in retelling.sentences(piece)
        if sentence in paragraph.worth
    ]
    texts = [""] * len(sources)

    def grown(index: int, text: str) -> None:
        texts[index] = text
        owner = sources[index][0]
        if watch is not None:
            said = (t for t, (at, _) in zip(texts, sources, strict=True) if at == owner and t)
            watch(owner, " ".join(said))

    sentences, losses = retelling.retold([source for _, source in sources], context, grown)
    for (at, _), sentence in zip(sources, sentences, strict=True):
        if sentence is not None:
            growing[at].take(sentence)
    if growing:
        growing[0].losses += losses


def _weigh(growing: Sequence[_Growing], title: str, context: Context) -> None:
    """Which sentences of the notes may be told: what hangs on its neighbours only where nothing
    else is there.
    """
    by_paragraph: list[list[Source]] = []
    for paragraph in growing:
        evidence = paragraph.notes.evidence
        offered = [(e, s) for e in evidence for s in retelling.sentences(e)]
        left = [s for e in evidence for s in retelling.left(e)]
        paragraph.losses += [Loss("writing", s, HANGS_ALONE) for s in dict.fromkeys(left)]
        hang = {s for e in evidence for s in retelling.hanging(e)}
        if stand := [source for source in offered if source[1] not in hang]:
            paragraph.losses += [Loss("writing", s, HANGS_ALONE) for _, s in offered if s in hang]
        by_paragraph.append(stand or offered)
    every = [source for sources in by_paragraph for source in sources]
    weighed = worth_telling.alone(title, every, context)
    for paragraph, sources in zip(growing, by_paragraph, strict=True):
        sentences = [sentence for _, sentence in sources]
        if not sentences:
            continue
        paragraph.rows = context.library.retrieval.embed(sentences)
        for sentence, why_not in worth_telling.told(sources, weighed, paragraph.room).items():
            paragraph.leaning[sentence] = weighed.leaning[sentence]
            if why_not:
                paragraph.losses.append(Loss("writing", sentence, why_not))
            else:
                paragraph.worth[sentence] = weighed.worth[sentence]


def _join(growing: Sequence[_Growing], alone: set[frozenset[str]], context: Context) -> None:
    """What belongs together, all in one batch; of what is translated the sources tell that."""
    owned = [(paragraph, sentence) for paragraph in growing for sentence in paragraph.told]
    if len(owned) < 2:
        return
    sentences = [sentence for _, sentence in owned]
    among = np.concatenate([paragraph.rows for paragraph in growing if paragraph.rows is not None])
    said = sentences
    if context.settings.article_language:
        said = [structs.replace(one, text=one.asked[0].sentence) for one in sentences]
    rows = context.library.retrieval.embed([sentence.bare for sentence in said])
    near = joining.nearness(said, rows, among)
    leaning = {text: by for paragraph in growing for text, by in paragraph.leaning.items()}
    owners = [growing.index(paragraph) for paragraph, _ in owned]
    chosen = joining.pairs(said, near, alone, owners, leaning)
    joint, losses = joining.joined([(sentences[a], sentences[b]) for a, b in chosen], context)
    for (a, b), both in zip(chosen, joint, strict=True):
        if both is None:
            alone |= {frozenset((those[a].text, those[b].text)) for those in (sentences, said)}
        else:
            owned[a][0].join(sentences[a], both, owned[b][0], sentences[b])
    growing[0].losses += losses


def _fell_back(one: Told, alone: Collection[frozenset[str]]) -> FellBack:
    if one.spoken.state == "quoted":
        return "quoted"
    return "retold" if any(one.text in pair for pair in alone) else ""


def joined(paragraphs: Sequence[Paragraph]) -> tuple[str, tuple[Claim, ...]]:
    """A blank line between them, with all claims at their places."""
    return claimed_text.joined(((one.text, one.claims) for one in paragraphs), "\n\n")
