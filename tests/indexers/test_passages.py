from __future__ import annotations

import random
import time
from itertools import pairwise

import msgspec

from indexers.passages import approximate_tokens, cut
from indexers.records import Page, Reading, Section, Sentence
from indexers.text.sentences import split


def made(text: str, sections: tuple[Section, ...] = ()) -> Reading:
    pages = (Page(0, "1", 0, len(text), 0, 0),)
    return Reading("web", "", text, pages, sections, split(text))


def words(text: str) -> int:
    return len(text.split())


def test_about_as_long_as_asked_with_one_sentence_shared() -> None:
    text = " ".join(f"Sentence number {index} has seven words here." for index in range(40))
    found = cut(made(text), 50, 1, words)
    sizes = [words(text[passage.start : passage.end]) for passage in found]
    assert max(sizes) <= 63
    assert min(sizes[:-1]) >= 40
    assert all(b.first == a.last for a, b in pairwise(found))
    assert text.startswith(text[found[0].start : found[0].end])


def test_a_long_sentence_is_a_passage_of_its_own() -> None:
    text = "Short one. " + "Long " * 90 + "end. Short two."
    found = cut(made(text), 50, 1, words)
    alone = [p for p in found if p.first == p.last == 1]
    assert len(alone) == 1
    assert {0, 2} <= {p.first for p in found}


def test_no_passage_crosses_a_section() -> None:
    text = "Roots\n\nOne. Two.\n\nBark\n\nThree. Four.\n\nMoss\n\nFive."
    bark, moss = text.index("Bark"), text.index("Moss")
    sections = (
        Section(1, "Roots", 0, moss),
        Section(2, "Bark", bark, moss),
        Section(1, "Moss", moss, len(text)),
    )
    found = cut(made(text, sections), 100, 1, words)
    assert [p.path for p in found] == ["Roots", "Roots › Bark", "Moss"]
    assert text[found[1].start : found[1].end].startswith("Bark")


def test_every_sentence_is_in_a_passage_whatever_the_sizes() -> None:
    chance = random.Random(3)
    for _ in range(200):
        count = chance.randrange(1, 40)
        text = " ".join("w " * chance.choice([1, 3, 8, 60]) + "End." for _ in range(count))
        marks = sorted(chance.sample(range(len(text)), min(3, len(text))))
        ends = [*marks[1:], len(text)]
        sections = tuple(Section(1, "s", a, b) for a, b in zip(marks, ends, strict=True))
        reading = made(text, sections)
        found = cut(reading, chance.randrange(5, 80), chance.randrange(0, 4), words)
        covered = {i for p in found for i in range(p.first, p.last + 1)}
        assert covered == set(range(len(reading.sentences)))
        assert [p.first for p in found] == sorted({p.first for p in found})
        assert all(reading.sentences[p.first].start == p.start for p in found)


def test_a_section_without_end_is_cut_in_one_go() -> None:
    """It would take minutes if each passage counted what follows it."""
    text = "w. " * 100_000
    sentences = tuple(Sentence(3 * at, 3 * at + 2) for at in range(100_000))
    reading = msgspec.structs.replace(made(text[:3]), text=text, sentences=sentences)
    begun = time.process_time()
    assert len(cut(reading, 2, 0, words)) == 50_000
    assert time.process_time() - begun < 10


def test_the_page_is_the_one_it_begins_on() -> None:
    text = "One. Two. Three."
    pages = (Page(0, "i", 0, 4, 0, 0), Page(1, "ii", 5, len(text), 0, 0))
    reading = Reading("pdf", "", text, pages, (), split(text))
    assert [p.page for p in cut(reading, 1, 0, words)] == [0, 1, 1]


def test_estimated_tokens_are_near_those_of_word_pieces() -> None:
    # Counted with the tokenizer of all-MiniLM-L6-v2, special tokens not counted.
    plain = "The archive was moved to the northern tower in the spring of that year."
    assert abs(approximate_tokens(plain) - 15) <= 2
    assert approximate_tokens("") == 0
    assert approximate_tokens("今日は晴れ") == 5
