"""What is painted of a structure, from the ground up, with less of it the smaller it is.

Edges first, each kind in one stroke; then the nodes that are in sight; then words, where they can
be read and do not lie over one another: those of the nodes on which most hangs first. Which words
fit is found once for a size, so that nothing flickers while the picture is moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from desktop.structure.labels import cuts, in_lines, name_of
from desktop.structure.marked import PAD_PX, SMALL_PX, WORDS_PX, paint_marked
from desktop.structure.scene import BOX_H, BOX_W, Scene
from desktop.theme import Tokens, interface_font
from warehouse.results.records import Node
from warehouse.structures.graph import EdgeKind

READABLE_PX = 7.0  # of letters; smaller ones are left out
RADIUS_PX = 9.0
LETTER_PX = 6.4
LABEL_H_PX = 17.0
LABELS_AT_ONCE = 120
STEP = 1.25  # sizes for which the words that fit are found
FADED = 46  # of 255, what is not beside the chosen node
EDGE_WORDS_FROM, LEAST_DOT_PX = 1.1, 2.2
CROWD = 1_200  # edges in sight, from which they are no longer smooth


class Window(Struct, frozen=True):
    """What part of the picture is seen: px of the widget are ``scale`` * px at full size."""

    scale: float
    left: float
    top: float
    width: float
    height: float

    def area(self, air_px: float = 0.0) -> QRectF:
        """At full size."""
        return QRectF(
            (self.left - air_px) / self.scale,
            (self.top - air_px) / self.scale,
            (self.width + 2 * air_px) / self.scale,
            (self.height + 2 * air_px) / self.scale,
        )


def between(one: Window, other: Window, share: float) -> Window:
    """On the way from one to the other: the middle of what is seen moves on a straight line."""
    scale = one.scale * (other.scale / one.scale) ** share
    middles = [(at.left + at.width / 2, at.top + at.height / 2, at.scale) for at in (one, other)]
    (ax, ay, a), (bx, by, b) = middles
    x = ax / a + (bx / b - ax / a) * share
    y = ay / a + (by / b - ay / a) * share
    left, top = x * scale - other.width / 2, y * scale - other.height / 2
    return Window(scale, left, top, other.width, other.height)


class Look(Struct, frozen=True):
    """What stands out: places of nodes and edges, -1 for none; ``found`` by the words sought."""

    node: int = -1
    edge: int = -1
    over: int = -1
    over_edge: int = -1
    found: frozenset[int] = frozenset()
    group: int = -1


class Layers:
    """Of one scene in one theme; in the main thread."""

    def __init__(self, scene: Scene, tokens: Tokens) -> None:
        self.scene, self._tokens = scene, tokens
        self._lines_of_net = [QLineF(*curve[0], *curve[-1]) for curve in scene.curves]
        self._dots = [QPointF(x, y) for x, y in scene.points.tolist()]
        self._paths: dict[EdgeKind, QPainterPath] = {}
        self._fitting: dict[int, list[int]] = {}
        self._lines: dict[int, tuple[list[str], str]] = {}
        for edge, curve in zip(scene.graph.edges, scene.curves, strict=True):
            _draw(self._paths.setdefault(edge.kind, QPainterPath()), curve)
        self._groups: list[int] = scene.layout.groups.tolist()
        self._radii: list[float] = scene.radii.tolist()
        self._cuts = cuts(scene.graph.nodes)
        self._names = list(map(name_of, scene.graph.nodes, self._cuts))
        self._hollow = [not node.evidence for node in scene.graph.nodes]
        self._roots = {at for at, up in enumerate(scene.graph.parents()) if up < 0}

    def paint(self, painter: QPainter, window: Window, look: Look) -> None:
        """The painter's origin is the corner of the widget."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(-window.left, -window.top)
        painter.scale(window.scale, window.scale)
        self._paint_edges(painter, window, look)
        seen = self._seen(window)
        if self.scene.is_net:
            self._paint_dots(painter, seen, window.scale, look)
        else:
            self._paint_boxes(painter, seen, window.scale, look)
        painter.restore()
        if self.scene.is_net:
            self._paint_names(painter, window, look)
        self._paint_edge_words(painter, window, look)

    def _seen(self, window: Window) -> list[int]:
        if not len(self.scene):
            return []
        area, half = window.area(), self.scene.half
        low = self.scene.points + half >= (area.left(), area.top())
        high = self.scene.points - half <= (area.right(), area.bottom())
        nodes: list[int] = np.flatnonzero((low & high).all(axis=1)).tolist()
        return nodes

    # Edges

    def _paint_edges(self, painter: QPainter, window: Window, look: Look) -> None:
        stands_out = self._standing_out(look)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.scene.is_net:
            self._paint_lines(painter, window, bool(stands_out))
        else:
            self._paint_curves(painter)
        accent = QColor(self._tokens.accent)
        for at in stands_out:
            chosen = at in (look.edge, look.over_edge)
            painter.setPen(_thin(accent, 2.6 if chosen else 1.4))
            path = QPainterPath()
            _draw(path, self.scene.curves[at])
            painter.drawPath(path)

    def _paint_lines(self, painter: QPainter, window: Window, is_ground: bool) -> None:
        """Those in sight; a crowd of them is quiet, and its edges are not smoothed."""
        area = window.area()
        corners = (area.left(), area.top(), area.right(), area.bottom())
        seen = self.scene.edges_within(*corners)
        crowd = len(seen) > CROWD
        colour = self._tokens.line if crowd or is_ground else self._tokens.edge
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not crowd)
        painter.setPen(_thin(QColor(colour), 1.0))
        painter.drawLines([self._lines_of_net[at] for at in seen])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_curves(self, painter: QPainter) -> None:
        for kind, path in self._paths.items():
            pen = _thin(QColor(self._tokens.edge), 1.2)
            if kind == "link":
                pen = _thin(QColor(self._tokens.partly), 1.6)
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPath(path)

    def _standing_out(self, look: Look) -> list[int]:
        beside = [edge for _, edge in self.scene.beside[look.node]] if look.node >= 0 else []
        return [*beside, *(at for at in (look.edge, look.over_edge) if at >= 0)]

    # A net

    def _paint_dots(self, painter: QPainter, seen: Iterable[int], scale: float, look: Look) -> None:
        tokens, bright = self._tokens, self._bright(look)
        alike: dict[tuple[int, bool, bool], list[int]] = defaultdict(list)
        for at in seen:
            faded = bright is not None and at not in bright
            alike[self._groups[at], faded, self._hollow[at]].append(at)
        least = LEAST_DOT_PX / scale
        for (group, faded, hollow), dots in alike.items():
            colour = self._hue(group, faded)
            painter.setPen(_thin(colour, 1.6) if hollow else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.background) if hollow else colour)
            for at in dots:
                radius = max(self._radii[at], least)
                painter.drawEllipse(self._dots[at], radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for at, width in self._ringed(look):
            more = self._radii[at] + 4 / scale
            painter.setPen(_thin(QColor(tokens.accent), width))
            painter.drawEllipse(self._dots[at], more, more)

    def _bright(self, look: Look) -> set[int] | None:
        """The nodes that are not faded; None where all are bright."""
        if look.node >= 0:
            return {look.node, *(other for other, _ in self.scene.beside[look.node])}
        if look.edge >= 0:
            edge = self.scene.graph.edges[look.edge]
            return {edge.first, edge.second}
        if look.found:
            return set(look.found)
        if look.group >= 0:
            return set(np.flatnonzero(self.scene.layout.groups == look.group).tolist())
        return None

    def _ringed(self, look: Look) -> list[tuple[int, float]]:
        rings = [(at, 1.6) for at in look.found if len(look.found) <= LABELS_AT_ONCE]
        rings += [(look.over, 1.6)] if look.over >= 0 else []
        return [*rings, *([(look.node, 2.6)] if look.node >= 0 else [])]

    def _hue(self, group: int, faded: bool) -> QColor:
        hues = self._tokens.groups
        colour = QColor(hues[group] if 0 <= group < len(hues) else self._tokens.edge)
        colour.setAlpha(FADED if faded else 255)
        return colour

    # Words of a net

    def _paint_names(self, painter: QPainter, window: Window, look: Look) -> None:
        tokens, scale = self._tokens, window.scale
        bright = self._bright(look)
        first = [at for at in (look.node, look.over) if at >= 0]
        wanted = first + (sorted(bright, key=self._rank)[:40] if bright is not None else [])
        names = self._apart(wanted, scale) if bright is not None else self._fits(scale)
        painter.setFont(interface_font(SMALL_PX))
        veil = QColor(tokens.background)
        veil.setAlpha(205)
        area, shown = window.area(120), 0
        for at in dict.fromkeys([*first, *names]):
            dot = self._dots[at]
            if not area.contains(dot):
                continue
            text = self._names[at]
            x = dot.x() * scale - window.left + self._radii[at] * scale + 4
            y = dot.y() * scale - window.top
            width = painter.fontMetrics().horizontalAdvance(text)
            painter.fillRect(QRectF(x - 2, y - 8, width + 4, 16), veil)
            painter.setPen(QColor(tokens.accent if at == look.node else tokens.ink))
            painter.drawText(QPointF(x, y + 4.5), text)
            shown += 1
            if shown >= LABELS_AT_ONCE:
                break

    def _rank(self, at: int) -> float:
        return -len(self.scene.beside[at])

    def _fits(self, scale: float) -> Sequence[int]:
        """The nodes whose names have room at this size; the size is rounded."""
        step = round(np.log(scale) / np.log(STEP))
        if step not in self._fitting:
            self._fitting[step] = self._apart(self.scene.order, STEP**step)
        return self._fitting[step]

    def _apart(self, nodes: Iterable[int], scale: float) -> list[int]:
        """Of ``nodes``, the first ones first, those whose names lie over no other."""
        taken: set[tuple[int, int]] = set()
        kept = []
        for at in nodes:
            dot = self._dots[at]
            x = int((dot.x() + self._radii[at]) * scale / LABEL_H_PX)
            y = int(dot.y() * scale / LABEL_H_PX)
            if (x, y) in taken:
                continue
            wide = int(len(self._names[at]) * LETTER_PX / LABEL_H_PX) + 1
            cells = [(x + step, y + down) for step in range(wide + 1) for down in (0, 1)]
            if taken.isdisjoint(cells):
                taken.update(cells)
                kept.append(at)
        return kept

    # A tree

    def _paint_boxes(
        self, painter: QPainter, seen: Iterable[int], scale: float, look: Look
    ) -> None:
        nodes = self.scene.graph.nodes
        words = scale * WORDS_PX >= READABLE_PX
        marks = self.scene.graph.marks
        for at in seen:
            x, y = self._dots[at].x(), self._dots[at].y()
            box = QRectF(x - BOX_W / 2, y - BOX_H / 2, BOX_W, BOX_H)
            ink, quiet = self._paint_box(painter, at, box, look)
            if words and marks:
                paint_marked(painter, nodes[at], marks[at], box, (ink, quiet), self._cuts[at])
            elif words:
                self._paint_words(painter, at, nodes[at], box, (ink, quiet))

    def _is_new(self, at: int) -> bool:
        marks = self.scene.graph.marks
        return bool(marks) and marks[at].is_new

    def _paint_box(self, painter: QPainter, at: int, box: QRectF, look: Look) -> tuple[str, str]:
        """Its ground and edge; returns the colours of its words."""
        tokens, node = self._tokens, self.scene.graph.nodes[at]
        is_head = at in self._roots and bool(node.children) and not self.scene.graph.searches
        is_search = at in self.scene.graph.searches
        ground, edge, ink, quiet = tokens.card, tokens.edge, tokens.ink, tokens.quiet
        if node.state == "unresolved":
            ground, edge, quiet = tokens.partly_wash, tokens.partly, tokens.partly
        elif is_head:
            ground, edge, ink, quiet = (tokens.accent, tokens.accent, *(2 * [tokens.on_accent]))
        elif is_search:
            ground, edge = tokens.side, tokens.line
        elif self._is_new(at):
            ground, edge, quiet = tokens.partly_wash, tokens.partly, tokens.partly
        pen = _thin(QColor(edge), 1.2)
        if node.state == "unresolved":
            pen.setStyle(Qt.PenStyle.DashLine)
        if node.state == "open" or at in look.found:
            pen = _thin(QColor(tokens.accent), 2.0)
        painter.setPen(pen)
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
        if at in (look.node, look.over):
            painter.setPen(_thin(QColor(tokens.accent), 2.6 if at == look.node else 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-4, -4, 4, 4), RADIUS_PX + 4, RADIUS_PX + 4)
        return ink, quiet

    def _paint_words(
        self, painter: QPainter, at: int, node: Node, box: QRectF, inks: tuple[str, str]
    ) -> None:
        lines, count = self._lines.setdefault(at, in_lines(node, self._cuts[at]))
        painter.setFont(interface_font(WORDS_PX))
        painter.setPen(QColor(inks[0]))
        high = painter.fontMetrics().height()
        top = box.center().y() - high * len(lines) / 2
        for line in lines:
            area = QRectF(box.left() + PAD_PX, top, BOX_W - 2 * PAD_PX, high)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)
            top += high
        painter.setFont(interface_font(SMALL_PX))
        painter.setPen(QColor(inks[1]))
        area = box.adjusted(PAD_PX, 0, -PAD_PX, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)

    # Words of edges

    def _paint_edge_words(self, painter: QPainter, window: Window, look: Look) -> None:
        """Of the edges that stand out; of all in a tree that is large enough to be read."""
        edges = self.scene.graph.edges
        worded = [at for at in self._standing_out(look) if edges[at].label]
        if not self.scene.is_net and window.scale * WORDS_PX >= READABLE_PX:
            worded += [at for at, edge in enumerate(edges) if edge.label and at not in worded]
        elif window.scale < EDGE_WORDS_FROM:
            worded = [at for at in worded if at in (look.edge, look.over_edge)]
        painter.setFont(interface_font(SMALL_PX))
        area = window.area(60)
        for at in dict.fromkeys(worded[:LABELS_AT_ONCE]):
            x, y = self.scene.middle_of(at)
            if area.contains(QPointF(x, y)):
                self._paint_edge_word(painter, edges[at].label, self._on(window, x, y))

    def _on(self, window: Window, x: float, y: float) -> QPointF:
        return QPointF(x * window.scale - window.left, y * window.scale - window.top)

    def _paint_edge_word(self, painter: QPainter, label: str, at: QPointF) -> None:
        metrics = painter.fontMetrics()
        text = metrics.elidedText(label, Qt.TextElideMode.ElideRight, 180)
        width = metrics.horizontalAdvance(text) + 10
        box = QRectF(at.x() - width / 2, at.y() - 9, width, 18)
        painter.setPen(QPen(QColor(self._tokens.line), 1))
        painter.setBrush(QColor(self._tokens.card))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(self._tokens.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _thin(colour: QColor, width: float) -> QPen:
    """As wide on the screen at every size."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen


def _draw(path: QPainterPath, curve: Sequence[tuple[float, float]]) -> None:
    path.moveTo(*curve[0])
    if len(curve) == 2:
        path.lineTo(*curve[1])
    else:
        (bx, by), (cx, cy), (dx, dy) = curve[1:]
        path.cubicTo(bx, by, cx, cy, dx, dy)
