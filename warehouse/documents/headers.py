"""Model headers: what each document is about, said by the model, in the background.

AWARE, section 3.2.1. A short document is described in one call. A long one is mapped: its parts
(the beginnings of its sections, or stretches at even distances where it has none) are noted in one
batch, and the notes are reduced to one header. The reply is bound to a schema, and then held to
the text: a name that the document does not have is dropped, and so is a sentence of the summary
with such a name or number, one that the limit has cut off, or a word that is no sentence. The plain
header stays until its successor is whole; metadata, outline and counts always come from it, and its
key phrases and names stay behind those of the model: they are the words that come back most, which
a search needs.

Each header is saved as it is done. A long document keeps a journal until then, so an interrupted
one goes on where it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from indexers.text import sentences
from warehouse.disk.durable import make_folder, remove
from warehouse.engine import prompts
from warehouse.engine.estimates import PROMPT_TOKENS, Work
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Completion, CompletionListener, Engine, Request, closed
from warehouse.engine.replies import value_of
from warehouse.proof import checks
from warehouse.records import Document, Header
from warehouse.run import Run, Step
from warehouse.text import CHARACTERS_A_TOKEN

if TYPE_CHECKING:
    from warehouse.library import Library

STAGE = "Writing headers"
WHOLE_TOKENS = 1400  # a document up to this long is described in one call
PART_TOKENS = 700
MOST_PARTS = 12
GROUP = 8
SUMMARY_CHARS = 600
TOPICS = 10
ENTITIES = 12
JOINED = 20  # topics, and names, of the model and of the plain header together
ITEM_CHARS = 48
REPLY_TOKENS = 330
_ENDED = re.compile(r"[.!?…。！？][\"'”’»)]*\s*$")
FULL = 0.6  # a reply bound to a schema fills about so much of its limit


def ahead(library: Library) -> Work:
    """The tokens of every document that has only its plain header."""
    read = written = 0.0
    for document in library.catalog.in_states("verified"):
        if document.header != "plain":
            continue
        tokens = library.catalog.length(document.id) / CHARACTERS_A_TOKEN
        read += PROMPT_TOKENS + min(tokens, WHOLE_TOKENS)
        written += FULL * REPLY_TOKENS
        if tokens > WHOLE_TOKENS:
            read += MOST_PARTS * (PROMPT_TOKENS + min(PART_TOKENS, tokens / MOST_PARTS))
            written += MOST_PARTS * FULL * PART_REPLY_TOKENS
    return Work(read, written)


class About(Struct, frozen=True):
    """The model's reply, of a part or of the whole."""

    summary: str
    topics: tuple[str, ...]
    entities: tuple[str, ...]


class Part(Struct, frozen=True):
    """``text[start:end]`` of a document, and the section it begins."""

    title: str
    start: int
    end: int


def write_headers(library: Library, engine: Engine, run: Run, ahead_s: float = 0.0) -> int:
    """Replace every plain header by a model header; how many were written, or found removed.

    ``ahead_s`` is how long all will take, 0 unknown. For a run with ``foreground`` False. Raises
    Cancelled; what is done stays done.
    """
    waiting = [row for row in library.catalog.in_states("verified") if row.header == "plain"]
    done = 0

    def described(replies: Sequence[tuple[int, Completion]]) -> None:
        nonlocal done
        done += len(replies)
        run.show(Step(STAGE, done, len(waiting), group[0].title, ahead_s))

    for asked_for in _groups(waiting, library):
        group = list(library.catalog.some_documents([row.id for row in asked_for]).values())
        before = done
        if group:  # what was removed since the start is left alone
            run.step(STAGE, done, len(waiting), group[0].title, ahead_s)
            abouts = _describe(group, library, engine, run, described)
            for document, about in zip(group, abouts, strict=True):
                _replace(document, about, library)
        done = before + len(asked_for)
    run.step(STAGE, done, len(waiting))
    return done


def parts(library: Library, document: str) -> tuple[Part, ...]:
    """The stretches of a long document that are read: sections' beginnings, at most MOST_PARTS."""
    length = library.catalog.length(document)
    sections = library.catalog.sections(document)
    top = min((section.level for section in sections), default=0)
    tops = [section for section in sections if section.level == top and section.end > section.start]
    if len(tops) < 3:
        stride = length / MOST_PARTS
        starts = [round(stride * i) for i in range(MOST_PARTS)]
        return tuple(Part("", start, round(start + stride)) for start in starts)
    kept = _evenly(tops, MOST_PARTS)
    return tuple(Part(section.title, section.start, section.end) for section in kept)


def grounded(about: About, text: str) -> About:
    """The reply without what the document does not bear out, and without a sentence cut off."""
    said = sentences.texts(about.summary)
    whole = [sentence for sentence in said if _ENDED.search(sentence)] or said
    kept = [claim for claim in whole if not checks.missing_facts(claim, text)]
    if any(not checks.says_too_little(claim) for claim in kept):  # what a text has said by order
        kept = [claim for claim in kept if not checks.says_too_little(claim)]
    folded = checks.fold(text)
    entities = [name for name in about.entities if checks.fold(name) in folded]
    return About(" ".join(kept), _unique(about.topics)[:TOPICS], _unique(entities)[:ENTITIES])


def joined(said: About, plain: Header) -> Header:
    """The header with the model's words before its own key phrases and names, at most JOINED each.

    A key phrase or name that stands in one before it adds nothing; topics repeat no name.
    """
    names = _and(said.entities, plain.entities)
    topics = _and(said.topics, plain.topics, names)
    return structs.replace(
        plain,
        summary=said.summary or plain.summary,
        topics=topics[:JOINED],
        entities=names[:JOINED],
    )


def _and(mine: Sequence[str], others: Sequence[str], known: Sequence[str] = ()) -> tuple[str, ...]:
    """``mine``, then those of ``others`` that stand in none of them nor of ``known``."""
    kept = list(mine)
    for item in others:
        if not any(checks.fold(item) in checks.fold(other) for other in (*kept, *known)):
            kept.append(item)
    return tuple(kept)


def _groups(waiting: Sequence[Document], library: Library) -> Iterator[Sequence[Document]]:
    """Short documents together, long ones each alone, in the order given."""
    short: list[Document] = []
    for document in waiting:
        if _is_long(library, document):
            yield [document]
        else:
            short.append(document)
        if len(short) == GROUP:
            yield short
            short = []
    if short:
        yield short


def _is_long(library: Library, document: Document) -> bool:
    return library.catalog.length(document.id) > 4 * WHOLE_TOKENS


def _describe(
    group: Sequence[Document],
    library: Library,
    engine: Engine,
    run: Run,
    described: CompletionListener,
) -> list[About | None]:
    """What the model says of each; None where it said nothing that can be used."""
    if len(group) == 1 and _is_long(library, group[0]):
        return [_describe_long(group[0], library, engine, run)]
    texts = _cut(
        [library.catalog.for_prompts(document.id) for document in group], WHOLE_TOKENS, engine
    )
    prompt = prompts.load("header")
    requests = [
        Request(prompt.name, prompt.render(title=document.title, text=text), REPLY_TOKENS, SCHEMA)
        for document, text in zip(group, texts, strict=True)
    ]
    return [_parsed(reply) for reply in engine.complete(requests, run, on_done=described)]


def _describe_long(document: Document, library: Library, engine: Engine, run: Run) -> About | None:
    folder = library.folder / "headers"
    make_folder(folder)
    file = folder / f"{document.id}.db"
    with Journal(file) as journal:
        about = _map_and_reduce(document, library, Journaled(engine, journal), run)
    for leftover in folder.glob(f"{document.id}.db*"):
        remove(leftover)
    return about


def _map_and_reduce(document: Document, library: Library, engine: Engine, run: Run) -> About | None:
    pieces = parts(library, document.id)
    texts = [library.catalog.for_prompts(document.id, piece.start, piece.end) for piece in pieces]
    prompt = prompts.load("header_part")
    requests = [
        Request(
            prompt.name,
            prompt.render(
                title=document.title, part=piece.title or f"{i} of {len(pieces)}", text=text
            ),
            PART_REPLY_TOKENS,
            PART_SCHEMA,
        )
        for i, (piece, text) in enumerate(
            zip(pieces, _cut(texts, PART_TOKENS, engine), strict=True), start=1
        )
        if text.strip()
    ]
    notes = [note for note in map(_parsed, engine.complete(requests, run)) if note]
    if not notes:
        return None
    whole = prompts.load("header_whole")
    written = _cut([_written(notes)], WHOLE_TOKENS, engine)[0]
    request = Request(
        whole.name, whole.render(title=document.title, notes=written), REPLY_TOKENS, SCHEMA
    )
    return _parsed(engine.complete([request], run)[0])


def _replace(document: Document, about: About | None, library: Library) -> None:
    """Save the header; where the model gave nothing to use, the plain one counts as done."""
    plain = library.catalog.header(document.id)
    if plain is None:
        return
    written = structs.replace(plain, made_by="model")
    if about:
        text = f"{document.title}\n{library.catalog.for_prompts(document.id)}"
        written = joined(grounded(about, text), written)
    library.set_header(written)


def _cut(texts: Sequence[str], tokens: int, engine: Engine) -> list[str]:
    """Each text, its end cut off where it is longer than ``tokens``."""
    rough = [text[: 6 * tokens] for text in texts]
    counts = engine.count_tokens(rough)
    return [
        text if count <= tokens else text[: int(len(text) * tokens / count)]
        for text, count in zip(rough, counts, strict=True)
    ]


def _parsed(reply: Completion) -> About | None:
    try:
        about = value_of(reply, About)
    except msgspec.DecodeError:
        return None
    return about if about.summary.strip() else None


def _written(notes: Sequence[About]) -> str:
    """Topics and names apart from the summaries: a small model copies what stands among them."""
    summaries = "\n".join(f"- {note.summary}" for note in notes)
    topics = "; ".join(_unique([topic for note in notes for topic in note.topics]))
    entities = "; ".join(_unique([name for note in notes for name in note.entities]))
    return f"{summaries}\n\nTopics in them: {topics}\nNames in them: {entities}"


def _unique(items: Sequence[str]) -> tuple[str, ...]:
    kept = {checks.fold(item): " ".join(item.split()) for item in reversed(items) if item.strip()}
    return tuple(reversed(kept.values()))


def _evenly(items: Sequence[Any], most: int) -> list[Any]:
    if len(items) <= most:
        return list(items)
    return [items[round(i * (len(items) - 1) / (most - 1))] for i in range(most)]


def _schema(summary: int, topics: tuple[int, int], entities: int) -> dict[str, Any]:
    item = {"type": "string", "minLength": 2, "maxLength": ITEM_CHARS}
    least, most = topics
    return closed(
        summary={"type": "string", "minLength": 40, "maxLength": summary},
        topics={"type": "array", "items": item, "minItems": least, "maxItems": most},
        entities={"type": "array", "items": item, "maxItems": entities},
    )


SCHEMA = _schema(SUMMARY_CHARS, (5, TOPICS), ENTITIES)
PART_SCHEMA = _schema(SUMMARY_CHARS // 2, (3, 6), ENTITIES // 2)
PART_REPLY_TOKENS = REPLY_TOKENS // 2
