"""What can be typed at a round table, beside taking turns: who sits there, the map, the sources.

Each verb changes the table and tells how it stands then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from warehouse.app import chosen
from warehouse.cli.research import wrapped
from warehouse.cli.session import plain
from warehouse.errors import BadInput
from warehouse.results.records import Node
from warehouse.results.roundtable import Table, fresh
from warehouse.roundtable.session import RoundTable

if TYPE_CHECKING:
    from warehouse.library import Library

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
pin DOC, ban DOC, free DOC      a source is searched for every answer, never read, or neither
why                             what is behind the moderator's last question
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
        case ["map", what, *rest]:
            return mapped(_map(what, rest, table))
        case ["deeper", id]:
            table.deeper(id)
            return "The next turn tells more of it."
        case ["pin" | "ban" | "free" as what, document]:
            return _source(what, document, table, library)
    raise BadInput(f"“{line}” is nothing that can be done here.", "See what can be with: help")


def people(table: Table) -> str:
    rows = [
        wrapped(f"{one.name}: {one.about}", f"{at:>3}  ", "     ")
        for at, one in enumerate(table.experts, start=1)
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


def _expert(what: str, line: str, table: RoundTable) -> Table:
    rest = line.split(None, 2)[2] if len(line.split(None, 2)) > 2 else ""
    if what == "add":
        name, _, about = rest.partition("|")
        return table.add_expert(name, about)
    number, _, told = rest.partition(" ")
    sitting = table.now.experts
    if not number.isdecimal() or not 0 < int(number) <= len(sitting):
        raise BadInput(f"There is no expert {number!r}; there are {len(sitting)}.")
    id = sitting[int(number) - 1].id
    if what == "edit":
        name, _, about = told.partition("|")
        return table.edit_expert(id, name, about)
    if what == "remove":
        return table.remove_expert(id)
    raise BadInput(f"“experts {what}” is nothing that can be done here.", "See: help")


def _map(what: str, rest: Sequence[str], table: RoundTable) -> Table:
    verbs: dict[str, Callable[[], Table]] = {}
    match rest:
        case [one]:
            verbs = {
                "delete": lambda: table.delete(one),
                "pin": lambda: table.pin_concept(one),
                "unpin": lambda: table.pin_concept(one, held=False),
            }
        case [one, *more]:
            text = " ".join(more)
            verbs = {
                "rename": lambda: table.rename(one, text),
                "add": lambda: table.add_concept(one, text),
                "move": lambda: table.move(one, text),
                "merge": lambda: table.merge(one, text),
                "piece": lambda: table.move_evidence(int(one) if one.isdecimal() else 0, text),
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
