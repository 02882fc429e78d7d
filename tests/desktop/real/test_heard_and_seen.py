"""Names, states, focus and contrast of every page, through Qt's accessibility, on a real screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from test_accessibility import walk
from test_accessibility import windows as windows

from desktop.house import House
from desktop.shell.window import Window


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_every_page(
    opened: Window, house: House, make_pdf: Callable[..., Path], windows: list[str], tone: str
) -> None:
    walk(opened, house, make_pdf, windows, tone)
