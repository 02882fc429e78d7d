"""The picture in the user's hands: it is dragged, turned larger by the wheel, walked by the keys.

A click on a node or an edge chooses it, Enter or a double click opens it. Arrows go to the
neighbour in that direction, plus and minus change the size, 0 shows the whole, Escape chooses
nothing. What is chosen is said to a screen reader.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import structs
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QStyle, QToolTip, QWidget

from desktop.structure.in_words import edge_words, node_words
from desktop.structure.layers import Layers, Look, Window, between
from desktop.structure.scene import Scene
from desktop.theme import Theme
from desktop.widgets.tips import as_it_stands

LEAST, MOST = 0.04, 3.0
NOTCH = 1.2  # how much larger a notch of the wheel makes it
MARGIN_PX = 36.0
MOTION_MS = 120
READ_AT = 0.85  # the smallest size at which a tree is shown first: letters of 11 px
FOUND_AT = 1.0
KEYS = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}


class StructureCanvas(QWidget):
    """``node_chosen(place)``, ``edge_chosen(place)``, -1 for none; ``opened(place)`` of a node;
    ``search_wanted``: the slash was pressed.
    """

    node_chosen = Signal(int)
    edge_chosen = Signal(int)
    opened = Signal(int)
    search_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.scene = Scene()
        self._layers: Layers | None = None
        self.look = Look()
        self.scale, self._left, self._top = 1.0, 0.0, 0.0
        self.touched = self._is_fitted = False
        self._pressed: QPointF | None = None
        self._dragged = False
        self._motion = QVariantAnimation(self)
        self._motion.valueChanged.connect(self._move_on)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Picture of the structure")
        theme.changed.connect(self._repaint_all)

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120)

    # What is shown

    def show_scene(self, scene: Scene) -> None:
        """What was chosen stays chosen, by its id; what the user moved stays where it is."""
        before, places = self.scene, scene.places()
        node = self.look.node
        kept = places.get(before.graph.nodes[node].id, -1) if node >= 0 else -1
        self.scene, self._layers = scene, None
        self.look = Look(node=kept)
        self._is_fitted = self._is_fitted and self._shows_all()
        if not self.touched and (not len(before) or not self._shows_all()):
            self.begin()
        self.update()

    def clear(self) -> None:
        self._motion.stop()
        self.scene, self._layers, self.look = Scene(), None, Look()
        self.touched = self._is_fitted = False
        self.update()

    def begin(self) -> None:
        """The whole; of a tree that would be too small to read, its beginning."""
        whole = self._whole()
        if self.scene.is_net or whole.scale >= READ_AT or not len(self.scene):
            self._stand(whole)
            self._is_fitted = True
            return
        left, top, _, bottom = self.scene.bounds
        down = (top + bottom) / 2 * READ_AT - self.height() / 2
        high = (bottom - top) * READ_AT + 2 * MARGIN_PX <= self.height()
        roots = [at for at, up in enumerate(self.scene.graph.parents()) if up < 0]
        at_root = float(self.scene.points[roots[0]][1]) * READ_AT - self.height() / 2
        place = down if high else max(at_root, top * READ_AT - MARGIN_PX)
        self._stand(self._window(READ_AT, left * READ_AT - MARGIN_PX, place))

    def fit(self) -> None:
        """All of it in sight, and it stays so when the room for it changes."""
        self._go(self._whole())
        self._is_fitted = True

    def zoom(self, by: float, around: QPointF | None = None) -> None:
        """Larger or smaller, what is under ``around`` staying where it is."""
        self.touched = True
        spot = around or QPointF(self.width() / 2, self.height() / 2)
        scale = min(MOST, max(LEAST, self.scale * by))
        share = scale / self.scale
        left = (self._left + spot.x()) * share - spot.x()
        top = (self._top + spot.y()) * share - spot.y()
        self._stand(self._window(scale, left, top))

    def pan(self, by: QPointF) -> None:
        self.touched = True
        self._stand(self._window(self.scale, self._left - by.x(), self._top - by.y()))

    def _keep_in_sight(self, spot: QPointF, half: tuple[float, float] = (0.0, 0.0)) -> None:
        """The box of this half width and height about it, moved no more than it must be."""
        x = _inside(spot.x(), half[0], self.width()) - spot.x()
        y = _inside(spot.y(), half[1], self.height()) - spot.y()
        if x or y:
            self.pan(QPointF(x, y))

    def _keep_family_in_sight(self, node: int) -> None:
        """With what it hangs on and what hangs on it, where they have room."""
        x, y, *halves = self.scene.family(node)
        w, h = (half * self.scale for half in halves)
        if w + MARGIN_PX <= self.width() / 2 and h + MARGIN_PX <= self.height() / 2:
            self._keep_in_sight(self._spot(x, y), (w, h))
        w, h = (self.scene.half[node] * self.scale).tolist()
        self._keep_in_sight(self.spot_of(node), (w, h))

    def bring(self, node: int) -> None:
        """Into sight, large enough to be read."""
        scale = max(self.scale, READ_AT if not self.scene.is_net else FOUND_AT)
        x, y = self.scene.points[node].tolist()
        inside = self._sight.area(-MARGIN_PX).contains(QPointF(x, y))
        if not inside or scale != self.scale:
            wanted = (x * scale - self.width() / 2, y * scale - self.height() / 2)
            self.touched = True
            self._go(self._window(scale, *wanted))

    # What is chosen

    def choose_node(self, node: int) -> None:
        """-1 for none."""
        if (node, -1) != (self.look.node, self.look.edge):
            self.touched = self.touched or node >= 0
            self._set(node=node, edge=-1)
            self._say(node_words(self.scene, node) if node >= 0 else "")
            self.node_chosen.emit(node)

    def choose_edge(self, edge: int) -> None:
        self.touched = True
        self._set(node=-1, edge=edge)
        self._say(edge_words(self.scene, edge))
        self.edge_chosen.emit(edge)

    def mark(self, found: frozenset[int]) -> None:
        """Those that a search found."""
        self._set(found=found)

    def light_group(self, group: int) -> None:
        """All that belongs together, or -1."""
        self._set(group=group, node=-1, edge=-1)

    def walk(self, direction: str) -> None:
        node = self.scene.towards(self.look.node, direction)
        if node >= 0:
            self.choose_node(node)
            self.bring(node)

    def _set(self, **changes: object) -> None:
        look = structs.replace(self.look, **changes)
        if look != self.look:
            self.look = look
            self.update()

    def _say(self, words: str) -> None:
        self.setAccessibleDescription(words)
        event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        QAccessible.updateAccessibility(event)

    # Where it stands

    @property
    def _sight(self) -> Window:
        return self._window(self.scale, self._left, self._top)

    def _window(self, scale: float, left: float, top: float) -> Window:
        return Window(scale, left, top, self.width(), self.height())

    def _whole(self) -> Window:
        left, top, right, bottom = self.scene.bounds
        wide = (self.width() - 2 * MARGIN_PX) / max(1.0, right - left)
        high = (self.height() - 2 * MARGIN_PX) / max(1.0, bottom - top)
        scale = min(1.0, max(LEAST, min(wide, high)))
        x = (left + right) / 2 * scale - self.width() / 2
        y = (top + bottom) / 2 * scale - self.height() / 2
        return self._window(scale, x, y)

    def _shows_all(self) -> bool:
        left, top, right, bottom = self.scene.bounds
        area = self._sight.area()
        return area.contains(QPointF(left, top)) and area.contains(QPointF(right, bottom))

    def _stand(self, window: Window) -> None:
        self._motion.stop()
        self._is_fitted = False
        self.scale, self._left, self._top = window.scale, window.left, window.top
        self.update()

    def _go(self, window: Window) -> None:
        """There in a moment, or at once where the system wants no motion."""
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        if not self.isVisible() or not self.style().styleHint(hint, None, self):
            self._stand(window)
            return
        self._motion.stop()
        self._is_fitted = False
        self._from, self._to = self._sight, window
        self._motion.setDuration(MOTION_MS)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.start()

    def _move_on(self, share: float) -> None:
        at = between(self._from, self._to, share)
        self.scale, self._left, self._top = at.scale, at.left, at.top
        self.update()

    def _hit(self, spot: QPointF) -> tuple[int, int]:
        """The node under a place of the widget, or the edge; -1 for none."""
        at = (spot.x() + self._left) / self.scale, (spot.y() + self._top) / self.scale
        node = self.scene.node_at(*at, self.scale)
        return node, self.scene.edge_at(*at, self.scale) if node < 0 else -1

    def spot_of(self, node: int) -> QPointF:
        """Where a node is on the widget."""
        return self._spot(*self.scene.points[node].tolist())

    def spot_of_edge(self, edge: int) -> QPointF:
        return self._spot(*self.scene.middle_of(edge))

    def _spot(self, x: float, y: float) -> QPointF:
        return QPointF(x * self.scale - self._left, y * self.scale - self._top)

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.tokens.background))
        if self._layers is None:
            self._layers = Layers(self.scene, self._theme.tokens)
        self._layers.paint(painter, self._sight, self.look)
        painter.end()

    def _repaint_all(self) -> None:
        self._layers = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is chosen stays where it is, whatever opens beside the picture, and what is all in
        sight stays so.
        """
        super().resizeEvent(event)
        if self._is_fitted:
            self._stand(self._whole())
            self._is_fitted = True
        elif self.look.node >= 0:
            self._keep_family_in_sight(self.look.node)
        elif self.look.edge >= 0:
            self._keep_in_sight(self.spot_of_edge(self.look.edge))
        elif not self.touched:
            self.begin()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = event.position()
        if self._pressed is None:
            self._hover(spot)
        elif self._dragged or (spot - self._pressed).manhattanLength() > 4:
            self.pan(spot - self._pressed)
            self._pressed, self._dragged = spot, True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        was_dragged, self._pressed = self._dragged, None
        self.unsetCursor()
        if not was_dragged:
            self._click(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node, _ = self._hit(event.position())
        if node >= 0:
            self.opened.emit(node)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or not turned.y():
            self.pan(QPointF(turned.x() or turned.y(), 0))
        else:
            self.zoom(NOTCH ** (turned.y() / 120), event.position())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self._set(over=-1, over_edge=-1)

    def event(self, event: QEvent) -> bool:
        """Its keys are for the picture, before they are for the page around it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if is_plain and self._act_of(event) is not None:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (act := self._act_of(event)) is None:
            super().keyPressEvent(event)
        else:
            act()

    def _act_of(self, event: QKeyEvent) -> Callable[[], None] | None:
        key = Qt.Key(event.key())
        if key in KEYS:
            return partial(self.walk, KEYS[key])
        if key == Qt.Key.Key_Escape:
            chosen = self.look.node >= 0 or self.look.edge >= 0
            return partial(self.choose_node, -1) if chosen else None
        acts: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_Plus: partial(self.zoom, NOTCH),
            Qt.Key.Key_Equal: partial(self.zoom, NOTCH),
            Qt.Key.Key_Minus: partial(self.zoom, 1 / NOTCH),
            Qt.Key.Key_0: self.fit,
            Qt.Key.Key_Slash: self.search_wanted.emit,
            Qt.Key.Key_Return: self._open,
            Qt.Key.Key_Enter: self._open,
        }
        return acts.get(key)

    def _open(self) -> None:
        if self.look.node >= 0:
            self.opened.emit(self.look.node)

    def _click(self, spot: QPointF) -> None:
        node, edge = self._hit(spot)
        if edge >= 0 and self.scene.graph.edges[edge].kind == "link":
            self.choose_edge(edge)
        elif edge >= 0:
            self.choose_node(self.scene.graph.edges[edge].second)
        else:
            self.choose_node(node)

    def _hover(self, spot: QPointF) -> None:
        node, edge = self._hit(spot)
        if (node, edge) == (self.look.over, self.look.over_edge):
            return
        self._set(over=node, over_edge=edge)
        hits = node >= 0 or edge >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hits else Qt.CursorShape.ArrowCursor)
        said = node_words(self.scene, node) if node >= 0 else ""
        self.setToolTip(as_it_stands(said or (edge_words(self.scene, edge) if edge >= 0 else "")))
        if not hits:
            QToolTip.hideText()


def _inside(at: float, half: float, room: float) -> float:
    """The nearest place to ``at`` where all of it stands within the margins; the middle of too
    little room.
    """
    least, most = MARGIN_PX + half, room - MARGIN_PX - half
    return min(max(at, least), most) if least <= most else room / 2
