"""SQL conditions for LanceDB, in parts that it takes quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

IDS_IN_ONE_FILTER = 2000


def among(column: str, values: Sequence[str]) -> str:
    return f"{column} IN ({', '.join(map(quoted, values))})"


def within(documents: Iterable[str]) -> str:
    """The rows of these documents, at least one."""
    return among("document", sorted(documents))


def quoted(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def parts(values: list[str]) -> Iterator[list[str]]:
    for at in range(0, len(values), IDS_IN_ONE_FILTER):
        yield values[at : at + IDS_IN_ONE_FILTER]
