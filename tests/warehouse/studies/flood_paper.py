"""An article about a flood with all that is hard to print, and the paper made of it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec import structs
from shelf import reading

from indexers.passages import cut
from warehouse.ingest.headers_plain import plain_header
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.results.records import (
    Article,
    Block,
    Claim,
    Coverage,
    Evidence,
    Research,
    Spend,
)
from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.content import Parsed
from warehouse.studies.exporting.paper import paper
from warehouse.studies.exporting.paper.wishes import Form, Wish

HASH, GONE = "ab" * 32, "cd" * 32
WORDS = "The dam of Brielle broke in the night of the storm."
HOSTILE = "<script>alert(1)</script> ![x](http://evil.example/?q=1) \\input{/etc/passwd}"
FORMULA = "E = mc² and a<b, ∑ xᵢ ≤ $x_1^2$"
OTHERS = "堤防は夜に決壊した。 הסכר נפרץ בלילה."
TEXT = f"It broke [1]. It broke twice [1][2]. {FORMULA} {OTHERS} {HOSTILE}"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A catalog with one document; a paper asks for nothing else of a library."""
    catalog = Catalog(tmp_path / "catalog.db")
    title = "Floods <b>of</b> a<b $x$"
    catalog.queue(Document(HASH, title, "pdf", "/in/floods.pdf", 10, 1.0, "queued"), ".pdf")
    made = reading(title, f"Before it nothing was known. {WORDS} After it dikes were raised.")
    header = plain_header(catalog.document(HASH), made)
    parsed = Parsed(HASH, made, cut(made, 60, 1), header, problem="", blank_pages=0)
    catalog.store_readings([parsed])
    yield cast(Library, SimpleNamespace(catalog=catalog))
    catalog.close()


@pytest.fixture
def article(library: Library) -> Article:
    start = library.catalog.text(HASH).index(WORDS)
    place = Place(HASH, 0, start, start + len(WORDS))
    own = Evidence(1, place, WORDS, "Floods", "xii", "", "dam", 0.9)
    gone = Evidence(
        2, structs.replace(place, document=GONE), WORDS, "Lost & found", "4–5", "", "", 0.9
    )
    claims = (
        Claim(0, 13, "It broke [1].", (1,), "supported", "", 0.97),
        Claim(14, 36, "It broke twice [1][2].", (1, 2), "partly", "“twice” is not said"),
    )
    lead = Block(1, "", "It broke [1].", claims[:1])
    blocks = (
        Block(2, f"The night {HOSTILE}", TEXT, claims),
        Block(2, "Costs", "", (), failed="the model wrote nothing"),
        Block(2, "Shapes", "- one\n- *two* [1]\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |", ()),
    )
    research = Research("Floods", evidence=(own, gone))
    cover, spend = Coverage(4, 2, 1, 1, 0.1, 0.5), Spend(10, 20, 3, 0, 1.0)
    return Article("Floods & a<b", "Floods", "aware", lead, blocks, research, cover, spend)


def made(article: Article, library: Library, folder: Path, form: Form, style: str = "apa") -> Path:
    return paper.save(article, library, folder, Wish(form, style, evidence=True), Run())


def unzipped(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        inside = [one for one in archive.namelist() if re.search(name, one)]
        return "\n".join(archive.read(one).decode() for one in inside)
