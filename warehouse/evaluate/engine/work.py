"""The work that the engine is measured with: real text, cut to size, and the requests made of it.

The text is that of the articles in the folder given, else that of the sample library. Questions
are put before passages, as the program does, so that requests of one question share their start;
each repetition asks another question, so that nothing is left over from the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from indexers.text import sentences
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Message, Request, ScoreRequest, closed
from warehouse.errors import BadInput
from warehouse.evaluate.articles import Article, flat
from warehouse.evaluate.documents.reading import SAMPLE, pool, timed
from warehouse.evaluate.hotpot import lines
from warehouse.settings import Settings

LABELS = ("yes", "no")
WORD_TOKENS = 4
EXTRACT_TOKENS = 96
EXTRACT_SCHEMA = closed(
    quote={"type": "string", "maxLength": 300},
    fact={"type": "string", "maxLength": 200},
    relevance={"enum": ["direct", "background", "none"]},
)
EXTRACT_SYSTEM = """\
You extract evidence for a researcher from one passage at a time. Read the question, then the \
passage, and find the one sentence of the passage that helps most to answer the question. Copy \
that sentence word for word, without changing, shortening or translating anything. Then say in \
your own words, in one short sentence, the fact it proves, with the names, numbers and dates that \
matter. Judge last how the sentence relates to the question: direct when it answers it, background \
when it only helps to understand it, none when it does neither. Never use what you know from \
elsewhere, and never invent a sentence that the passage does not have.
Reply in JSON on one line: {"quote": "...", "fact": "...", "relevance": "direct"}"""
SCREEN_SYSTEM = (
    "You judge from the description of a document whether it covers what is looked for. "
    "Reply with one word: yes or no."
)
PROSE_SCHEMA = closed(explanation={"type": "string"})
PROSE_SYSTEM = "You explain at length, in full paragraphs, what a passage is about."
QUESTIONS = (
    "What is stated here about people and what they did?",
    "Which numbers, dates or sizes are given, and of what?",
    "What was decided, built or changed, and when?",
    "Which reasons or causes are named for what happened?",
    "What can go wrong, and what is done about it?",
    "How does this compare with what came before it?",
    "Where did this take place, and who was there?",
    "What followed from it in the years after?",
    "What is it made of, and how is it used?",
)
"""One for each repetition; apart from their first words they share nothing."""


def texts(folder: Path | None) -> list[str]:
    """Plain text of ``articles.jsonl`` in the folder, else of the sample library."""
    file = folder / "articles.jsonl" if folder else None
    if file is not None and file.exists():
        return [" ".join(_told(article)) for article in lines(file, Article)]
    return list(_sample())


def _told(article: Article) -> Iterator[str]:
    for section in flat(article.sections):
        for sentence in section.sentences:
            yield f"{sentence.rstrip('.')}."


def _sample() -> Iterator[str]:
    with pool(Settings()) as readers:
        for file in sorted(SAMPLE.iterdir()):
            reading, _ = timed(readers, file)
            if reading is not None:
                yield reading.text


def passages(
    told: Sequence[str], tokens: int, count: int, counted: Callable[[Sequence[str]], list[int]]
) -> list[str]:
    """``count`` windows of whole sentences, each near ``tokens`` tokens by ``counted``.

    Where the text is too short windows overlap: the start moves by a sentence at a time then.
    Raises BadInput when even those do not suffice.
    """
    split = [sentences.texts(text) for text in told]
    sizes = [counted(lines) if lines else [] for lines in split]
    for overlap in (False, True):
        pieces = [
            window
            for lines, size in zip(split, sizes, strict=True)
            for window in _windows(lines, size, tokens, overlap)
        ]
        if len(pieces) >= count:
            step = len(pieces) / count
            return [pieces[int(number * step)] for number in range(count)]
    raise BadInput(f"There is too little text for {count} passages of {tokens} tokens.")


def _windows(
    lines: Sequence[str], sizes: Sequence[int], tokens: int, overlap: bool
) -> Iterator[str]:
    start = 0
    while start < len(lines):
        end, total = start, 0
        while end < len(lines) and (end == start or total + sizes[end] <= tokens):
            total += sizes[end]
            end += 1
        if 0.8 * tokens <= total <= 1.2 * tokens:
            yield " ".join(" ".join(lines[start:end]).split())
        start = start + 1 if overlap else end


def extractions(found: Sequence[str], question: str) -> list[Request]:
    """One evidence extraction a passage, bound to EXTRACT_SCHEMA, greedy."""
    return [
        Request(
            "extract",
            (
                Message("system", EXTRACT_SYSTEM),
                Message("user", f"Question: {question}\n\nPassage:\n{passage}"),
            ),
            EXTRACT_TOKENS,
            schema=EXTRACT_SCHEMA,
        )
        for passage in found
    ]


def screenings(found: Sequence[str], question: str) -> list[ChooseRequest]:
    """Does this header cover what is looked for? With the prompt that the program uses."""
    prompt = prompts.load("sufficient")
    return [
        ChooseRequest(prompt.name, prompt.render(intent=question, headers=header), LABELS)
        for header in found
    ]


def screenings_of_known(found: Sequence[str], question: str) -> list[ChooseRequest]:
    """The same with the header first: what was read of it for another question serves again."""
    return [
        ChooseRequest(
            "known",
            (
                Message("system", SCREEN_SYSTEM),
                Message("user", f"Document: {header}\n\nLooked for: {question}"),
            ),
            LABELS,
        )
        for header in found
    ]


def in_words(asked: Sequence[ChooseRequest]) -> list[Request]:
    """The same questions to be answered in words: the label, and the end of the turn."""
    return [Request(request.prompt, request.messages, WORD_TOKENS) for request in asked]


def likelihoods(found: Sequence[str], question: str) -> list[ScoreRequest]:
    """log P(question | passage), with the prompt that the program uses."""
    prompt = prompts.load("likelihood")
    return [ScoreRequest(prompt.name, prompt.render(source=passage), question) for passage in found]


def proses(found: Sequence[str], tokens: int, schema: dict[str, Any] | None) -> list[Request]:
    """Long replies, free or bound to ``schema``: the same prompts either way."""
    return [
        Request(
            "prose",
            (Message("system", PROSE_SYSTEM), Message("user", passage)),
            tokens,
            schema=schema,
        )
        for passage in found
    ]


def long_prompt(
    found: Sequence[str], tokens: int, counted: Callable[[Sequence[str]], list[int]]
) -> str:
    """Passages one after the other until there are ``tokens`` tokens or a few more."""
    sizes = counted(found)
    text, total = "", 0
    for passage, size in islice(cycle(zip(found, sizes, strict=True)), 1000):
        text, total = f"{text}{passage}\n", total + size
        if total >= tokens:
            break
    return text
