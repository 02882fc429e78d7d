"""Whose turn it is, and what is said: one turn of the table, and what grows behind it.

    the user has said         the expert whose view is nearest answers
    nobody else has spoken    the moderator opens, short, with what the library has on the topic
    a question is open        the expert whose turn it is answers
    the warm start            each expert tells once what they look at
    L answers in a row        the moderator asks about what nobody has cited
    else                      the expert tells more, asks back or asks something new

``spoken`` is the turn alone, so that it is heard at once; ``settling`` is what grows behind it:
experts, the map. Both make a new table; nothing is kept here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from msgspec import structs

from indexers.records import Loss
from warehouse.engine.choosing import replies
from warehouse.errors import BadInput
from warehouse.methods.costorm import (
    asking,
    experts,
    mindmap,
    moderator,
    nothing,
    placing,
)
from warehouse.methods.costorm.ground import Asked, Found, Ground
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.remembering import first as with_thoughts
from warehouse.methods.evidence.remembering import recalled
from warehouse.results import claimed_text
from warehouse.results.records import Evidence
from warehouse.results.roundtable import (
    ROOT,
    Expert,
    Intent,
    Role,
    Speaking,
    Table,
    Turn,
    research,
)

USER, MODERATOR = "You", "Moderator"
NOTES, NOTES_FIRST, BESIDE = 4, 2, 4
SAID_CHARACTERS = 2000
STAGE = "speaking"
HEARD: tuple[Literal["question", "remark", "nothing"], ...] = ("question", "remark", "nothing")
Step = Callable[[Table, Ground], Table]


def said(table: Table, text: str) -> Table:
    """With a turn of the user's. Raises BadInput for nothing, or too much."""
    words = " ".join(text.encode("utf-8", "replace").decode().split())
    if not words:
        raise BadInput("There is nothing to say.", "Write what you want to know, or just listen.")
    if len(words) > SAID_CHARACTERS:
        raise BadInput(f"That is longer than {SAID_CHARACTERS:,} characters.", "Say it shorter.")
    turn = _turn(table, "user", USER, "original question", words)
    return _with(table, structs.replace(turn, text=words))


def next_turn(table: Table, ground: Ground) -> Table:
    """The turn and what grows behind it. Raises Cancelled, and BadInput where nobody can speak."""
    table = spoken(table, ground)
    for step in settling(table):
        table = step(table, ground)
    return table


def spoken(table: Table, ground: Ground) -> Table:
    """With one more turn; what it found stands at the top of the map."""
    began = time.monotonic()
    table = _heard(table, ground)
    new_table = _continued(table, ground) if _is_open(table) else _opened(table, ground)
    turn = structs.replace(new_table.turns[-1], seconds=round(time.monotonic() - began, 3))
    fresh = tuple(mindmap.unplaced(new_table))
    new_table = mindmap.placed(new_table, dict.fromkeys(fresh, ROOT))
    return structs.replace(
        new_table, turns=(*new_table.turns[:-1], turn), unsorted=(*new_table.unsorted, *fresh)
    )


def settling(table: Table) -> Iterator[Step]:
    """What is to be done behind a turn, each a step of its own."""
    if not table.experts and table.evidence:
        yield lambda now, ground: experts.chosen(now, ground)
    if table.unsorted:
        yield placing.sorted_in
    if table.renew:
        yield lambda now, ground: experts.chosen(now, ground, now.renew)


def _heard(table: Table, ground: Ground) -> Table:
    """What the user's words since the last turn were taken for."""
    new = [turn for turn in table.turns if turn.role == "user" and not turn.heard]
    if not new:
        return table
    given = [
        {
            "topic": table.topic,
            "said": asking.said(table.turns[max(0, turn.number - 2) : turn.number - 1]),
            "text": turn.text,
        }
        for turn in new
    ]
    turns, renew = list(table.turns), table.renew
    engine, run = ground.context.engine, ground.context.run
    for turn, chances in zip(new, replies("table_heard", given, HEARD, engine, run), strict=True):
        at = chances.index(max(chances))
        turns[turn.number - 1] = structs.replace(turn, heard=HEARD[at])
        renew = renew if HEARD[at] == "nothing" else turn.text
    return structs.replace(table, turns=tuple(turns), renew=renew)


def _is_open(table: Table) -> bool:
    """Has anybody spoken of their own accord, or is the user to be answered first?"""
    question = table.open_question
    if table.opened or (question is not None and question.role == "user"):
        return True
    asked: set[str] = set()  # a table of an earlier version does not say whether it was opened
    for turn in table.turns:
        if turn.role == "user":
            asked |= {turn.question} if turn.heard != "nothing" else set()
        elif turn.question not in asked:
            return True
        else:
            asked.remove(turn.question)  # it is answered once
    return False


def _opened(table: Table, ground: Ground) -> Table:
    """The moderator's first words, from the best the library has; thoughts are brought back."""
    findings = ground.find([table.topic], table, topical=True)
    base = research(findings.table)
    more = with_thoughts(base, recalled(table.topic, ground.context), ground.context)
    known = {piece.number for piece in base.evidence}
    remembered = tuple(piece for piece in more.evidence if piece.number not in known)
    evidence = (*findings.table.evidence, *remembered)
    now = structs.replace(
        findings.table,
        evidence=evidence,
        read=more.read,
        losses=(*findings.table.losses, *more.losses[len(base.losses) :]),
    )
    numbers = (*(piece.number for piece in remembered), *findings.numbers)
    turn = _turn(now, "moderator", MODERATOR, "potential answer", table.topic)
    turn = structs.replace(turn, searches=(table.topic,))
    new_table = _answered(turn, Found(numbers, now), ground, judged=True, first=True)
    kept = {piece.number for piece in new_table.evidence}  # none of it, where it is foreign
    thoughts = tuple(one for one in more.recollections if kept.issuperset(one.numbers))
    return structs.replace(new_table, recollections=thoughts, opened=True)


def _continued(table: Table, ground: Ground) -> Table:
    question = table.open_question
    mine = question is not None and question.role == "user"
    if not (table.evidence or mine):
        raise BadInput(
            "Your library has nothing on this topic, so nobody can speak.",
            "Ask something else, or add documents.",
        )
    if not table.experts:
        table = experts.chosen(table, ground) if table.evidence else table
    if question is not None and (mine or not table.deeper):
        return _replied(table, question, ground)
    if table.map.find(table.deeper) is not None:
        return _deeper(table, ground)
    if not table.experts:
        raise BadInput("Nobody sits at the table.", "Add an expert.")
    if (waiting := _not_warm(table)) is not None:
        return _on_view(table, waiting, ground)
    if _in_a_row(table) >= ground.context.settings.answers_in_a_row:
        new_table = _moderated(table, ground)
        if new_table is not None:
            return new_table
    return _of_expert(table, ground)


def _replied(table: Table, question: Turn, ground: Ground) -> Table:
    """An answer to what is asked. The user's question goes to whose view is nearest to it."""
    mine, earlier = question.role == "user", table.turns[: question.number - 1]
    table, expert = _anybody(table, question.text if mine else "", ground)
    queries = [question.question, *question.searches]
    if mine:  # it may say "it": what was spoken of goes along
        before = next((turn for turn in reversed(earlier) if turn.question), None)
        queries += [f"{question.text} {before.question if before else table.topic}"]
    return _answer(table, expert, "potential answer", (question.question, queries), ground, mine)


def _on_view(table: Table, at: int, ground: Ground) -> Table:
    """The warm start: an expert tells what they look at, or asks where there is nothing to tell."""
    table, expert = _next_expert(table, at)
    question = _own_question(table, expert)
    asked = question, [question, f"{table.topic}: {expert.about}"]
    return _told_or_asks(table, expert, "potential answer", asked, ground)


def _told_or_asks(
    table: Table, expert: Expert, intent: Intent, asked: tuple[str, list[str]], ground: Ground
) -> Table:
    """The expert answers, or asks where there is nothing to tell."""
    new_table = _answer(table, expert, intent, asked, ground, silent=True)
    if new_table.turns[-1].text:
        return new_table
    left = structs.replace(new_table, turns=new_table.turns[:-1])
    return _question(left, expert, "original question", ground)


def _deeper(table: Table, ground: Ground) -> Table:
    """More of a concept the user pointed at."""
    node = mindmap.concept(table, table.deeper)
    table = structs.replace(table, deeper="")
    question = f"{table.topic}: {node.title}"  # in the language of the talk
    queries = [f"{node.title} {table.topic}", node.title]
    table, expert = _anybody(table, node.title, ground)
    return _answer(table, expert, "further details", (question, queries), ground)


def _of_expert(table: Table, ground: Ground) -> Table:
    """Mixed initiative: the expert adds something, or asks."""
    table, expert = _next_expert(table)
    intent = asking.intent(table, expert, ground)
    if intent == "further details":
        questions = [turn for turn in table.turns if turn.question and turn.heard != "nothing"]
        last = questions[-1] if questions else table.turns[-1]
        queries = [f"{last.question} {expert.about}", f"{expert.about} {table.topic}"]
        return _told_or_asks(table, expert, intent, (last.question, queries), ground)
    return _question(table, expert, intent, ground)


def _question(table: Table, expert: Expert, intent: Intent, ground: Ground) -> Table:
    ground.context.run.step(STAGE, len(table.turns), 0, expert.name)
    turn = _turn(table, "expert", expert.name, intent, "")
    back, watch = intent == "information request", partial(_show, turn, ground)
    asked = asking.of_expert(table, expert, back, ground, watch)
    if asked is None:
        loss = Loss(STAGE, expert.name, "had nothing new to ask")
        table = structs.replace(table, losses=(*table.losses, loss))
        return _moderated(table, ground) or _on_view_again(table, expert, ground)
    return _asked(table, structs.replace(turn, expert=expert.id), asked, ground)


def _on_view_again(table: Table, expert: Expert, ground: Ground) -> Table:
    """Where nothing new is asked any more: the expert tells what is left of their view."""
    asked = _own_question(table, expert), [expert.about, f"{expert.name} {table.topic}"]
    return _answer(table, expert, "further details", asked, ground)


def _own_question(table: Table, expert: Expert) -> str:
    return expert.asks or f"{table.topic}: {expert.about}"


def _moderated(table: Table, ground: Ground) -> Table | None:
    """A question that leads to what nobody has cited; None where all is, or none is new."""
    pieces = moderator.uncited(table, ground)[: asking.BECAUSE]
    if not pieces:
        return None
    ground.context.run.step(STAGE, len(table.turns), 0, MODERATOR)
    turn = _turn(table, "moderator", MODERATOR, "original question", "")
    asked = asking.of_moderator(table, pieces, ground, partial(_show, turn, ground))
    if asked is None:
        return None
    turn = structs.replace(turn, because=tuple(piece.number for piece in pieces))
    return structs.replace(_asked(table, turn, asked, ground), renew=asked.question)


def _asked(table: Table, turn: Turn, asked: asking.Asked, ground: Ground) -> Table:
    """With the turn that asks this."""
    _show(turn, ground, asked.question)
    text, searches = asked.question, asked.searches
    return _with(table, structs.replace(turn, text=text, question=text, searches=searches))


def _answer(
    table: Table,
    expert: Expert | None,
    intent: Intent,
    asked: tuple[str, list[str]],
    ground: Ground,
    judged: bool = False,
    silent: bool = False,
) -> Table:
    """``judged``: it may be that the library has nothing on it. ``silent``: rather nothing than
    that there is nothing.
    """
    question, queries = asked
    findings = ground.find(queries, table)
    name = expert.name if expert else MODERATOR
    turn = _turn(table, "expert" if expert else "moderator", name, intent, question)
    turn = structs.replace(turn, expert=expert.id if expert else "", searches=tuple(queries))
    return _answered(turn, findings, ground, judged, silent=silent)


def _answered(
    turn: Turn,
    found: Found,
    ground: Ground,
    judged: bool = False,
    first: bool = False,
    silent: bool = False,
) -> Table:
    """The turn with its words, from what was found for its question."""
    table = found.table
    ground.context.run.step(STAGE, len(table.turns), 0, turn.speaker)
    near = _nearest(turn.question, ground.shown(table, found.numbers), ground)
    count = NOTES_FIRST if first else NOTES
    notes, beside = near[:count], near[count : count + BESIDE]
    turn = structs.replace(turn, evidence=found.numbers)
    if not notes or (judged and nothing.is_foreign(turn.question, table, found, ground)):
        return nothing.found(turn, table, ground, silent)
    about = next(
        (expert.about for expert in table.experts if expert.id == turn.expert), "opens the table"
    )
    asked = Asked(f"{turn.speaker} ({about})", turn.question, notes, first, beside)
    answer = ground.answer(asked, table, ground, partial(_show, turn, ground))
    table = structs.replace(table, losses=(*table.losses, *answer.losses))
    turn = _still_there(
        structs.replace(turn, text=answer.text, claims=answer.claims), ground, table
    )
    turn = structs.replace(turn, quoted=answer.quoted)
    if not turn.text and not silent:
        turn = structs.replace(turn, text=nothing.new(turn, first))
    return _with(table, turn)


def _nearest(question: str, pieces: list[Evidence], ground: Ground) -> tuple[Evidence, ...]:
    """By their likeness to the question: what another question has found stands among them."""
    if not pieces:
        return ()
    near = ground.alike([question], [flat(piece.text) for piece in pieces])[0]
    return tuple(pieces[at] for at in near.argsort()[::-1])


def _still_there(turn: Turn, ground: Ground, table: Table) -> Turn:
    """Without the sentences that rest on a document that was forgotten while they were written."""
    numbers = {piece.number for piece in ground.standing(table)}
    kept = [claim for claim in turn.claims if set(claim.cites) <= numbers]
    if len(kept) == len(turn.claims):
        return turn
    text, moved = claimed_text.sentences(kept)
    return structs.replace(turn, text=text, claims=moved)


def _anybody(table: Table, near: str, ground: Ground) -> tuple[Table, Expert | None]:
    """Whose view is nearest to these words, or whose turn it is; None where nobody sits there."""
    if not table.experts:
        return table, None
    return _next_expert(table, experts.nearest(table, near, ground) if near else None)


def _next_expert(table: Table, at: int | None = None) -> tuple[Table, Expert]:
    """Whoever speaks, and the table at which the next one follows."""
    at = (table.next_expert if at is None else at) % len(table.experts)
    after = (at + 1) % len(table.experts)
    return structs.replace(table, next_expert=after), table.experts[at]


def _not_warm(table: Table) -> int | None:
    """The place of an expert who has not spoken yet, while nobody but experts has since."""
    if any(turn.role == "user" or (turn.role == "moderator" and turn.asks) for turn in table.turns):
        return None
    spoke = {turn.expert for turn in table.turns}
    return next((at for at, expert in enumerate(table.experts) if expert.id not in spoke), None)


def _in_a_row(table: Table) -> int:
    """How many answers experts have given since somebody else spoke; what they ask one another in
    between does not begin anew, or the moderator would never come.
    """
    count = 0
    for turn in reversed(table.turns):
        if turn.role != "expert":
            break
        count += not turn.asks
    return count


def _turn(table: Table, role: Role, speaker: str, intent: Intent, question: str) -> Turn:
    return Turn(len(table.turns) + 1, role, speaker, intent, "", question=question)


def _with(table: Table, turn: Turn) -> Table:
    return structs.replace(table, turns=(*table.turns, turn))


def _show(turn: Turn, ground: Ground, text: str) -> None:
    ground.context.run.show(Speaking(turn.number, turn.role, turn.speaker, turn.intent, text))
