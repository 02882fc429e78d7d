"""The outline of an article under the pen: what can be done to a heading, wherever it stands.

A heading is named by its path: ``(1, 0)`` is the first below the second, ``2.1`` in words. Every
act gives the outline as it is then, and the path at which the heading stands in it. A heading that
is merged or split, that gets notes or other evidence, is to be written anew (``section`` -1); one
that is renamed or moved keeps the text it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from warehouse.errors import BadInput
from warehouse.results.records import Evidence
from warehouse.writing.outline.drafting import TITLE_CHARACTERS
from warehouse.writing.outline.grouping import MOST_NOTES
from warehouse.writing.outline.outlining import Heading, Outline

Path = tuple[int, ...]
DEEPEST = 3
THIN = 3  # pieces of evidence, below which a section has little to tell
TO_BE_WRITTEN = -1


class Edit(Struct, frozen=True):
    """``path`` is where the heading stands now; of one that is gone where the next one does."""

    outline: Outline
    path: Path


class _Node:
    """A heading whose children can be changed."""

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.children = [_Node(child) for child in heading.children]

    def made(self) -> Heading:
        below = tuple(child.made() for child in self.children)
        return structs.replace(self.heading, children=below)

    @property
    def height(self) -> int:
        return 1 + max((child.height for child in self.children), default=0)


class _Tree:
    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self.roots = [_Node(heading) for heading in outline.sections]

    def siblings(self, path: Path) -> list[_Node]:
        """The list in which ``path`` has its place. Raises BadInput."""
        siblings = self.roots
        for at in path[:-1]:
            if not 0 <= at < len(siblings):
                raise _missing(path)
            siblings = siblings[at].children
        return siblings

    def node(self, path: Path) -> _Node:
        siblings = self.siblings(path)
        if not path or not 0 <= path[-1] < len(siblings):
            raise _missing(path)
        return siblings[path[-1]]

    def path_of(self, node: _Node) -> Path:
        return next(path for path, other in _walk(self.roots, ()) if other is node)

    def edit(self, path: Path) -> Edit:
        sections = tuple(root.made() for root in self.roots)
        return Edit(structs.replace(self._outline, sections=sections), path)


def walk(outline: Outline) -> Iterator[tuple[Path, Heading]]:
    """Every heading in its order, by its path."""
    for path, node in _walk(_Tree(outline).roots, ()):
        yield path, node.heading


def first_other(before: Outline, after: Outline) -> Path | None:
    """Where ``after`` has another heading than ``before``; None where only others are gone."""
    old, new = (
        {path: structs.replace(one, children=()) for path, one in walk(outline)}
        for outline in (before, after)
    )
    return next((path for path, one in new.items() if old.get(path) != one), None)


def at(outline: Outline, path: Path) -> Heading:
    """Raises BadInput."""
    return _Tree(outline).node(path).made()


def evidence(heading: Heading) -> tuple[Evidence, ...]:
    """Under the heading itself, in the order of its paragraphs."""
    return tuple(piece for group in heading.paragraphs for piece in group)


def is_thin(heading: Heading) -> bool:
    """Has it too little to rest on? One that only stands above others needs nothing."""
    return not heading.children and len(evidence(heading)) < THIN


def only_stands_above(heading: Heading) -> bool:
    return bool(heading.children) and not heading.paragraphs


def named(path: Path) -> str:
    return ".".join(str(at + 1) for at in path)


def parsed(name: str) -> Path:
    """The path of a name such as ``2.1``. Raises BadInput."""
    parts = name.split(".")
    if not all(part.isdecimal() and int(part) for part in parts):
        raise BadInput(
            f"“{name}” names no heading.", "Write it as 2.1: the first below the second."
        )
    return tuple(int(part) - 1 for part in parts)


def retitled(outline: Outline, title: str) -> Outline:
    """The article under another title."""
    return structs.replace(outline, title=_title(title))


def renamed(outline: Outline, path: Path, title: str) -> Edit:
    return _changed(outline, path, title=_title(title))


def described(outline: Outline, path: Path, about: str) -> Edit:
    """Other words for what it is to tell."""
    return _changed(outline, path, about=" ".join(about.split()), section=TO_BE_WRITTEN)


def noted(outline: Outline, path: Path, notes: str) -> Edit:
    """What the writer is told for it alone."""
    if at(outline, path).notes == notes.strip():
        return Edit(outline, path)
    return _changed(outline, path, notes=notes.strip(), section=TO_BE_WRITTEN)


def of_section(headings: Sequence[Heading], section: int) -> Path | None:
    """The heading that a section of the article tells; None where none does."""
    for place, heading in enumerate(headings):
        if heading.section == section:
            return (place,)
        below = of_section(heading.children, section)
        if below is not None:
            return (place, *below)
    return None


def anew(outline: Outline, path: Path, alone: bool = False) -> Edit:
    """It is to be written once more, and all below it unless it ``alone`` is."""
    if alone:
        return _changed(outline, path, section=TO_BE_WRITTEN)
    return redrafted(outline, path, _fresh(at(outline, path)))


def redrafted(outline: Outline, path: Path, heading: Heading) -> Edit:
    """``heading``, and what is below it, in place of what stands there."""
    tree = _Tree(outline)
    tree.node(path)
    tree.siblings(path)[path[-1]] = _Node(heading)
    return tree.edit(path)


def added(outline: Outline, path: Path, title: str, about: str = "") -> Edit:
    """A new one at ``path``, before what stands there."""
    if not 0 < len(path) <= DEEPEST:
        raise _too_deep()
    tree = _Tree(outline)
    siblings = tree.siblings(path)
    node = _Node(Heading(_title(title), " ".join(about.split())))
    siblings.insert(path[-1], node)
    return tree.edit(tree.path_of(node))


def removed(outline: Outline, path: Path) -> Edit:
    """Without it and what is below it. Raises BadInput for the last one."""
    tree = _Tree(outline)
    node, siblings = tree.node(path), tree.siblings(path)
    siblings.remove(node)
    if not tree.roots:
        raise BadInput("An outline has one heading at least.", "Rename it instead.")
    if path[-1] < len(siblings):
        return tree.edit(path)
    return tree.edit((*path[:-1], len(siblings) - 1) if siblings else path[:-1])


def moved(outline: Outline, path: Path, to: Path) -> Edit:
    """To stand before what is at ``to``, both as they are named now. Raises BadInput."""
    if to[: len(path)] == path and len(to) > len(path):
        raise BadInput("A heading cannot stand below itself.")
    tree = _Tree(outline)
    node, source, target = tree.node(path), tree.siblings(path), tree.siblings(to)
    if len(to) - 1 + node.height > DEEPEST:
        raise _too_deep()
    place = max(0, min(to[-1], len(target)))
    if source is target and place > path[-1]:
        place -= 1
    source.remove(node)
    target.insert(place, node)
    return tree.edit(tree.path_of(node))


def up(outline: Outline, path: Path) -> Edit:
    """Before the one before it; the first below a heading comes to stand before that."""
    if path[-1] > 0:
        return moved(outline, path, (*path[:-1], path[-1] - 1))
    return moved(outline, path, path[:-1]) if len(path) > 1 else Edit(outline, path)


def down(outline: Outline, path: Path) -> Edit:
    """After the one after it; the last below a heading comes to stand after that."""
    if path[-1] + 1 < len(_Tree(outline).siblings(path)):
        return moved(outline, path, (*path[:-1], path[-1] + 2))
    return outdented(outline, path) if len(path) > 1 else Edit(outline, path)


def indented(outline: Outline, path: Path) -> Edit:
    """Below the one before it, at the end there. Raises BadInput where there is none."""
    if path[-1] == 0:
        raise BadInput("There is no heading before it that it could stand below.")
    above = (*path[:-1], path[-1] - 1)
    return moved(outline, path, (*above, len(at(outline, above).children)))


def outdented(outline: Outline, path: Path) -> Edit:
    """One level higher, after the one it stood below."""
    if len(path) < 2:
        return Edit(outline, path)
    return moved(outline, path, (*path[:-2], path[-2] + 1))


def merged(outline: Outline, path: Path) -> Edit:
    """With the next one on its level: one heading with the evidence of both. Raises BadInput."""
    tree = _Tree(outline)
    siblings, first = tree.siblings(path), tree.node(path)
    if path[-1] + 1 >= len(siblings):
        raise BadInput("There is no heading after it on its level.", "Choose the one before.")
    second = siblings.pop(path[-1] + 1)
    upper, lower = first.heading, second.heading
    first.heading = structs.replace(
        upper,
        about="; ".join(filter(None, [upper.about, lower.about])),
        notes="\n".join(filter(None, [upper.notes, lower.notes])),
        paragraphs=(*upper.paragraphs, *lower.paragraphs),
        section=TO_BE_WRITTEN,
    )
    first.children += second.children
    return tree.edit(path)


def split(outline: Outline, path: Path, title: str) -> Edit:
    """The later half of its evidence gets a heading of its own after it. Raises BadInput."""
    tree = _Tree(outline)
    node = tree.node(path)
    groups = _halved(node.heading.paragraphs)
    if len(groups) < 2:
        raise BadInput("There is too little evidence under it for two.", "Add a heading instead.")
    half = (len(groups) + 1) // 2
    node.heading = structs.replace(
        node.heading, paragraphs=tuple(groups[:half]), section=TO_BE_WRITTEN
    )
    second = _Node(Heading(_title(title), "", tuple(groups[half:])))
    tree.siblings(path).insert(path[-1] + 1, second)
    return tree.edit((*path[:-1], path[-1] + 1))


def left_out(outline: Outline, path: Path, number: int) -> Edit:
    """A piece of evidence that the heading is not to rest on. Raises BadInput."""
    heading = at(outline, path)
    _piece(heading, path, number)
    groups = (tuple(p for p in group if p.number != number) for group in heading.paragraphs)
    kept = tuple(group for group in groups if group)
    return _changed(outline, path, paragraphs=kept, section=TO_BE_WRITTEN)


def given(outline: Outline, path: Path, number: int, to: Path) -> Edit:
    """A piece of evidence from the heading at ``path`` to that at ``to``, there to the shortest
    paragraph that has room, else to one of its own. Raises BadInput.
    """
    piece, target = _piece(at(outline, path), path, number), at(outline, to)
    if path == to:
        return Edit(outline, path)
    groups = list(target.paragraphs)
    if all(other.number != number for group in groups for other in group):
        shortest = min(range(len(groups)), key=lambda n: len(groups[n]), default=None)
        if shortest is None or len(groups[shortest]) >= MOST_NOTES:
            groups.append((piece,))
        else:
            groups[shortest] = (*groups[shortest], piece)
    without = left_out(outline, path, number).outline
    edit = _changed(without, to, paragraphs=tuple(groups), section=TO_BE_WRITTEN)
    return structs.replace(edit, path=path)


def _piece(heading: Heading, path: Path, number: int) -> Evidence:
    for piece in evidence(heading):
        if piece.number == number:
            return piece
    raise BadInput(
        f"There is no evidence {number} under the heading {named(path)}.",
        "See it with: muniment outline show STUDY --evidence",
    )


def _halved(groups: Sequence[tuple[Evidence, ...]]) -> list[tuple[Evidence, ...]]:
    """One paragraph that rests on several pieces is parted, too."""
    if len(groups) == 1 and len(groups[0]) > 1:
        half = (len(groups[0]) + 1) // 2
        return [groups[0][:half], groups[0][half:]]
    return list(groups)


def _changed(outline: Outline, path: Path, **values: object) -> Edit:
    tree = _Tree(outline)
    node = tree.node(path)
    node.heading = structs.replace(node.heading, **values)
    return tree.edit(path)


def _fresh(heading: Heading) -> Heading:
    below = tuple(map(_fresh, heading.children))
    return structs.replace(heading, section=TO_BE_WRITTEN, children=below)


def _walk(nodes: Sequence[_Node], above: Path) -> Iterator[tuple[Path, _Node]]:
    for place, node in enumerate(nodes):
        yield (*above, place), node
        yield from _walk(node.children, (*above, place))


def _title(text: str) -> str:
    title = " ".join(text.split())[:TITLE_CHARACTERS]
    if not title:
        raise BadInput("A heading needs a name.", "Write what the section is about.")
    return title


def _missing(path: Path) -> BadInput:
    return BadInput(f"There is no heading {named(path)}.", "See them with: muniment outline show")


def _too_deep() -> BadInput:
    return BadInput(f"Headings stand {DEEPEST} deep at most.")
