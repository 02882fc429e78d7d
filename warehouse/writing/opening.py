"""The opening: what the sources say nearest to the topic itself, before any section is written.

    sentences of the evidence that can stand alone -> the nearest to the topic, those first that
    begin with its name and tell most by themselves (worth_telling.py), each of another matter ->
    said anew and proven (retelling.py)

It comes first, before the outline, so that it can be read soon and no section says it again. Made
of the sections afterwards, by samples of the whole, it was seldom proven, and what two sections had
in common was seldom what the article is about (MEASURED.md). Where nothing is proven the nearest is
quoted; of little evidence there is no opening, for the sections need it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from msgspec import structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.reduction import head
from warehouse.proof import checks
from warehouse.proof.cited import Sentence
from warehouse.results.records import Claim, Evidence
from warehouse.text import words_in
from warehouse.writing import wishes
from warehouse.writing.outline.ranked import is_statement
from warehouse.writing.sentences import quoting, retelling, unused_sentences, wording, worth_telling
from warehouse.writing.sentences.plain import Filter, has_voice_of_source
from warehouse.writing.sentences.retelling import Asked, Told

WEIGHED = 16  # sentences nearest to the topic
TRIED, SENTENCES = 4, 2  # of them that are said anew, and that open the article
EACH = 8  # sentences of the evidence, of which the opening may take one
FEWEST, MOST = 6, 40  # words of one
BEGINNING = 5  # words of a sentence, or one more than the topic's name has
NAMED = 0.15  # what that name among them adds to the nearness
OTHER = 0.5  # what likeness to a sentence that is chosen counts against another
_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")
_OF_A_YEAR = re.compile(rf"({_YEAR.pattern})((?:\s+[A-Z][\w’'-]*){{0,3}}\s+[\w’'-]+)")
FAR = 0.6  # of the nearness of the nearest, below which a sentence is about something else


def write(
    title: str, evidence: Sequence[Evidence], said: Filter, context: Context
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """(the opening, its claims, what was left out); empty where nothing can be said that ``said``
    does not know, which is told of it. ``title`` names the topic. Raises Cancelled.
    """
    able = _able(title, evidence, said)
    most = min(SENTENCES, len(able) // EACH)
    nearest = _nearest(title, able, context) if most else []
    wished = wishes.of_paragraph(context.settings)
    sources = [structs.replace(source, wishes=wished) for source in nearest]
    wordings, losses = retelling.retold(sources, context)
    sentences: list[Told] = []
    for sentence in filter(None, wordings):
        if len(sentences) < most and not said.says_again([sentence.bare])[0]:
            said.say(sentence.bare)
            sentences.append(sentence)
    sentences.sort(key=lambda one: -_named(title, one.bare))  # what it says of others comes behind
    spoken = [
        wording.Said(claim.text, (claim,)) for claim in (sentence.spoken for sentence in sentences)
    ]
    if not spoken and sources:
        first = sources[0]
        said.say(first.sentence)
        quoted = Sentence(quoting.quotation(first.sentence), (first.piece.number,))
        spoken = [wording.verbatim(quoted, [first.piece], context)]
    return *wording.joined(spoken), losses


def _able(title: str, evidence: Sequence[Evidence], said: Filter) -> list[Asked]:
    telling = [piece for piece in evidence if is_statement(piece.text, head(piece))]
    sources = [
        Asked(piece, sentence.text)
        for piece in telling or evidence
        for sentence in unused_sentences.standing(piece)
        if FEWEST <= words_in(sentence.text) <= MOST
        and not sentence.text.rstrip(". ").endswith((":", "?"))
        and not has_voice_of_source(sentence.text)
    ]
    sources = [one for one in sources if not _names_another(title, one.sentence)] or sources
    again = said.says_again([source.sentence for source in sources])
    return [source for source, is_said in zip(sources, again, strict=True) if not is_said]


def _nearest(title: str, able: Sequence[Asked], context: Context) -> list[Asked]:
    """The nearest to the topic first, of those that tell something by themselves."""
    texts = [title, *(source.sentence for source in able), *(head(source.piece) for source in able)]
    rows = context.library.retrieval.embed(texts)
    named = [_named(title, source.sentence) for source in able]
    topical, rows, heads = rows[0], rows[1 : len(able) + 1], rows[len(able) + 1 :]
    near = rows @ topical + NAMED * np.array(named)
    nearest = [at for at in np.argsort(-near)[:WEIGHED].tolist() if near[at] >= FAR * near.max()]
    offered = [(able[at].piece, able[at].sentence) for at in nearest]
    chances = worth_telling.alone(title, offered, context).worth
    tells = worth_telling.worth([able[at].sentence for at in nearest], chances)
    worth = np.full(len(able), -np.inf)
    for at, may in zip(nearest, tells, strict=True):
        near[at] += heads[at] @ topical + worth_telling.WEIGHT * chances[able[at].sentence]
        worth[at] = near[at] if may else -np.inf
    chosen: list[int] = []
    while len(chosen) < TRIED and np.isfinite(worth.max()):
        best = int(worth.argmax())
        chosen.append(best)
        worth = np.minimum(worth, near - OTHER * (rows @ rows[best]))
        worth[best] = -np.inf
    return [able[at] for at in chosen]


def _names_another(title: str, sentence: str) -> bool:
    """Does it begin with what is called like the topic, but for its year, "The 2006 Yogyakarta
    earthquake", and name nowhere the topic's own?
    """
    years = set(_YEAR.findall(title))
    begins = " ".join(_begins(title, sentence))
    called = any(
        year not in years and any(checks.overlap(word, title) == 1 for word in name.split())
        for year, name in _OF_A_YEAR.findall(begins)
    )
    return called and bool(years) and not years & set(_YEAR.findall(sentence))


def _begins(title: str, sentence: str) -> list[str]:
    return sentence.split()[: max(BEGINNING, len(title.split()) + 1)]


def _named(title: str, sentence: str) -> float:
    """How much of the topic's name it begins with, up to 1; nothing of a longer name, "The Anna
    Holt Press", which is another's.
    """
    words, begins = sentence.split(), _begins(title, sentence)
    named = [at for at, word in enumerate(begins) if checks.overlap(word, title) == 1]
    after = words[named[-1] + 1 :][:1] if named else []
    goes_on = any(word[:1].isupper() for word in after) and begins[named[-1]][-1:].isalnum()
    return 0.0 if goes_on else checks.overlap(title, " ".join(begins))
