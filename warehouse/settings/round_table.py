"""The settings of the round table, for experts; starting values: METHODS section 6."""

from __future__ import annotations

from typing import Annotated, Literal

from warehouse.settings.described import described
from warehouse.settings.everyday import EverydaySettings

PART = "Round table"


class RoundTableSettings(EverydaySettings, frozen=True, kw_only=True):
    answers_in_a_row: Annotated[
        int,
        described(
            "Answers in a row",
            "After so many of the experts the moderator asks about what nobody has taken up.",
            expert=PART,
            ge=1,
            le=5,
        ),
    ] = 2
    moderator_novelty: Annotated[
        Literal["paper", "code"],
        described(
            "What the moderator takes up",
            "What is near the topic and far from the question that found it, or what is far from "
            "all that was searched and cited.",
            expert=PART,
            words={"paper": "Far from its question", "code": "Far from all before"},
        ),
    ] = "paper"
    moderator_alpha: Annotated[
        float,
        described(
            "Near the topic or new",
            "1: what is nearest to the topic. 0: what is newest.",
            expert=PART,
            ge=0,
            le=1,
        ),
    ] = 0.5
    concept_pieces: Annotated[
        int,
        described(
            "Pieces in a concept",
            "With more than so many it is divided into concepts below it.",
            expert=PART,
            ge=3,
            le=50,
        ),
    ] = 10
    polished_turns: Annotated[
        bool,
        described(
            "Polish what is said",
            "Each answer is worded once more, livelier, and checked again. Takes about as long as "
            "the answer itself.",
            expert=PART,
        ),
    ] = False
    turns_alone: Annotated[
        int,
        described(
            "Turns without you",
            "So many are taken where nobody sits at the table: for an article or an answer.",
            expert=PART,
            ge=2,
            le=60,
        ),
    ] = 8
