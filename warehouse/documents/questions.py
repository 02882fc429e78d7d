"""Questions that a document answers, by the model, in the background, in place of the quick ones.

Asked about what the header says and a few passages from all through the document, for the newest
documents only: they are what the first sight of Ask suggests. A question whose words the document
does not have is dropped; where none is left the quick ones stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from warehouse.engine import prompts
from warehouse.engine.protocol import Completion, Engine, Request, closed, list_of, text_of
from warehouse.ingest.suggested import fitting
from warehouse.proof import checks
from warehouse.records import Header
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

STAGE = "Thinking of questions"
NEWEST = 12
BATCH = 4
PASSAGES, PASSAGE_CHARS = 3, 900
REPLY_TOKENS = 140
GROUNDED = 0.7  # of the words of a question the document must have
SCHEMA = closed(questions=list_of(text_of(10, 110), 1, 3))


class Reply(Struct, frozen=True):
    questions: tuple[str, ...]


def waiting_for(library: Library) -> list[Header]:
    """Those of the newest documents that have a header by the model and no questions by it."""
    newest = library.catalog.documents()[:NEWEST]
    known = [library.catalog.header(row.id) for row in newest if row.header == "model"]
    return [header for header in known if header is not None and header.asked_by != "model"]


def write_questions(library: Library, engine: Engine, run: Run) -> int:
    """Of how many documents they were written. For a run with ``foreground`` False. Raises
    Cancelled.
    """
    waiting = waiting_for(library)
    for start in range(0, len(waiting), BATCH):
        run.step(STAGE, start, len(waiting))
        part = waiting[start : start + BATCH]
        replies = engine.complete([_request(header, library) for header in part], run)
        for header, reply in zip(part, replies, strict=True):
            questions = _grounded(reply, library.catalog.for_prompts(header.document))
            kept = structs.replace(
                header, questions=questions or header.questions, asked_by="model"
            )
            library.catalog.set_header(kept)
    return len(waiting)


def _request(header: Header, library: Library) -> Request:
    prompt = prompts.load("suggested_questions")
    passages = library.catalog.passages(header.document)
    stride = max(1, len(passages) // PASSAGES)
    texts = [
        library.catalog.for_prompts(header.document, passage.start, passage.end)[:PASSAGE_CHARS]
        for passage in passages[stride // 2 :: stride][:PASSAGES]
    ]
    messages = prompt.render(title=header.title, about=header.summary, text="\n\n".join(texts))
    return Request(prompt.name, messages, REPLY_TOKENS, SCHEMA)


def _grounded(reply: Completion, text: str) -> tuple[str, ...]:
    try:
        said = msgspec.json.decode(reply.text, type=Reply).questions
    except msgspec.DecodeError:
        return ()
    return tuple(
        question for question in fitting(said) if checks.overlap(question, text) >= GROUNDED
    )
