"""One small world told in three languages (tongues.toml), and questions about it in each.

Every building of every town is a document of four sentences, with years, builders and troubles
drawn by a seed that is the same for all languages. Half of the questions name two documents, the
other half one by what befell it, and ask for another of the same town.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.evaluate.libraries import a_page
from warehouse.ingest.intake import Admission

SEED = 11
QUESTIONS = 60
_FILE = Path(__file__).with_suffix(".toml")


class Tongue(Struct, frozen=True):
    """Lists go together by position in all languages; ``kinds`` are nominative and dative."""

    code: str
    towns: tuple[str, ...]
    builders: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    materials: tuple[str, ...]
    troubles: tuple[str, ...]
    asked_troubles: tuple[str, ...]
    known: tuple[str, ...]
    title: str
    built: str
    hit: str
    again: str
    hop: str
    pair: str


class Building(Struct, frozen=True):
    """All but the years are positions in the lists of a Tongue."""

    kind: int
    town: int
    builder: int
    material: int
    trouble: int
    known: int
    year: int
    later: int


class Asked(Struct, frozen=True):
    """``gold`` are positions in ``world()``."""

    text: str
    gold: tuple[int, ...]


def tongues() -> dict[str, Tongue]:
    return msgspec.convert(tomllib.loads(_FILE.read_text("utf-8")), dict[str, Tongue])


def world(tongue: Tongue) -> list[Building]:
    """The same in every language."""
    dice = random.Random(SEED)
    return [
        Building(
            kind,
            town,
            dice.randrange(len(tongue.builders)),
            dice.randrange(len(tongue.materials)),
            dice.randrange(len(tongue.troubles)),
            dice.randrange(len(tongue.known)),
            year := dice.randrange(1600, 1800),
            year + dice.randrange(20, 160),
        )
        for town in range(len(tongue.towns))
        for kind in range(len(tongue.kinds))
    ]


def documents(tongue: Tongue) -> list[Admission]:
    """In the order of ``world``."""
    return [_document(tongue, building) for building in world(tongue)]


def questions(tongue: Tongue) -> list[Asked]:
    dice = random.Random(SEED + 1)
    buildings = world(tongue)
    asked = []
    for number in range(QUESTIONS):
        first, other = dice.sample(range(len(buildings)), 2)
        if number % 2:
            asked.append(Asked(_pair(tongue, buildings[first], buildings[other]), (first, other)))
        else:
            kinds = len(tongue.kinds)
            same_town = first - first % kinds + (first % kinds + 1 + other % (kinds - 1)) % kinds
            text = _hop(tongue, buildings[first], buildings[same_town])
            asked.append(Asked(text, (first, same_town)))
    return asked


def _document(tongue: Tongue, building: Building) -> Admission:
    words = _words(tongue, building)
    lines = [tongue.built, tongue.hit, tongue.again, tongue.known[building.known]]
    gap = "" if tongue.code == "zh" else " "
    text = gap.join(_begun(line.format_map(words)) for line in lines)
    title = _begun(tongue.title.format_map(words))
    reading = a_page(title, text, language=tongue.code)
    return Admission(reading, f"{title}.html", f"{tongue.code} {text}".encode())


def _hop(tongue: Tongue, hit: Building, wanted: Building) -> str:
    """Asks of ``wanted`` what is found by way of ``hit``, without the name of their town."""
    it, at = tongue.kinds[hit.kind]
    words = {
        "it": tongue.kinds[wanted.kind][0],
        "other": it.removeprefix("the "),
        "asked": tongue.asked_troubles[hit.trouble].format(at=at),
        "later": str(hit.later),
    }
    return _begun(tongue.hop.format_map(words))


def _pair(tongue: Tongue, one: Building, other: Building) -> str:
    words = _words(tongue, one)
    words |= {"it2": tongue.kinds[other.kind][0], "town2": tongue.towns[other.town]}
    return _begun(tongue.pair.format_map(words))


def _words(tongue: Tongue, building: Building) -> dict[str, str]:
    return {
        "it": tongue.kinds[building.kind][0],
        "town": tongue.towns[building.town],
        "builder": tongue.builders[building.builder],
        "material": tongue.materials[building.material],
        "trouble": tongue.troubles[building.trouble],
        "year": str(building.year),
        "later": str(building.later),
    }


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
