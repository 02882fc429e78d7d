"""Claims that differ from their source in one fine point, in five languages (fine_differences.txt).

"+" and "-" are as the program's own checks must see them, "?" is true and doubted all the same, "~"
false and left to the model: what the checks cannot tell is written down, and a change that makes
them tell it, or no longer, shows here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from warehouse.proof import claims
from warehouse.records import Place
from warehouse.results.records import Claim, Evidence

PAIRS = Path(__file__).with_name("fine_differences.txt")


def labelled() -> Iterator[tuple[str, str, str]]:
    """(mark, claim, source)"""
    source = ""
    for line in PAIRS.read_text("utf-8").splitlines():
        if line.startswith("= "):
            source = line[2:]
        elif line[:2] in ("+ ", "- ", "? ", "~ "):
            yield line[0], line[2:], source


def doubted(claim: str, source: str) -> bool:
    evidence = Evidence(1, Place("d", 0, 0, len(source)), source, "A source", "1", "", "", 1.0)
    bare = claim.rstrip(".。").replace(". ", "; ")
    [looked] = claims.look(f"{bare} [1].", (evidence,))
    return looked.state != "quoted" if isinstance(looked, Claim) else bool(looked.doubts)


def test_what_the_checks_decide_without_a_model() -> None:
    made = list(labelled())
    assert len(made) >= 300
    wrong = [one for one in made if doubted(one[1], one[2]) != (one[0] in "-?")]
    assert wrong == []


def test_most_false_ones_are_doubted_and_most_true_ones_are_not() -> None:
    marks = [mark for mark, _, _ in labelled()]
    assert marks.count("-") >= 8 * marks.count("~")
    assert marks.count("+") >= 10 * marks.count("?")
