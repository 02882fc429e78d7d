"""The settings of research, for experts; starting values: METHODS section 8."""

from __future__ import annotations

from typing import Annotated

from warehouse.settings.described import described
from warehouse.settings.round_table import RoundTableSettings

PART = "Research"
USUAL_ROOM = 1800


class ResearchSettings(RoundTableSettings, frozen=True, kw_only=True):
    max_intents: Annotated[
        int,
        described(
            "Parts of a question",
            "Into how many a question may be taken apart by the quick way. An article by the full "
            "search looks up as many sides of its topic; a deep one twice as many.",
            expert=PART,
            ge=1,
            le=12,
        ),
    ] = 3
    sub_queries: Annotated[
        int,
        described(
            "Searches for each part",
            "How many different searches are made for it.",
            expert=PART,
            ge=1,
            le=8,
        ),
    ] = 4
    depth: Annotated[
        int,
        described(
            "Rounds for each part",
            "How often it may look again with what it has learned.",
            expert=PART,
            ge=1,
            le=5,
        ),
    ] = 5
    steps: Annotated[
        int,
        described(
            "Steps of a thorough answer",
            "Into how many a question may be taken apart where it is answered step by step.",
            expert=PART,
            ge=1,
            le=9,  # a later step names the answer of an earlier one by one digit
        ),
    ] = 4
    step_rounds: Annotated[
        int,
        described(
            "Rounds for each step",
            "How often a step may look again while its answer is not sure and new documents come; "
            "never more often than the rounds for each part.",
            expert=PART,
            ge=1,
            le=5,
        ),
    ] = 2
    tree_depth: Annotated[
        int,
        described(
            "Depth of the tree",
            "How often OmniThink goes deeper into what it has found.",
            expert=PART,
            ge=1,
            le=3,
        ),
    ] = 2
    graph_rounds: Annotated[
        int,
        described(
            "Rounds of questions about the graph",
            "How often APOLLO asks about what its graph does not tell yet.",
            expert=PART,
            ge=1,
            le=5,
        ),
    ] = 3
    talk_turns: Annotated[
        int,
        described(
            "Turns of each conversation",
            "How often each of STORM's writers asks the expert.",
            expert=PART,
            ge=1,
            le=5,
        ),
    ] = 3
    evidence_duplicate: Annotated[
        float,
        described(
            "When two sentences say the same",
            "From this likeness on, only one of them is kept. 1 is word for word.",
            expert=PART,
            ge=0.5,
            le=1,
        ),
    ] = 0.9
    context_budget: Annotated[
        int,
        described(
            "Room for evidence",
            "How much of what was found the model is given for an answer; more than 1,800 only as "
            "far as it can have that much in mind. A thorough answer reads and keeps more with "
            "more room. A token is about three quarters of a word.",
            expert=PART,
            unit="tokens",
            ge=256,
            le=65536,
        ),
    ] = USUAL_ROOM
