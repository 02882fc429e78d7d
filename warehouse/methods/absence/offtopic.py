"""Is what was found about the question at all? Decided without the model.

A search always brings something, and of an explanation or an article a small model is not asked
whether the library holds it; and of any question most of the time goes into looking further for
what is not there. But what is about another matter altogether shows: it has few of the question's
telling words, and its best sentence is unlike the question. Either alone misleads (a short
question has one telling word, and every handbook says "made"), so they are added up. Likeness
alone is enough from ``ALIKE`` on.

These thresholds were chosen on 40 questions asked of this program's handbook, half of them about
other matters, and held for 40 asked of the manuals of R (``muniment bench offtopic``). Nothing more
is looked for (``surely``) only where the best piece is far, below ``FAR``, besides: chosen on 69
questions for a fact asked of both, of which none of the 29 about them, and none of 50 questions of
HotpotQA asked of their own paragraphs, is called foreign.

What is told of a matter as a whole is gathered from many places, so that its words come together
from anywhere, and short pieces are sooner alike: there the words have to stand in one piece, and
both count from higher on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warehouse.library import Library
from warehouse.methods.absence.answerable import Judged, words_there
from warehouse.methods.evidence.reduction import flat, head
from warehouse.question import language
from warehouse.question.words import content
from warehouse.records import Hit
from warehouse.results.records import Evidence

ALIKE = 0.35
FAR = 0.3
TOGETHER = 1.1
WHOLE_ALIKE, WHOLE_TOGETHER = 0.5, 1.6
LIKENESS_COUNTS = 2.0
NEAREST = 8


def framed(evidence: Sequence[Evidence]) -> list[str]:
    return [f"{head(one)}: {flat(one.text)}" for one in evidence]


def nearest(hits: Collection[Hit]) -> list[str]:
    """The passages that a search came nearest to."""
    best = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:NEAREST]
    return [f"{hit.title}: {hit.text}" for hit in best]


def judge(question: str, told: Sequence[str], library: Library, whole: str = "") -> Judged | None:
    """``told`` is what was found, each piece under its title; ``whole`` the matter that is asked
    about as a whole. None where there is nothing.
    """
    if not told:
        return None
    return _judged(*_weighed(question, told, library, whole), question, whole)


def surely(question: str, told: Sequence[str], library: Library, whole: str = "") -> str:
    """Why the question is about another matter, in words; "" where that is not sure.

    Sure enough to look for nothing more: the best piece is far from the question, too.
    """
    if not told:
        return ""
    alike, share = _weighed(question, told, library, whole)
    judged = _judged(alike, share, question, whole)
    return judged.words if alike < FAR and not judged.answers else ""


def _weighed(
    question: str, told: Sequence[str], library: Library, whole: str
) -> tuple[float, float]:
    """(the best cosine to the question, the share of its telling words).

    The words of a whole matter are those in the one piece that has most of them.
    """
    rows = library.retrieval.embed([question, *told])
    alike = float((rows[1:] @ rows[0]).max())
    if whole:
        return alike, max(words_there(whole, one) for one in told)
    return alike, words_there(question, " ".join(told))


def _judged(alike: float, share: float, question: str, whole: str) -> Judged:
    enough, together = (WHOLE_ALIKE, WHOLE_TOGETHER) if whole else (ALIKE, TOGETHER)
    about = alike >= enough or share + LIKENESS_COUNTS * alike >= together
    count = len(content(whole or question))
    words = (
        f"it has {round(share * count)} of the {count} telling words of the question, and its best "
        f"piece is alike by {alike:.2f}, where {enough:.2f} is enough"
    )
    return Judged(about, words)


def in_another_language(question: str, documents: Collection[str], library: Library) -> bool:
    """Is the question in none of the languages of these documents? Words and likeness tell nothing
    then.
    """
    rows = library.catalog.some_documents(sorted(documents)).values()
    spoken = {row.language for row in rows}
    known = spoken if spoken and "" not in spoken else {*spoken, *library.retrieval.languages()}
    return language.of(question, library) not in {"", *known}
