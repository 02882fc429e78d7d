"""PyMuPDF alone, for comparison; a process of its own, given the files to read.

Prints how many pages it took the text of with ``get_text("dict")``, and the seconds that needed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def raw(files: Sequence[Path]) -> tuple[int, float]:
    """(pages, seconds) of a fresh process. Raises CalledProcessError."""
    command = [sys.executable, "-m", __name__, *map(str, files)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    pages, seconds = said.split()[-2:]
    return int(pages), float(seconds)


def main() -> None:
    import pymupdf

    pages = 0
    began = time.perf_counter()
    for file in sys.argv[1:]:
        with pymupdf.open(file) as document:
            for page in document:
                page.get_text("dict")
                pages += 1
    print(pages, time.perf_counter() - began)


if __name__ == "__main__":
    main()
