"""What can be typed at a round table, beside taking turns: who sits there, the map, the sources.

Each verb changes the table and tells how it stands then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from indexers.text.placenames import place_name
from warehouse.app import chosen
from warehouse.cli.research import wrapped
from warehouse.cli.session import plain
from warehouse.errors import BadInput
from warehouse.methods.costorm import mindmap
from warehouse.results.records import Evidence, Node
from warehouse.results.roundtable import Table, fresh, turns_on
from warehouse.roundtable.session import RoundTable
from warehouse.studies.report.nearest_passages import shortened
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library

FORGOTTEN = "A document that was forgotten"
HELP = """\
(an empty line), next [N]       the next turn, or N of them
say TEXT, ask TEXT              take a turn yourself; it is answered next
deeper ID                       the next turn tells more of this concept
experts                         who sits there
experts add NAME | ABOUT        one more expert
experts edit N NAME | ABOUT     another name, another view
experts remove N
map                             the mind map with the ids of its concepts
map rename ID TEXT              map move ID TO        map merge ID INTO
map delete ID                   map pin ID            map unpin ID
map add PARENT TEXT             map piece NUMBER TO
map show ID                     what a concept holds, and the turns that speak of it
look NUMBER                     the words behind a number, and where they stand
sources                         what was read, and how much each gave
pin DOC, ban DOC, free DOC      a source is searched for every answer, never read, or neither
why [TURN]                      what is behind a question of the moderator, else the last one
report                          an article of it, with the map as its outline
export DIR                      transcript and map as files
quit                            leave; it can be taken up again"""


def act(line: str, table: RoundTable, library: Library) -> str:
    """Do it; what to tell of it. Raises BadInput for what is no verb."""
    words = line.split()
    match words:
        case ["experts"]:
            return people(table.now)
        case ["experts", what, *_]:
            return people(_expert(what, line, table))
        case ["map"]:
            return mapped(table.now)
        case ["map", "show", id]:
            return held(table.now, id)
        case ["map", what, *rest]:
            return mapped(_map(what, rest, table))
        case ["look", number]:
            return looked_at(table.now, number)
        case ["sources"]:
            return sources(table.now, library)
        case ["why", *number]:
            return why(table.now, " ".join(number))
        case ["deeper", id]:
            table.deeper(id)
            return "The next turn tells more of it."
        case ["pin" | "ban" | "free" as what, document]:
            return _source(what, document, table, library)
    raise BadInput(f"“{line}” is nothing that can be done here.", "See what can be with: help")


def people(table: Table) -> str:
    rows = [
        wrapped(f"{expert.name}: {expert.about}", f"{at:>3}  ", "     ")
        for at, expert in enumerate(table.experts, start=1)
    ]
    return "\n".join(["", "At the table:", *(rows or ["     nobody yet"])])


def mapped(table: Table) -> str:
    """The tree with ids; ``*`` has evidence that is new since the user spoke last."""
    new, held = fresh(table), frozenset(table.pinned)
    lines: list[str] = []

    def walk(node: Node, depth: int) -> None:
        marks = "*" * bool(new & set(node.evidence)) + " (pinned)" * (node.id in held)
        text = f"{node.title} · {len(node.evidence)}{marks}"
        lines.append(wrapped(text, f"{node.id:>4} {'  ' * depth}", "     " + "  " * depth))
        for child in node.children:
            walk(child, depth + 1)

    walk(table.root, 0)
    return "\n".join(lines)


def held(table: Table, id: str) -> str:
    """A concept with its evidence and the turns that speak of it. Raises BadInput."""
    node = mindmap.concept(table, id)
    pieces = [piece for piece in table.evidence if piece.number in node.evidence]
    spoken = ", ".join(str(turn.number) for turn in turns_on(table, id))
    by = f"Spoken of in turn {spoken}." if spoken else "Nobody has spoken of it."
    return "\n".join([wrapped(node.title), by, *map(_piece, pieces)])


def looked_at(table: Table, number: str) -> str:
    """Raises BadInput for a number that stands for nothing."""
    pieces = [piece for piece in table.evidence if str(piece.number) == number.strip("[]")]
    if not pieces:
        raise BadInput(f"There is no evidence {number} at this table.")
    return _piece(pieces[0], whole=True)


def sources(table: Table, library: Library) -> str:
    """The most used first, with what is pinned and banned."""
    counts = Counter(piece.place.document for piece in table.evidence)
    chosen_ones = dict.fromkeys((*table.insisted, *table.banned))
    lines = []
    for id in (
        *(document for document, _ in counts.most_common()),
        *(set(chosen_ones) - set(counts)),
    ):
        known = library.catalog.knows(id)
        title = plain(library.catalog.document(id).title) if known else FORGOTTEN
        state = " (pinned)" * (id in table.insisted) + " (banned)" * (id in table.banned)
        line = f"{title} · {plural(counts[id], 'sentence')}{state}"
        lines.append(wrapped(line, f"  {id[:8]}  ", "            "))
    return "\n".join(lines) or "Nothing was read yet."


def why(table: Table, number: str = "") -> str:
    """The uncited evidence behind a question of the moderator. Raises BadInput for another turn."""
    turns = [turn for turn in table.turns if turn.because]
    turns = [turn for turn in turns if str(turn.number) == number] if number else turns
    if not turns and number:
        raise BadInput(f"Turn {number} is no question of the moderator.")
    if not turns:
        return "The moderator has asked nothing yet."
    pieces = [piece for piece in table.evidence if piece.number in turns[-1].because]
    lines = [wrapped(turns[-1].text), "was asked because nobody had spoken of this:"]
    return "\n".join([*lines, *map(_piece, pieces)])


def _piece(one: Evidence, whole: bool = False) -> str:
    where = ", ".join(filter(None, [one.title, place_name(one.page_label)]))
    text = plain(one.text) if whole else shortened(one.text)
    indent = "      "
    return f"{wrapped(where, f'  [{one.number}] ', indent)}\n{wrapped(text, indent, indent)}"


def _expert(what: str, line: str, table: RoundTable) -> Table:
    rest = line.split(None, 2)[2] if len(line.split(None, 2)) > 2 else ""
    if what == "add":
        name, _, about = rest.partition("|")
        return table.add_expert(name, about)
    number, _, words = rest.partition(" ")
    sitting = table.now.experts
    if not number.isdecimal() or not 0 < int(number) <= len(sitting):
        raise BadInput(f"There is no expert {number!r}; there are {len(sitting)}.")
    id = sitting[int(number) - 1].id
    if what == "edit":
        name, _, about = words.partition("|")
        return table.edit_expert(id, name, about)
    if what == "remove":
        return table.remove_expert(id)
    raise BadInput(f"“experts {what}” is nothing that can be done here.", "See: help")


def _map(what: str, rest: Sequence[str], table: RoundTable) -> Table:
    verbs: dict[str, Callable[[], Table]] = {}
    match rest:
        case [concept]:
            verbs = {
                "delete": lambda: table.delete(concept),
                "pin": lambda: table.pin_concept(concept),
                "unpin": lambda: table.pin_concept(concept, held=False),
            }
        case [concept, *more]:
            text = " ".join(more)
            verbs = {
                "rename": lambda: table.rename(concept, text),
                "add": lambda: table.add_concept(concept, text),
                "move": lambda: table.move(concept, text),
                "merge": lambda: table.merge(concept, text),
                "piece": lambda: table.move_evidence(
                    int(concept) if concept.isdecimal() else 0, text
                ),
            }
    if what not in verbs:
        raise BadInput(f"“map {what}” with that is nothing that can be done.", "See: help")
    return verbs[what]()


def _source(what: str, prefix: str, table: RoundTable, library: Library) -> str:
    document = chosen(library.catalog.documents(), prefix)
    if what == "pin":
        table.pin_source(document.id)
        return f"“{plain(document.title)}” is searched for every answer from now on."
    if what == "ban":
        table.ban_source(document.id)
        return f"“{plain(document.title)}” is not read any more."
    table.free_source(document.id)
    return f"“{plain(document.title)}” is read like any other."
