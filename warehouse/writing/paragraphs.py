"""Paragraphs: several samples of each are written side by side, all are proven, the best is woven.

    notes -> SAMPLES drafts -> the best of their sentences (weaving.py), proven -> notes that are
    left: once more by themselves -> retold one by one -> quoted

What a small model writes is proven seldom, but one of eight nearly always is (METHODS, 5a).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request, sampled
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import citations, cited, claims
from warehouse.results.records import Claim, Evidence, FellBack
from warehouse.writing import weaving, wishes, wording
from warehouse.writing.plain import Filter, has_voice_of_source, is_garbled, speaks_of_itself
from warehouse.writing.unused_sentences import Spare
from warehouse.writing.weaving import Unit
from warehouse.writing.wording import Refused, Said, Source, shifted

SAMPLES = 8
TOKENS_A_NOTE, TOKENS_MORE = 45, 60
FEWEST_LEFT = 2  # notes that no draft told, from which they get a paragraph of their own

NOT_NEW = "was said before, or does not stand alone"
SAID_AGAIN = "says again what another sentence says"

Watch = Callable[[int, str], None]


class Notes(Struct, frozen=True):
    """A paragraph to be: what it is to tell, under which heading; ``wishes`` are the user's."""

    heading: str
    evidence: tuple[Evidence, ...]
    wishes: str = ""


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
    of the new. ``watch`` gets (index, text so far) of the first sample. Raises Cancelled.
    """
    translated = bool(context.settings.article_language)
    growing = [_Growing(one, said, translated) for one in asked]
    for one, samples in zip(growing, _drafted(asked, title, context, watch), strict=True):
        one.take(samples)
    _prove(growing, context)
    thin = [one for one in growing if len(one.left.evidence) >= FEWEST_LEFT]
    if thin:
        for one, samples in zip(
            thin, _drafted([o.left for o in thin], title, context), strict=True
        ):
            one.take(samples)
        _prove(thin, context)
    alone = [(one, piece) for one in growing for piece in one.left.evidence]
    sources = [Source(one.heading, piece.text, piece.number) for one, piece in alone]
    told = wording.anew(sources, [piece for _, piece in alone], context) if alone else []
    for (one, piece), retold in zip(alone, told, strict=True):
        one.retell(piece, retold, context)
    return [one.paragraph() for one in growing]


class _Growing:
    """A paragraph while it grows; ``left`` are the notes that it does not tell yet."""

    def __init__(self, notes: Notes, said: Filter, translated: bool = False) -> None:
        self.left, self.heading = notes, notes.heading
        self._said, self._translated = said, translated
        self._units: list[Unit] = []
        self._verdicts: dict[str, Claim | None] = {}
        self._sentences: list[Claim] = []
        self._drafts = 0
        self._repeated: list[str] = []
        self._losses: list[Loss] = []

    def take(self, samples: Sequence[str]) -> None:
        """The drafts of what is left to tell."""
        self._drafts += 1
        source = "\n".join(flat(piece.text) for piece in self.left.evidence)

        def stands(bare: str) -> bool:
            return not _other_voice(bare, source) and not self._said.repeats(bare)

        self._units = weaving.units(samples, self.left.evidence, stands, self._translated)

    def unproven(self) -> list[str]:
        """Of the best choice as things stand, the sentences that are not checked yet."""
        return [text for text in self._woven() if text not in self._verdicts]

    def learn(self, text: str, found: Sequence[Claim]) -> None:
        """What the check of a sentence found; one that is not proven is never chosen again."""
        own = {piece.number for piece in self.left.evidence}
        whole = len(found) == 1 and wording.is_sure(found[0]) and set(found[0].cites) <= own
        self._verdicts[text] = found[0] if whole else None
        if not whole:
            why = wording.doubts(found) or "no statement to check"
            self._losses.append(Loss("checking", text, f"left out: {why}"))
            self._drop(text)

    def leave_repeated(self) -> None:
        """What is chosen and says again what the article says gives way to what does not."""
        while chosen := self._woven():
            again = self._said.says_again([citations.without_marks(text) for text in chosen])
            repeated = [text for text, said in zip(chosen, again, strict=True) if said]
            if not repeated:
                return
            for text in repeated:
                self._losses.append(Loss("writing", text, SAID_AGAIN))
                self._repeated.append(text)
                self._drop(text)

    def _drop(self, text: str) -> None:
        self._units = [unit for unit in self._units if text not in unit.sentences]

    def settle(self) -> None:
        """What is chosen and proven joins the paragraph; what it says is said from now on."""
        self._units = [
            unit for unit in self._units if all(self._verdicts.get(one) for one in unit.sentences)
        ]
        self.leave_repeated()
        chosen = self._woven()
        how: FellBack = "fewer" if self._drafts > 1 else ""
        for text in chosen:
            if (claim := self._verdicts[text]) is not None:
                self._add(claims.cite(text, [claim])[1], how)
        every = [*chosen, *self._repeated]
        told = weaving.tells(every, self.left.evidence, self._translated)
        untold = tuple(piece for piece in self.left.evidence if piece.number not in told)
        self.left = structs.replace(self.left, evidence=untold)
        self._units = []

    def _woven(self) -> list[str]:
        return weaving.woven(self._units)

    def retell(self, piece: Evidence, retold: Said | Refused, context: Context) -> None:
        """A note by itself, quoted where it could not be retold; a loss where it adds nothing."""
        self._losses += retold.losses
        if isinstance(retold, Refused):
            found = Spare([piece], self._said).take(retold.text or self.heading)
            if found is not None and not has_voice_of_source(found.text):
                self._add(wording.verbatim(found, [piece], context).claims, "quoted")
                return
        elif not self._said.says_again([retold.bare])[0] and not _other_voice(
            retold.bare, piece.text
        ):
            self._add(retold.claims, "retold")
            return
        self._losses.append(Loss("writing", flat(piece.text), NOT_NEW))

    def paragraph(self) -> Paragraph:
        """The sentences one after the other, the claims at their places there."""
        text = ""
        placed: list[Claim] = []
        for claim in self._sentences:
            text += " " if text else ""
            placed.append(shifted(claim, len(text) - claim.start))
            text += claim.text
        return Paragraph(text, tuple(placed), tuple(self._losses))

    def _add(self, sentences: Iterable[Claim], how: FellBack) -> None:
        for claim in sentences:
            self._sentences.append(structs.replace(claim, fell_back=how))
            self._said.say(citations.without_marks(claim.text))


def _drafted(
    asked: Sequence[Notes], title: str, context: Context, watch: Watch | None = None
) -> list[list[str]]:
    """SAMPLES texts for each, all in one batch."""
    prompt = prompts.load("paragraph")
    settings = context.settings
    warmth = settings.writing_temperature, settings.writing_top_p
    requests: list[Request] = []
    for one in asked:
        request = Request(
            prompt.name,
            prompt.render(
                article=title,
                section=one.heading,
                wishes=f". {one.wishes}" if one.wishes else "",
                notes="\n".join(f"[{piece.number}] {flat(piece.text)}" for piece in one.evidence)
                + wishes.language(settings),
            ),
            TOKENS_MORE + TOKENS_A_NOTE * len(one.evidence),
            seed=settings.seed,
            stop=("\n",),
            own_words=weaving.OWN_WORDS,
        )
        requests += sampled(request, SAMPLES, *warmth, likeliest=False)

    def grown(index: int, text: str) -> None:
        if watch is not None and index % SAMPLES == 0:
            watch(index // SAMPLES, text)

    replies = context.engine.complete(requests, context.run, grown)
    texts = [cited.prose(reply.text, whole=reply.finish == "stop") for reply in replies]
    return [texts[at * SAMPLES : (at + 1) * SAMPLES] for at in range(len(asked))]


def _prove(growing: Sequence[_Growing], context: Context) -> None:
    """Until every sentence that is woven is proven: what is not chosen is never checked."""
    for one in growing:
        one.leave_repeated()
    while waiting := [(one, text) for one in growing for text in one.unproven()]:
        pieces = {piece.number: piece for one, _ in waiting for piece in one.left.evidence}
        found = wording.checked([text for _, text in waiting], tuple(pieces.values()), context)
        for (one, text), own in zip(waiting, found, strict=True):
            one.learn(text, own)
        for one in dict.fromkeys(one for one, _ in waiting):
            one.leave_repeated()
    for one in growing:
        one.settle()


def _other_voice(bare: str, source: str) -> bool:
    """Is it not the article that speaks: of itself, as its source, or in no language?"""
    return speaks_of_itself(bare, source) or has_voice_of_source(bare) or is_garbled(bare, source)


def joined(paragraphs: Sequence[Paragraph]) -> tuple[str, tuple[Claim, ...]]:
    """A blank line between them, with all claims at their places."""
    text = ""
    placed: list[Claim] = []
    for one in paragraphs:
        if one.text:
            text += "\n\n" if text else ""
            placed += [shifted(claim, len(text)) for claim in one.claims]
            text += one.text
    return text, tuple(placed)
