"""What can be done on the Round table page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from desktop.acts import OVER_KEY, PROOF_KEY, SPEAK_KEY, Act

if TYPE_CHECKING:
    from desktop.pages.roundtable.concept import Verb
    from desktop.pages.roundtable.page import RoundTablePage

NO_TABLE = "no table is in front"
NO_CONCEPT = "no concept of the map is chosen"


def _no_table(page: RoundTablePage) -> str:
    return "" if page.is_at_table and page.now is not None else NO_TABLE


def _nothing_said(page: RoundTablePage) -> str:
    return "" if page.now is not None and page.now.turns else "nobody has spoken yet"


def _no_question(page: RoundTablePage) -> str:
    asked = any(view.turn is not None and view.turn.because for view in page.talk.turns)
    return "" if asked else "the moderator has asked nothing yet"


def _in_hand(page: RoundTablePage) -> str:
    return _no_table(page) or ("a turn is being made" if page.work.busy else "")


def _does_not_offer(verb: Verb) -> Callable[[RoundTablePage], str]:
    def why_not(page: RoundTablePage) -> str:
        if not page.is_at_table or not page.map.id:
            return NO_CONCEPT
        return "not of this one" if page.map.card.buttons[verb].isHidden() else ""

    return why_not


def _of_concept(verb: Verb, name: str, sentence: str, *keys: str) -> Act[RoundTablePage]:
    return Act(
        id=f"concept-{verb}",
        name=name,
        sentence=sentence,
        keys=keys,
        also="map mind map concept",
        why_not=_does_not_offer(verb),
        do=lambda page: page.map.card.press(verb),
    )


def _add_expert(page: RoundTablePage) -> None:
    page.show_seats(True)
    page.seats.ask()


def _choose_sources(page: RoundTablePage) -> None:
    page.show_seats(True)
    page.seats.sources.ask()


def _speak(page: RoundTablePage) -> None:
    page.halves.bring(False)
    page.talk.box.edit.setFocus()


def _to_map(page: RoundTablePage) -> None:
    page.show_seats(False)
    page.halves.bring(True)
    page.map.choose_topic()


ACTS: tuple[Act[Any], ...] = (
    Act(
        id="table-play",
        name="Listen, or pause",
        sentence="Turn after turn; or rest after this one; pressed again it stops at once.",
        keys=("Alt+L",),
        also="play stop",
        why_not=_no_table,
        do=lambda page: page.title.play.click(),
    ),
    Act(
        id="table-next",
        name="Take the next turn",
        sentence="One more turn of the round table.",
        keys=("Alt+N",),
        why_not=_in_hand,
        do=lambda page: page.work.next(),
    ),
    Act(
        id="table-speak",
        name="Speak at the table",
        sentence="What you say is answered next.",
        keys=(SPEAK_KEY,),
        also="talk say ask",
        why_not=_no_table,
        do=_speak,
    ),
    Act(
        id="table-faster",
        name="Faster",
        sentence="Less time between two turns.",
        keys=("Alt+.",),
        why_not=_no_table,
        do=lambda page: page.title.change_pace(1),
    ),
    Act(
        id="table-slower",
        name="Slower",
        sentence="More time between two turns.",
        keys=("Alt+,",),
        why_not=_no_table,
        do=lambda page: page.title.change_pace(-1),
    ),
    Act(
        id="table-why",
        name="See why the moderator asked",
        sentence="What was found and nobody had spoken of, behind the last question.",
        keys=("Alt+W",),
        why_not=_no_question,
        do=lambda page: page.toggle_why(),
    ),
    Act(
        id="table-people",
        name="See who sits at the table, and what is read",
        sentence="Experts and documents in place of the map; or the map again.",
        keys=("Alt+U",),
        also="experts sources users",
        why_not=_no_table,
        do=lambda page: page.title.people.click(),
    ),
    Act(
        id="table-expert",
        name="Add an expert",
        sentence="Somebody with a view of their own, who stays.",
        why_not=_no_table,
        do=_add_expert,
    ),
    Act(
        id="table-source",
        name="Search a document for every answer",
        sentence="One that is looked into at every turn.",
        also="pin source",
        why_not=_no_table,
        do=_choose_sources,
    ),
    Act(
        id="table-map",
        name="Go to the map",
        sentence="Arrows walk from concept to concept.",
        keys=("Alt+M",),
        why_not=_no_table,
        do=_to_map,
    ),
    Act(
        id="table-change-over",
        name="From the conversation to the map, and back",
        sentence="Also where only one of them has room.",
        keys=(OVER_KEY,),
        why_not=_no_table,
        do=lambda page: page.halves.change_over(),
    ),
    _of_concept("deeper", "Go deeper here", "The next turn tells more of this concept.", "Alt+D"),
    _of_concept(
        "fold", "Fold or unfold a concept", "What is below it out of sight, or back.", "Alt+Z"
    ),
    _of_concept("rename", "Rename a concept", "Another name on the map.", "F2"),
    _of_concept("add", "Add a concept below", "One of your own, which stays."),
    _of_concept("move", "Move a concept", "Below another one, with all it holds."),
    _of_concept("merge", "Merge a concept into another", "What it holds goes along."),
    _of_concept(
        "piece", "Move a sentence to another concept", "The one that is shown on its page."
    ),
    _of_concept("pin", "Pin a concept, or let it go", "The program leaves it as it is."),
    _of_concept("delete", "Delete a concept", "What it holds goes to the concept above it."),
    Act(
        id="table-proof",
        name="Underline sentences by their proof",
        sentence="Each sentence shows how sure it is, or no longer does.",
        keys=(PROOF_KEY,),
        why_not=_nothing_said,
        do=lambda page: page.proof.chip.toggle(),
    ),
    Act(
        id="table-next-sentence",
        name="Next sentence",
        sentence="Along the conversation, with the page it rests on.",
        keys=("Right",),
        listens=True,
        why_not=_nothing_said,
        do=lambda page: page.proof.walk(1),
    ),
    Act(
        id="table-sentence-before",
        name="Sentence before",
        sentence="Back along the conversation.",
        keys=("Left",),
        listens=True,
        why_not=_nothing_said,
        do=lambda page: page.proof.walk(-1),
    ),
    Act(
        id="table-close",
        name="Close the evidence",
        sentence="Then who sits there; conversation and map have the room to themselves.",
        keys=("Esc",),
        listens=True,
        why_not=_no_table,
        do=lambda page: page.escape(),
    ),
    Act(
        id="table-export",
        name="Export the round table",
        sentence="The conversation with its sources, and the map in four forms.",
        keys=("Alt+E",),
        why_not=_nothing_said,
        do=lambda page: page.title.export.click(),
    ),
    Act(
        id="table-report",
        name="Write an article of the round table",
        sentence="With the map as its outline.",
        keys=("Alt+R",),
        also="report",
        why_not=_nothing_said,
        do=lambda page: page.report(),
    ),
    Act(
        id="table-new",
        name="Begin a round table",
        sentence="An empty box for a topic; what is being said goes on.",
        do=lambda page: page.new(),
    ),
)
