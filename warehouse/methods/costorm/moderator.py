"""What the moderator takes up: evidence that was found and that nobody has cited, the newest first.

The paper (section 3.5): ``cos(i,t)^α · (1 − cos(i,q))^(1−α)`` for evidence i, topic t and the
question q that found it. The published code: ``(1 − max cos(i, searches))^α · (1 − max cos(i,
cited))^(1−α)``, of what comes near the question at all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence.reduction import flat
from warehouse.results.records import Evidence
from warehouse.results.roundtable import Table, question_of
from warehouse.search.embedding import Vectors

GATE = 0.25  # cosine to its question from which a piece counts, as in the published code


def uncited(table: Table, ground: Ground) -> list[Evidence]:
    """What nobody has cited and was found since the moderator asked last, the best first; all that
    nobody has cited where there is none since.
    """
    cited = table.cited
    left = [piece for piece in ground.standing(table) if piece.number not in cited]
    if not left:
        return []
    asking_turns = [turn.number for turn in table.turns if turn.role == "moderator" and turn.asks]
    since = {
        number
        for turn in table.turns
        if turn.number > max(asking_turns, default=0)
        for number in turn.evidence
    }
    left = [piece for piece in left if piece.number in since] or left
    weighed = novelty(table, left, ground)
    order = sorted(range(len(left)), key=lambda at: -float(weighed[at]))
    return [left[at] for at in order]


def novelty(table: Table, pieces: Sequence[Evidence], ground: Ground) -> Vectors:
    """By the formula of the settings, one for each piece, 0 to 1."""
    settings = ground.context.settings
    both = {"paper": of_paper, "code": of_code}
    return both[settings.moderator_novelty](table, pieces, ground, settings.moderator_alpha)


def of_paper(table: Table, pieces: Sequence[Evidence], ground: Ground, alpha: float) -> Vectors:
    texts, questions = _told(table, pieces)
    to_topic = np.clip(ground.alike(texts, [table.topic])[:, 0], 0, 1)
    to_question = np.clip((ground.rows(texts) * ground.rows(questions)).sum(axis=1), 0, 1)
    return np.asarray(to_topic**alpha * (1 - to_question) ** (1 - alpha), np.float32)


def of_code(table: Table, pieces: Sequence[Evidence], ground: Ground, alpha: float) -> Vectors:
    texts, questions = _told(table, pieces)
    searched = list(dict.fromkeys(search.text for search in table.searches)) or [table.topic]
    to_searches = np.clip(ground.alike(texts, searched).max(axis=1), 0, 1)
    numbers = table.cited
    cited = [flat(piece.text) for piece in ground.standing(table) if piece.number in numbers]
    to_cited = np.clip(ground.alike(texts, cited).max(axis=1), 0, 1) if cited else 0.0
    about = (ground.rows(texts) * ground.rows(questions)).sum(axis=1) >= GATE
    new = (1 - to_searches) ** alpha * (1 - to_cited) ** (1 - alpha)
    return np.asarray(new * about, np.float32)


def _told(table: Table, pieces: Sequence[Evidence]) -> tuple[list[str], list[str]]:
    questions = question_of(table)
    return [flat(piece.text) for piece in pieces], [
        questions.get(piece.number, piece.query) for piece in pieces
    ]
