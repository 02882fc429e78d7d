"""The sections of an article, written in parallel, each from its own numbered evidence only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from warehouse import prompts
from warehouse.engine.protocol import Completion, Engine, Request
from warehouse.errors import Cancelled, MunimentError
from warehouse.research.records import Evidence
from warehouse.research.reduction import flat
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import cited
from warehouse.writing.cited import Sentence
from warehouse.writing.outline import Outline, Section
from warehouse.writing.parts import leans
from warehouse.writing.plain import Filter

WORDS_A_SENTENCE = 18
WORDS_READ_A_SENTENCE = 20
TOKENS_A_SENTENCE = 60
LEAD_SENTENCES = 3
PARAGRAPH = 4
NOTHING_NEW = "The model wrote nothing for this section that could be kept."

Watch = Callable[[int, str], None]


class Written(Struct, frozen=True):
    """The text of a section, or why there is none."""

    text: str
    failed: str = ""


def write(
    outline: Outline, engine: Engine, settings: Settings, run: Run, watch: Watch, fit: Filter
) -> list[Written]:
    """All sections as one batch; ``watch`` gets (section index, text so far).

    When the batch fails, each section is tried alone, so that one cannot take the others along.
    """
    words = settings.article_words / max(1, len(outline.sections))
    requests = [_request(outline, section, words, settings) for section in outline.sections]

    def grown(index: int, reply: str) -> None:
        watch(index, cited.growing(reply))

    replies: list[Completion | MunimentError]
    try:
        replies = list(engine.complete(requests, run, grown))
    except Cancelled:
        raise
    except MunimentError:
        replies = [_alone(request, engine, run) for request in requests]
    return [
        _written(reply, section, fit)
        for reply, section in zip(replies, outline.sections, strict=True)
    ]


def lead(
    outline: Outline,
    told: Sequence[tuple[str, int]],
    engine: Engine,
    settings: Settings,
    run: Run,
) -> Completion:
    """Two or three sentences on the whole from ``told``: proven sentences, each with a citation."""
    prompt = prompts.load("lead")
    listed = "\n".join(f"[{number}] {sentence}" for sentence, number in told)
    numbers = list(dict.fromkeys(number for _, number in told))
    request = Request(
        prompt.name,
        prompt.render(article=outline.title, notes=listed),
        TOKENS_A_SENTENCE * LEAD_SENTENCES + 60,
        schema=cited.schema(numbers, LEAD_SENTENCES, least=2),
        seed=settings.seed,
    )
    return engine.complete([request], run)[0]


def listed(evidence: Sequence[Evidence]) -> str:
    """Numbers and words only: a small model copies headings into its sentences."""
    return "\n".join(f"[{one.number}] {flat(one.text)}" for one in evidence)


def source(evidence: Sequence[Evidence]) -> str:
    return "\n".join(flat(one.text) for one in evidence)


def sentences_for(words: float, evidence: Sequence[Evidence]) -> int:
    """What the wanted length asks for, and no more than the notes can carry."""
    carried = sum(len(one.text.split()) for one in evidence) / WORDS_READ_A_SENTENCE
    return max(2, round(min(words / WORDS_A_SENTENCE, carried)))


def _alone(request: Request, engine: Engine, run: Run) -> Completion | MunimentError:
    try:
        return engine.complete([request], run)[0]
    except Cancelled:
        raise
    except MunimentError as error:
        return error


def _request(outline: Outline, section: Section, words: float, settings: Settings) -> Request:
    most = sentences_for(words, section.evidence)
    prompt = prompts.load("section")
    messages = prompt.render(
        article=outline.title,
        notes=listed(section.evidence),
        title=section.title,
        count=str(most),
    )
    return Request(
        prompt.name,
        messages,
        TOKENS_A_SENTENCE * most + 60,
        schema=cited.schema([one.number for one in section.evidence], most, least=max(1, most - 2)),
        temperature=settings.writing_temperature,
        top_p=settings.writing_top_p,
        seed=settings.seed,
    )


def _written(reply: Completion | MunimentError, section: Section, fit: Filter) -> Written:
    if isinstance(reply, MunimentError):
        return Written("", str(reply))
    cut = reply.finish == "length"
    fresh = fit.through(cited.parse(reply.text), source(section.evidence), cut)
    return Written(paragraphs(fresh)) if fresh else Written("", NOTHING_NEW)


def paragraphs(sentences: Sequence[Sentence]) -> str:
    """A new paragraph where the notes change, once there is enough on both sides."""
    groups: list[list[Sentence]] = [[]]
    for at, one in enumerate(sentences):
        last = groups[-1]
        room = len(last) >= PARAGRAPH and len(sentences) - at >= PARAGRAPH - 1
        if room and not set(last[-1].notes) & set(one.notes) and not leans(one.text):
            groups.append([])
        groups[-1].append(one)
    return "\n\n".join(cited.text(group) for group in groups)
