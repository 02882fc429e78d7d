"""The sections of an article, written in parallel, each from its own numbered evidence only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from warehouse import prompts
from warehouse.engine.protocol import Engine, Request
from warehouse.errors import Cancelled, MunimentError
from warehouse.research.records import Evidence
from warehouse.research.reduction import notes
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing import cited
from warehouse.writing.outline import Outline, Section

WORDS_A_SENTENCE = 20
SENTENCES_A_NOTE = 2
TOKENS_A_SENTENCE = 60
LEAD_NOTES = 8
LEAD_SENTENCES = 3
NOTHING_NEW = "The model wrote nothing that is not said in another section."

Watch = Callable[[int, str], None]


class Written(Struct, frozen=True):
    """The text of a section, or why there is none."""

    text: str
    failed: str = ""


def write(
    outline: Outline, engine: Engine, settings: Settings, run: Run, watch: Watch
) -> list[Written]:
    """All sections as one batch; ``watch`` gets (section index, text so far).

    When the batch fails, each section is tried alone, so that one cannot take the others along.
    """
    words = settings.article_words / max(1, len(outline.sections))
    requests = [_request(outline, section, words, settings) for section in outline.sections]

    def grown(index: int, reply: str) -> None:
        watch(index, cited.growing(reply))

    try:
        replies: list[str | MunimentError] = [
            one.text for one in engine.complete(requests, run, grown)
        ]
    except Cancelled:
        raise
    except MunimentError:
        replies = [_alone(request, engine, run) for request in requests]
    return _without_repeats(replies)


def _alone(request: Request, engine: Engine, run: Run) -> str | MunimentError:
    try:
        return engine.complete([request], run)[0].text
    except Cancelled:
        raise
    except MunimentError as error:
        return error


def lead(
    outline: Outline, evidence: Sequence[Evidence], engine: Engine, settings: Settings, run: Run
) -> str:
    """Two or three sentences on the whole, from the most relevant evidence of every section."""
    best = _best_of_each(outline, evidence)
    prompt = prompts.load("lead")
    request = Request(
        prompt.name,
        prompt.render(article=_title(outline), notes=notes(best)),
        TOKENS_A_SENTENCE * LEAD_SENTENCES + 40,
        schema=cited.schema([one.number for one in best], LEAD_SENTENCES, least=2),
        seed=settings.seed,
    )
    return cited.text(cited.parse(engine.complete([request], run)[0].text))


def _request(outline: Outline, section: Section, words: float, settings: Settings) -> Request:
    most = max(2, min(round(words / WORDS_A_SENTENCE), SENTENCES_A_NOTE * len(section.evidence)))
    others = [one.title for one in outline.sections if one is not section]
    prompt = prompts.load("section")
    messages = prompt.render(
        article=_title(outline),
        others="; ".join(others) or "none",
        notes=notes(section.evidence),
        title=section.title,
        count=str(most),
    )
    return Request(
        prompt.name,
        messages,
        TOKENS_A_SENTENCE * most + 60,
        schema=cited.schema([one.number for one in section.evidence], most),
        temperature=settings.writing_temperature,
        top_p=settings.writing_top_p,
        seed=settings.seed,
    )


def _title(outline: Outline) -> str:
    return outline.title


def _best_of_each(outline: Outline, evidence: Sequence[Evidence]) -> list[Evidence]:
    """The most relevant notes, at least one of every section."""
    first = [max(section.evidence, key=lambda one: one.score) for section in outline.sections]
    rest = sorted((one for one in evidence if one not in first), key=lambda one: -one.score)
    chosen = [*first, *rest][:LEAD_NOTES]
    return sorted(chosen, key=lambda one: one.number)


def _without_repeats(replies: Sequence[str | MunimentError]) -> list[Written]:
    """A sentence that an earlier section has word for word is not said again."""
    said: set[str] = set()
    written = []
    for reply in replies:
        if isinstance(reply, MunimentError):
            written.append(Written("", str(reply)))
            continue
        fresh = [one for one in cited.parse(reply) if one.text.casefold() not in said]
        said.update(one.text.casefold() for one in fresh)
        written.append(Written(cited.text(fresh)) if fresh else Written("", NOTHING_NEW))
    return written
