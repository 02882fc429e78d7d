"""The sections of an article: of every piece of evidence one sentence told, in the page's order.

All sections are written as one batch (wording.py). A piece that could not be told in words that
its page proves is quoted instead, one sentence of it that can stand alone; what repeats an earlier
sentence is left out, and is a loss. The lead joins proven sentences of the sections.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.errors import Cancelled, MunimentError
from warehouse.methods.evidence.prose import leans
from warehouse.methods.evidence.reduction import flat, head
from warehouse.proof.cited import Sentence
from warehouse.results import claimed_text
from warehouse.results.records import Claim, Evidence
from warehouse.writing import tongue
from warehouse.writing.progress import Drafted, Progress
from warehouse.writing.retold.planned import Outline, Section
from warehouse.writing.sentences import quoting, unused_sentences, wording
from warehouse.writing.sentences.plain import Filter, has_voice_of_source
from warehouse.writing.sentences.unused_sentences import Spare
from warehouse.writing.sentences.wording import Refused, Said, Source

SHORTEST, LONGEST = 3, 6
NOTHING_NEW = "Nothing of the evidence for this section could be told that is not said before."
NOT_NEW = "was said before, or does not stand alone"
ANOTHER = "another sentence of its passage is told"

_Told = Sequence[Said | Refused]


class Written(Struct, frozen=True):
    """A section: its text with the claims in it, or why there is none."""

    text: str
    claims: tuple[Claim, ...] = ()
    failed: str = ""
    losses: tuple[Loss, ...] = ()


def write(outline: Outline, context: Context, drafted: Drafted, fit: Filter) -> list[Written]:
    """All sections as one batch; ``drafted`` gets (section index, text so far).

    When the batch fails, each section is tried alone, so that one cannot take the others along.
    ``fit`` knows what the article says already, and is told what the sections say.
    """
    outcomes: list[_Told | MunimentError]
    try:
        outcomes = list(_told(outline.sections, context, drafted))
    except Cancelled:
        raise
    except MunimentError:
        outcomes = [
            _alone(index, section, context, drafted)
            for index, section in enumerate(outline.sections)
        ]
    return [
        Written("", failed=str(outcome))
        if isinstance(outcome, MunimentError)
        else _section(section, outcome, fit, context)
        for section, outcome in zip(outline.sections, outcomes, strict=True)
    ]


def paragraphs(told: Sequence[tuple[Evidence, Said]]) -> list[list[Said]]:
    """A new one where the page's section changes, or the last is long; none is very short."""
    groups: list[list[Said]] = [[]]
    for at, (piece, said) in enumerate(told):
        last = groups[-1]
        changes = at > 0 and _whence(piece) != _whence(told[at - 1][0])
        enough = len(last) >= SHORTEST and len(told) - at >= SHORTEST
        if enough and (changes or len(last) >= LONGEST) and not leans(said.text):
            groups.append([])
        groups[-1].append(said)
    return groups


def sources(sections: Sequence[Section], context: Context) -> list[Source]:
    """Of every piece of evidence one sentence under the title of its section, in order: of several
    told as one a small model makes a third (MEASURED.md).
    """
    told: list[Source] = []
    for section in sections:
        for piece in section.evidence:
            core = _core(piece, section)
            text, document = core or piece.text, head(piece) if core else ""
            language = tongue.told_in({piece.place.document}, context)
            told.append(Source(section.title, text, piece.number, language, document))
    return told


def _core(piece: Evidence, section: Section) -> str:
    """Of several sentences the one nearest to the section's title that can stand alone."""
    nearest = Spare([piece], Filter()).take(section.title)
    return nearest.text if nearest else ""


def _whence(piece: Evidence) -> tuple[str, str]:
    return piece.place.document, piece.path


def _told(sections: Sequence[Section], context: Context, drafted: Drafted) -> list[_Told]:
    """For each section what was said of each piece of its evidence."""
    pieces = [(at, piece) for at, section in enumerate(sections) for piece in section.evidence]
    titles, owners = [section.title for section in sections], [at for at, _ in pieces]
    progress = Progress(titles, owners, drafted, context.run)
    evidence = [piece for _, piece in pieces]
    told = sources(sections, context)
    said = iter(wording.anew(told, evidence, context, progress))
    return [[next(said) for _ in section.evidence] for section in sections]


def _alone(
    index: int, section: Section, context: Context, drafted: Drafted
) -> _Told | MunimentError:
    try:
        return _told([section], context, lambda _, text: drafted(index, text))[0]
    except Cancelled:
        raise
    except MunimentError as error:
        return error


def _section(section: Section, told: _Told, fit: Filter, context: Context) -> Written:
    """Sentences in their order, each new; a verbatim one where the model's own was not proven."""
    kept: list[tuple[Evidence, Said]] = []
    losses: list[Loss] = []
    for piece, outcome in zip(section.evidence, told, strict=True):
        losses += outcome.losses
        found = _new(piece, outcome, section, fit, context)
        if found is None:
            losses.append(Loss("writing", flat(piece.text), NOT_NEW))
        else:
            source, said = found
            kept.append((piece, said))
            losses += _untold(piece, source)
    if not kept:
        return Written("", failed=NOTHING_NEW, losses=tuple(losses))
    text, checked = claimed_text.joined(map(wording.joined, paragraphs(kept)), "\n\n")
    return Written(text, checked, losses=tuple(losses))


def _new(
    piece: Evidence, outcome: Said | Refused, section: Section, fit: Filter, context: Context
) -> tuple[str, Said] | None:
    """(the sentence of the piece that is told, "" for all of it; how): the model's own where it is
    proven, new and not in the voice of its source, else the nearest that can stand alone, word for
    word.
    """
    core = _core(piece, section)
    if isinstance(outcome, Refused):
        instead_of = outcome.text or section.title
    elif fit.repeats(outcome.bare):
        instead_of = section.title
        fit.say(core)
    elif has_voice_of_source(outcome.bare):
        instead_of = outcome.bare
    else:
        fit.say(outcome.bare)
        return core, outcome
    sentence = Spare([piece], fit).take(instead_of)
    if sentence is None:
        return None
    quoted = Sentence(quoting.quotation(sentence.text), sentence.notes)
    return sentence.text, wording.verbatim(quoted, [piece], context)


def _untold(piece: Evidence, source: str) -> list[Loss]:
    """Its sentences beside the one that is told."""
    texts = [text for _, text, _ in unused_sentences.told(piece.text, head(piece))]
    others = [text for text in dict.fromkeys(texts) if source and text != source]
    return [Loss("writing", text, ANOTHER) for text in others]
