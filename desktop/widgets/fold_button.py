"""What folds the right pane: the last of the topmost line.

That line is the page's, or, while a pane reaches the top, the pane's. Both are equally high and
end equally far from the edge, so that another click at the same place takes the first one back.
"""

from __future__ import annotations

from desktop.theme import Theme
from desktop.widgets.basics import IconButton

LINE_PX, EDGE_PX = 51, 16


class FoldButton(IconButton):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "panel-right", "Fold or unfold the right pane")
