"""What can be done on the Round table page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from desktop.acts import OVER_KEY, PROOF_KEY, SPEAK_KEY, Act, act

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
    has_question = any(view.turn is not None and view.turn.because for view in page.talk.turns)
    return "" if has_question else "the moderator has asked nothing yet"


def _in_hand(page: RoundTablePage) -> str:
    return _no_table(page) or ("a turn is being made" if page.work.busy else "")


def _does_not_offer(verb: Verb) -> Callable[[RoundTablePage], str]:
    def why_not(page: RoundTablePage) -> str:
        if not page.is_at_table or not page.map.id:
            return NO_CONCEPT
        return "not of this one" if page.map.card.buttons[verb].isHidden() else ""

    return why_not


def _of_concept(verb: Verb, name: str, sentence: str, *keys: str) -> Act[RoundTablePage]:
    return act(f"concept-{verb}", name, *keys).does(
        sentence,
        lambda page: page.map.card.press(verb),
        also="map mind map concept",
        why_not=_does_not_offer(verb),
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
    act("table-play", "Listen, or pause", "Alt+L").does(
        "Turn after turn; or rest after this one; pressed again it stops at once.",
        lambda page: page.title.play.click(),
        also="play stop",
        why_not=_no_table,
    ),
    act("table-next", "Take the next turn", "Alt+N").does(
        "One more turn of the round table.", lambda page: page.work.next(), why_not=_in_hand
    ),
    act("table-speak", "Speak at the table", SPEAK_KEY).does(
        "What you say is answered next.", _speak, also="talk say ask", why_not=_no_table
    ),
    act("table-faster", "Faster", "Alt+.").does(
        "Less time between two turns.", lambda page: page.title.change_pace(1), why_not=_no_table
    ),
    act("table-slower", "Slower", "Alt+,").does(
        "More time between two turns.", lambda page: page.title.change_pace(-1), why_not=_no_table
    ),
    act("table-why", "See why the moderator asked", "Alt+W").does(
        "What was found and nobody had spoken of, behind the last question.",
        lambda page: page.toggle_why(),
        why_not=_no_question,
    ),
    act("table-people", "See who sits at the table, and what is read", "Alt+U").does(
        "Experts and documents in place of the map; or the map again.",
        lambda page: page.title.people.click(),
        also="experts sources users",
        why_not=_no_table,
    ),
    act("table-expert", "Add an expert").does(
        "Somebody with a view of their own, who stays.", _add_expert, why_not=_no_table
    ),
    act("table-source", "Search a document for every answer").does(
        "One that is looked into at every turn.",
        _choose_sources,
        also="pin source",
        why_not=_no_table,
    ),
    act("table-map", "Go to the map", "Alt+M").does(
        "Arrows walk from concept to concept.", _to_map, why_not=_no_table
    ),
    act("table-change-over", "From the conversation to the map, and back", OVER_KEY).does(
        "Also where only one of them has room.",
        lambda page: page.halves.change_over(),
        why_not=_no_table,
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
    act("table-proof", "Underline sentences by their proof", PROOF_KEY).does(
        "Each sentence shows how sure it is, or no longer does.",
        lambda page: page.proof.chip.toggle(),
        why_not=_nothing_said,
    ),
    act("table-next-sentence", "Next sentence", "Right").does(
        "Along the conversation, with the page it rests on.",
        lambda page: page.proof.walk(1),
        listens=True,
        why_not=_nothing_said,
    ),
    act("table-sentence-before", "Sentence before", "Left").does(
        "Back along the conversation.",
        lambda page: page.proof.walk(-1),
        listens=True,
        why_not=_nothing_said,
    ),
    act("table-close", "Close the evidence", "Esc").does(
        "Then who sits there; conversation and map have the room to themselves.",
        lambda page: page.escape(),
        listens=True,
        why_not=_no_table,
    ),
    act("table-export", "Export the round table", "Alt+E").does(
        "The conversation with its sources, and the map in four forms.",
        lambda page: page.title.export.click(),
        why_not=_nothing_said,
    ),
    act("table-report", "Write an article of the round table", "Alt+R").does(
        "With the map as its outline.",
        lambda page: page.report(),
        also="report",
        why_not=_nothing_said,
    ),
    act("table-new", "Begin a round table").does(
        "An empty box for a topic; what is being said goes on.", lambda page: page.new()
    ),
)
