"""The process that ``test_table_killed`` kills: takes turns at a table, a line for all it kept.

python table_until_killed.py WAREHOUSE TABLE
"""

from __future__ import annotations

import sys
from pathlib import Path

from msgspec import structs
from seats import SETTINGS, played, tables_over
from shelf import SETTINGS as OF_LIBRARY
from shelf import HashingEmbedder

from warehouse.library import Library
from warehouse.run import Run


def main() -> None:
    warehouse, id = sys.argv[1:]
    with Library(Path(warehouse), OF_LIBRARY, HashingEmbedder(256)) as library:
        settings = structs.replace(SETTINGS, concept_pieces=3)
        table = tables_over(library, played(), settings).open(id)
        for at in range(100):
            if at % 3 == 2:
                table.say(f"What did ticket {at} cost?")
            if at % 4 == 3:
                table.rename("1", f"Name {at}")
            table.next(Run())
            print(len(table.now.turns), flush=True)


if __name__ == "__main__":
    main()
