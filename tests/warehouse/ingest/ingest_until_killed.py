"""The process that ``test_ingest_killed`` kills: takes in a folder, one printed line a change.

python ingest_until_killed.py WAREHOUSE add|resume FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from shelf import SETTINGS, HashingEmbedder

from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run


def tell(document: Document) -> None:
    print(document.id, document.state, flush=True)


def main() -> None:
    warehouse, what, folder = sys.argv[1:]
    with Library(Path(warehouse), SETTINGS, HashingEmbedder(), tell) as library:
        if what == "add":
            library.add([Path(folder)], Run())
        else:
            library.resume(Run())
    print("finished", flush=True)


if __name__ == "__main__":
    main()
