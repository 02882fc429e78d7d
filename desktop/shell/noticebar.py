"""The quiet bar at the bottom of the window that shows the latest notice.

Nothing modal: it lies over the page, beside what stands at the left and the right of it, takes no
focus, and goes by itself; an error, or what leads on, stays until it is closed or another notice
comes. Escape closes it, unless it means something on the page.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.widgets.basics import Button, IconButton, IconLabel, column_of, label, row

ICONS = {
    "said": ("info", "quiet"),
    "error": ("triangle-alert", "partly"),
    "bug": ("circle-alert", "missing"),
}
WIDEST_PX = 640
FROM_BELOW_PX, BESIDE_PX = 20, 12
BESIDE_FROM_PX = 440


class NoticeBar(QFrame):
    def __init__(self, house: House, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "notice")
        self._notice: Notice | None = None
        self._page: QWidget = parent
        self._icon = IconLabel(house.theme, "info")
        self._sentence = label("", "ink", wrap=True)
        self._next = label("", "quiet", wrap=True)
        self._action = Button(house.theme, "", kind="link")
        self._close = IconButton(house.theme, "x", "Close this notice")
        self._action.hide()
        self._fill()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.dismiss)
        self._action.clicked.connect(self._act)
        self._close.clicked.connect(self.dismiss)
        house.notices.raised.connect(self.show_notice)
        house.library_left.connect(self._drop)

        house.notices.withdrawn.connect(self._withdraw)
        parent.installEventFilter(self)
        self.hide()

    def lie_over(self, page: QWidget) -> None:
        """The page that is in front now."""
        if page is not self._page:
            self._page.removeEventFilter(self)
            self._page = page
            page.installEventFilter(self)
        if self.isVisible():
            self._place()

    def _fill(self) -> None:
        self._words = column_of(self._sentence, self._next, spacing_px=2)
        self._line = row(
            self._icon,
            (self._words, 1),
            self._action,
            self._close,
            into=self,
            margins_px=(14, 8, 8, 8),
            spacing_px=10,
        )

    def show_notice(self, notice: Notice) -> None:
        self._lapse()
        self._notice = notice
        self._icon.set(*ICONS[notice.kind])
        self._sentence.setText(notice.sentence)
        self._next.setText(notice.next_step)
        self._next.setVisible(bool(notice.next_step))
        word = "Copy report" if notice.report else notice.action
        self._action.set(word)
        self._action.setVisible(bool(word))
        self.setAccessibleName(f"Notice: {notice.sentence} {notice.next_step}")
        self._timer.stop()
        if notice.kind == "said" and notice.seconds is not None:
            self._timer.start(round(notice.seconds * 1000))
        self.show()
        self._place()
        self.raise_()

    def dismiss(self) -> None:
        """Away with it; what it offered lapses."""
        self.hide()
        self._timer.stop()
        self._lapse()

    def _drop(self) -> None:
        """What it offers, or would do when it goes, is not for the library that is open now."""
        self._notice = None
        self.dismiss()

    def _withdraw(self, act: object) -> None:
        if self._notice is not None and act in (None, self._notice.act):
            self.dismiss()

    def _lapse(self) -> None:
        notice, self._notice = self._notice, None
        if notice is not None and notice.lapse is not None:
            notice.lapse()

    def _act(self) -> None:
        notice, self._notice = self._notice, None
        self.hide()
        self._timer.stop()
        if notice is None:
            return
        if notice.report:
            QGuiApplication.clipboard().setText(notice.report)
        elif notice.act is not None:
            notice.act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        moved = event.type() in (QEvent.Type.Resize, QEvent.Type.Move)
        if moved and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        ground = self.parentWidget()
        assert ground is not None
        room = QRect(self._page.mapTo(ground, QPoint(0, 0)), self._page.size())
        if self._page is ground or not room.intersects(ground.rect()):
            room = ground.rect()
        width = min(WIDEST_PX, room.width() - 2 * BESIDE_PX)
        layout = self.layout()
        assert layout is not None
        self.setFixedWidth(width)
        self._place_action(width)
        height = layout.heightForWidth(width)
        self.resize(width, height)
        left = room.left() + (room.width() - width) // 2
        self.move(left, ground.height() - height - FROM_BELOW_PX)

    def _place_action(self, width: int) -> None:
        """Beside the words, or under them where they would become a narrow column."""
        under = width - self._action.sizeHint().width() < BESIDE_FROM_PX
        if under == (self._words.indexOf(self._action) >= 0):
            return
        if under:
            self._line.removeWidget(self._action)
            self._words.addWidget(self._action, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._words.removeWidget(self._action)
            self._line.insertWidget(2, self._action)
