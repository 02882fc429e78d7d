"""A conversation as one text that can be exported: each question a heading, its answer under it.

Each answer counts its evidence and its lists from 1; together they count on, and text, claims and
all else that names a number follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from msgspec import structs

from warehouse.proof import citations
from warehouse.records import StudyRow
from warehouse.results.provenance import Roll
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Coverage,
    Disagreement,
    Node,
    Research,
    Side,
    Spend,
    Structure,
)
from warehouse.studies.conversation import is_reworded

_DIGITS = re.compile(r"\d+")
_LIST = re.compile(r"(?:\(|\bin |\bmore: )list (\d+)\b")
Turn = tuple[StudyRow, Answer]
Number = Callable[[int], int]


def as_article(turns: Sequence[Turn]) -> Article:
    """Raises ValueError where there is no answer at all."""
    if not turns:
        raise ValueError("a conversation without an answer")
    evidence = (answer.research.evidence for _, answer in turns)
    counts = (max((piece.number for piece in pieces), default=0) for pieces in evidence)
    *before, last = accumulate(counts, initial=0)
    *lists, _ = accumulate((len(_rolls(answer)) for _, answer in turns), initial=0)
    answers = [
        _with_lists(_renumbered(answer, by, last), behind)
        for (_, answer), by, behind in zip(turns, before, lists, strict=True)
    ]
    (first, _), *_ = turns
    blocks = [
        Block(2, _heading(row), answer.text, answer.claims)
        for (row, _), answer in zip(turns, answers, strict=True)
    ]
    return Article(
        title=first.question,
        question=first.question,
        method=answers[0].method,
        lead=Block(1, "", "", ()),
        blocks=tuple(blocks),
        research=_joined([answer.research for answer in answers], first.question),
        coverage=_cover(
            [answer.coverage for answer in answers], [answer.research for answer in answers]
        ),
        spend=_spent([answer.spend for answer in answers]),
        ways=tuple(answer.way for answer in answers),
    )


def _rolls(answer: Answer) -> tuple[Roll, ...]:
    return answer.way.rolls if answer.way else ()


def _with_lists(answer: Answer, by: int) -> Answer:
    """The numbers of its lists counted on ``by``. What is claimed or quoted speaks of none."""
    text, claims = answer.text, answer.claims
    for match in reversed([*_LIST.finditer(text)]):
        start, end = match.span(1)
        if int(match[1]) > len(_rolls(answer)) or any(
            claim.start < end <= claim.end for claim in claims
        ):
            continue
        if text.rfind("“", 0, start) > text.rfind("”", 0, start):
            continue
        number = str(int(match[1]) + by)
        text = f"{text[:start]}{number}{text[end:]}"
        more = len(number) - (end - start)
        claims = tuple(claim.moved(more * (claim.start >= end)) for claim in claims)
    return structs.replace(answer, text=text, claims=claims)


def _heading(row: StudyRow) -> str:
    return f"{row.question} (asked as: {row.asked_as})" if is_reworded(row) else row.question


def _renumbered(answer: Answer, by: int, last: int) -> Answer:
    """Counted on ``by``; ``last`` is the last number of all answers."""
    known = {piece.number for piece in answer.research.evidence}

    def number(old: int) -> int:
        return old + by if old in known else old

    def told(old: str) -> str:
        return _text(old, known, by, last)[0]

    text, at = _text(answer.text, known, by, last)
    claims = tuple(
        structs.replace(
            claim,
            start=at(claim.start),
            end=at(claim.end),
            text=told(claim.text),
            cites=tuple(map(number, claim.cites)),
            why=told(claim.why),
        )
        for claim in answer.claims
    )
    research = _research(answer.research, number, told)
    way = answer.way and structs.replace(
        answer.way, rolls=tuple(_roll(roll, number) for roll in answer.way.rolls)
    )
    return structs.replace(answer, text=text, claims=claims, research=research, way=way)


def _roll(roll: Roll, number: Number) -> Roll:
    items = (structs.replace(item, numbers=tuple(map(number, item.numbers))) for item in roll.items)
    return structs.replace(roll, items=tuple(items))


def _text(text: str, known: Iterable[int], by: int, last: int) -> tuple[str, Number]:
    """With its marks counted on, and where a place of the old text is in the new one."""
    pieces: list[str] = []
    moved: list[tuple[int, int]] = []
    done = length = 0
    for match in citations.MARK.finditer(text):
        numbers = citations.cited(match[0])
        if numbers and all(number in known for number in numbers):
            mark = _DIGITS.sub(lambda one: str(int(one[0]) + by), match[0])
        elif numbers and all(0 < number <= last for number in numbers):
            # no mark here, and it may not become one of another answer
            mark = f"{match[0][:-1]} ]"
        else:
            mark = match[0]
        pieces += [text[done : match.start()], mark]
        length += match.start() - done + len(mark)
        done = match.end()
        moved.append((done, length - done))

    def at(place: int) -> int:
        return place + next((by for end, by in reversed(moved) if end <= place), 0)

    return "".join([*pieces, text[done:]]), at


def _research(chain: Research, number: Number, told: Callable[[str], str]) -> Research:
    recollections = (
        structs.replace(recollection, numbers=tuple(map(number, recollection.numbers)))
        for recollection in chain.recollections
    )
    return structs.replace(
        chain,
        structure=Structure(
            chain.structure.kind, tuple(_node(node, number, told) for node in chain.structure.nodes)
        ),
        evidence=tuple(
            structs.replace(piece, number=number(piece.number)) for piece in chain.evidence
        ),
        losses=tuple(
            structs.replace(loss, what=told(loss.what), reason=told(loss.reason))
            for loss in chain.losses
        ),
        recollections=tuple(recollections),
        disagreements=tuple(
            _disagreement(disagreement, number) for disagreement in chain.disagreements
        ),
    )


def _node(node: Node, number: Number, told: Callable[[str], str]) -> Node:
    return structs.replace(
        node,
        evidence=tuple(map(number, node.evidence)),
        children=tuple(_node(child, number, told) for child in node.children),
        notes=told(node.notes),
        found=told(node.found),
    )


def _disagreement(one: Disagreement, number: Number) -> Disagreement:
    def side(old: Side) -> Side:
        return structs.replace(old, number=number(old.number))

    return structs.replace(one, first=side(one.first), second=side(one.second))


def _joined(chains: Sequence[Research], task: str) -> Research:
    """Nodes keep their ids behind the number of their question: 2.1 is the first of the second."""
    nodes = [
        structs.replace(node, id=f"{at}.{node.id}")
        for at, chain in enumerate(chains, start=1)
        for node in chain.structure.nodes
    ]
    return Research(
        task,
        Structure(nodes=tuple(nodes)),
        evidence=tuple(piece for chain in chains for piece in chain.evidence),
        losses=tuple(dict.fromkeys(loss for chain in chains for loss in chain.losses)),
        read=tuple(dict.fromkeys(document for chain in chains for document in chain.read)),
        recollections=tuple(
            recollection for chain in chains for recollection in chain.recollections
        ),
        disagreements=tuple(
            disagreement for chain in chains for disagreement in chain.disagreements
        ),
        acts=tuple(act for chain in chains for act in chain.acts),
        decisions=tuple(dict.fromkeys(one for chain in chains for one in chain.decisions)),
    )


def _cover(covers: Sequence[Coverage], chains: Sequence[Research]) -> Coverage:
    """Documents as they were at the last question; each that was read counts once."""
    read = len({document for chain in chains for document in chain.read})
    most = max(cover.read for cover in covers)
    used = sum(cover.passages_used for cover in covers)
    return structs.replace(covers[-1], read=max(read, most), passages_used=used)


def _spent(many: Sequence[Spend]) -> Spend:
    return Spend(
        sum(spend.reasoning_tokens for spend in many),
        sum(spend.processing_tokens for spend in many),
        sum(spend.calls for spend in many),
        sum(spend.replayed for spend in many),
        sum(spend.seconds for spend in many),
    )


def only_done(rows: Sequence[StudyRow], load: Callable[[str], object]) -> list[Turn]:
    """The questions that have an answer, each with it. Raises StorageError when one is damaged."""
    results = ((row, load(row.id)) for row in rows)
    return [(row, result) for row, result in results if isinstance(result, Answer)]
