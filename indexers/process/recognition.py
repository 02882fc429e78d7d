"""What OCR may and need not do while one file is read, and where its pages go.

Recognising a page takes seconds: what was recognised before comes with the plan and is used again,
and each new page is handed over at once, so that a reader killed in the middle of a long scan has
lost one page at most.
"""

from __future__ import annotations

from collections.abc import Mapping

from indexers.records import Loss, OcrPage, OcrPlan, OnOcr


class Recognition:
    def __init__(self, plan: OcrPlan, on_ocr: OnOcr | None = None) -> None:
        self._plan = plan
        self._on_ocr = on_ocr
        self._again = frozenset(plan.again)
        self._known = {page.page: page for page in plan.known}
        self._left = 0
        self._losses: list[Loss] = []

    def wished(self, page: int) -> bool:
        """Whether the user wants it read by OCR, whatever its file says."""
        return page in self._again

    def allowed(self, page: int) -> bool:
        """Asked for a page that needs OCR; one that may not have it is counted."""
        if self._plan.mode == "off" and not self.wished(page):
            self._left += 1
            return False
        return True

    def known(self, page: int) -> OcrPage | None:
        return self._known.get(page)

    @property
    def pages(self) -> Mapping[int, OcrPage]:
        """Those recognised before, for comparison too."""
        return self._known

    def keep(self, page: OcrPage) -> None:
        if self._on_ocr is not None:
            self._on_ocr(page)

    def lose(self, label: str, reason: str) -> None:
        self._losses.append(Loss("reading", f"page {label}", reason))

    @property
    def losses(self) -> tuple[Loss, ...]:
        if not self._left:
            return tuple(self._losses)
        what = f"{self._left:,} {'page' if self._left == 1 else 'pages'}"
        off = Loss(
            "reading",
            what,
            "without text of its own, or a picture with a few words, and OCR is turned off in the "
            "settings",
        )
        return (*self._losses, off)
