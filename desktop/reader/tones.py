"""The tone of a page: white as it is, dimmed, or dark, for reading at night.

Dark is the page turned over: paper becomes the card of the theme and ink its ink, with all that
lies between; pictures are turned over, too, since a page is one picture here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

if TYPE_CHECKING:
    from desktop.house import House

Tone = Literal["white", "dimmed", "dark"]
TONES: tuple[Tone, ...] = get_args(Tone)
NAMES: dict[Tone, str] = {
    "white": "White pages",
    "dimmed": "Dimmed pages",
    "dark": "Dark pages",
}
NIGHT_PERCENT = 380  # darker, on a dark page
DIMMED = "#CFCAC0"  # white paper under a weak lamp: black on it keeps 12:1


def tone_of(house: House) -> Tone:
    """Of every page that is shown now."""
    return house.settings.pages_at_night if house.theme.tokens.dark else "white"


def toned(image: QImage, tone: Tone, card: str, ink: str) -> QImage:
    """The image itself, changed. Any thread."""
    if tone == "white":
        return image
    modes = QPainter.CompositionMode
    painter = QPainter(image)
    if tone == "dimmed":
        _lay(painter, modes.CompositionMode_Multiply, DIMMED)
    else:
        _lay(painter, modes.CompositionMode_Difference, "#FFFFFF")
        _lay(painter, modes.CompositionMode_Multiply, ink)
        _lay(painter, modes.CompositionMode_Lighten, card)
    painter.end()
    return image


def light(painter: QPainter, path: QPainterPath, colour: str, tone: Tone) -> None:
    """Words lit on a page of that tone: like a marker on paper; on a dark page letters stay as much
    lighter than their ground.
    """
    painter.save()
    if tone == "dark":
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Plus)
        painter.fillPath(path, QColor(colour).darker(NIGHT_PERCENT))
    else:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        painter.fillPath(path, QColor(colour))
    painter.restore()


def next_tone(tone: Tone) -> Tone:
    return TONES[(TONES.index(tone) + 1) % len(TONES)]


def paper(tone: Tone, card: str) -> str:
    """The colour of an empty page."""
    return {"white": "#FFFFFF", "dimmed": DIMMED, "dark": card}[tone]


def _lay(painter: QPainter, mode: QPainter.CompositionMode, colour: str) -> None:
    painter.setCompositionMode(mode)
    painter.fillRect(painter.viewport(), QColor(colour))
