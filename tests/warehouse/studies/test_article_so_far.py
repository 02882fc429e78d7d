"""What is kept of an article until it is finished."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct, structs

from warehouse.errors import Cancelled
from warehouse.results.records import Article, Block, Coverage, Research, Spend
from warehouse.run import Run, Step
from warehouse.studies import article_so_far, study_files
from warehouse.studies.article_so_far import KeptRun


def an_article(*texts: str, end: str = "") -> Article:
    blocks = [Block(2, f"Part {at}", text, ()) for at, text in enumerate(texts)]
    blocks += [Block(2, "The end", end, ())] if end else []
    lead, coverage = Block(1, "", "", ()), Coverage(0, 0, 0, 0, 0.0, 0.0)
    research, spend = Research("The dam"), Spend(0, 0, 0, 0, 0.0)
    return Article("The dam", "The dam", "aware", lead, tuple(blocks), research, coverage, spend)


def kept(folder: Path) -> int:
    found = article_so_far.read(folder)
    return article_so_far.words(found) if found is not None else 0


def test_every_article_that_is_shown_is_kept(tmp_path: Path) -> None:
    seen: list[Struct] = []
    run = KeptRun(Run(seen.append), tmp_path)
    for shown in (Step("writing", 0, 2), an_article("", ""), an_article("Two words.", "")):
        run.show(shown)
    assert len(seen) == 3 and kept(tmp_path) == 2
    run.show(an_article("Two [1].", ""))
    assert kept(tmp_path) == 1, "what is reviewed may get shorter"


def test_told_again_it_stays_until_as_much_is_told(tmp_path: Path) -> None:
    KeptRun(Run(), tmp_path).show(an_article("One two.", "Three four.", end="Five."))
    again = KeptRun(Run(), tmp_path)
    for shown in (an_article("", ""), an_article("One two.", "")):
        again.show(shown)
        assert kept(tmp_path) == 5
    again.show(an_article("One two.", "Three four five six."))
    assert kept(tmp_path) == 6
    by_another_outline = an_article("Seven.")
    [block] = by_another_outline.blocks
    other = structs.replace(by_another_outline, blocks=(structs.replace(block, title="Other"),))
    KeptRun(Run(), tmp_path).show(other)
    assert kept(tmp_path) == 1


def test_it_goes_when_the_article_is_finished_and_damage_is_no_trouble(tmp_path: Path) -> None:
    whole = an_article("One two.")
    KeptRun(Run(), tmp_path).show(whole)
    study_files.keep(tmp_path, "write", whole)
    assert article_so_far.read(tmp_path) is None
    (tmp_path / study_files.SO_FAR).write_bytes(b"{half")
    assert article_so_far.read(tmp_path) is None
    KeptRun(Run(), tmp_path).show(whole)
    assert kept(tmp_path) == 2


def test_it_is_stopped_as_the_run_around_it() -> None:
    outer = Run()
    run = KeptRun(outer, Path("nowhere"))
    run.check()
    outer.cancel()
    assert run.cancelled
    with pytest.raises(Cancelled):
        run.turn()
