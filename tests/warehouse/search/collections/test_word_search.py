"""Codes and spans are found however their hyphen is written, and only where they stand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shelf import SETTINGS, HashingEmbedder, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.run import Run

TEXTS = {
    "Wars": "The war of 1914–1918 was long. Children aged 12–15 were asked.",
    "Waves": "There were COVID-19-related deaths, and COVID-19's waves. The COVID‑19 virus came.",
    "Apart": "In 1918 and not in 1914 came 15 ships, and 12 men had covid, as 19 others.",
    "Tongues": "It was written in C++.",
    "Notes": "It was sung in C.",
    "Norms": "The norm C++17 came, and C#-Code. C+ is a mark.",
    "Frames": "An ASP.NET page was built with .NET8.",
    "Nets": "The fish was in the net, says https://fish.example.net/a.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("codes")
    with Library(folder / "w", SETTINGS, HashingEmbedder()) as made:
        made.admit_many(
            [
                Admission(reading(title, text, language="en"), "s", text.encode())
                for title, text in TEXTS.items()
            ],
            Run(),
        )
        yield made


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("1914-1918", {"Wars"}),
        ("1914–1918", {"Wars"}),
        ("1918-1914", set()),
        ("12-15", {"Wars"}),
        ("COVID-19", {"Waves"}),
        ("covid‑19", {"Waves"}),
        ("COVID-19-related", {"Waves"}),
        ("COVID-18", set()),
        ("covid -COVID-19", {"Apart"}),
        ('"in 1918" -1914-1918', {"Apart"}),
        ('"the war" 1914-1918', {"Wars"}),
        ('-"the war" covid -COVID-19', {"Apart"}),
        ('"in 1918" OR 12-15', {"Apart", "Wars"}),
        ("C++", {"Tongues", "Norms"}),
        ("C++17", {"Norms"}),
        ("C#", {"Norms"}),
        ("C+", {"Norms"}),
        (".NET", {"Frames"}),
        ("ASP.NET", {"Frames"}),
        ("example.net", {"Nets"}),
        ("in C", {"Tongues", "Notes"}),
    ],
)
def test_codes(library: Library, query: str, titles: set[str]) -> None:
    known = {one.id: one.title for one in library.catalog.documents()}
    assert {known[one] for one in library.finder.find(query, 5).documents} == titles


def test_a_code_is_marked_where_it_stands(library: Library) -> None:
    (id,) = library.finder.find("COVID-19", 1).documents
    seen = library.finder.seen("COVID-19", [id])[id]
    assert [seen.text[start:end] for start, end in seen.marks] == [
        "COVID-19",
        "COVID-19",
        "COVID‑19",
    ]
