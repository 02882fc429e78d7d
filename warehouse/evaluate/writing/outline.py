"""``muniment bench outline``: how near are drafted headings to those that people gave?

Of each article the body is in the library, without its headings; each method explores its title,
and the outline is drafted as for an article (writing/outline/outlining.py).
``soft_heading_recall_METHOD`` and ``entity_recall_METHOD`` compare with the headings of the article
(STORM, section 3.2; its sentence embeddings are those of the embedder in use), ``_gain`` with the
outline of oRAG on the same topics; grades are by the model in use (rubrics.py).
``sections_agree_METHOD`` tells how far evidence that stood under one heading of the article is in
one section of the outline.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import structs

from warehouse.context import Context
from warehouse.errors import OutlineReady
from warehouse.evaluate.metrics import interval, mean_row, paired
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.thinking import thinking
from warehouse.evaluate.writing import rubrics
from warehouse.evaluate.writing.benched import Bench, Outcome, about, bench, chosen
from warehouse.evaluate.writing.outlines import agreement, entity_recall, soft_recall
from warehouse.evaluate.writing.topics import Topic, topics
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.registry import METHODS
from warehouse.results.records import Evidence
from warehouse.run import Inner
from warehouse.writing import composed
from warehouse.writing.outline.outline_file import OutlineFile

COMPARED = ("rag", "orag", "storm", "omnithink", "apollo", "aware")
BESIDE = "orag"
BEGINNING = 50  # letters of a sentence by which it is known


class Outlined(Outcome, frozen=True):
    """One topic by one method; nothing was drafted where the library has nothing on it.

    ``entity`` is None where the article's own headings have no name, ``agreement`` where no
    evidence is under a heading; ``largest`` is the largest section's share of the evidence.
    """

    headings: tuple[str, ...]
    soft: float
    entity: float | None
    grades: dict[str, float]
    calls: int
    agreement: float | None = None
    largest: float = 0.0


def outline(job: Job) -> Iterator[Row]:
    """Raises BadInput without the data or of an unknown method, ModelMissing."""
    methods = chosen(job, list(METHODS), [method for method in COMPARED if method in METHODS])
    settings = structs.replace(job.settings, outline_first=True)
    if job.words:
        settings = structs.replace(settings, article_words=job.words)
    with topics(job) as (library, wanted), thinking(job) as engine:
        at = bench("outline", library, engine, job, settings)
        outlines = outlined(at, wanted, methods)
        yield from rows(outlines, about(at, wanted))


def outlined(at: Bench, wanted: Sequence[Topic], methods: Sequence[str]) -> list[Outlined]:
    """Of every topic by every method; what is kept is not made again."""
    cases = [*product(wanted, methods)]
    return at.every("Outlining", "outlines.jsonl", Outlined, cases, _outlined)


def _outlined(at: Bench, topic: Topic, method: str) -> Outlined:
    folder = at.case(topic, method)
    folder.mkdir(parents=True, exist_ok=True)
    run, file = Inner(at.job.run), OutlineFile(folder)
    with at.journaled(topic, method) as engine:
        context = Context.of(at.library, engine, at.settings, run)
        with contextlib.suppress(OutlineReady):
            composed.write(topic.name, context, METHODS[method], outline=file)
        drafted = file.read()
        sections = list(drafted.walk()) if drafted is not None else []
        lines = "\n".join(f"{'  ' * depth}{section.title}" for depth, section in sections)
        grades = rubrics.graded(topic.name, lines, rubrics.OUTLINE, engine, run) if sections else {}
    titles = [section.title for _, section in sections]
    pairs = [
        (at, where)
        for at, (_, section) in enumerate(sections)
        for group in section.paragraphs
        for piece in group
        if (where := _stood(piece, topic))
    ]
    sizes = Counter(at for at, _ in pairs)
    embed = at.library.retrieval.embed
    return Outlined(
        topic=topic.name,
        method=method,
        headings=tuple(titles),
        soft=soft_recall(embed(titles), embed(topic.headings)) if titles else 0.0,
        entity=entity_recall(titles, topic.headings),
        grades=grades,
        calls=context.engine.spend().calls,
        agreement=agreement(*zip(*pairs, strict=True)) if pairs else None,
        largest=max(sizes.values()) / len(pairs) if pairs else 0.0,
    )


def _stood(piece: Evidence, topic: Topic) -> str:
    """The heading of the article under which its first sentence stood; "" where it is elsewhere."""
    text = flat(piece.text)
    places = ((text.find(sentence[:BEGINNING]), heading) for heading, sentence in topic.sentences)
    return min(((at, heading) for at, heading in places if at >= 0), default=(0, ""))[1]


def rows(found: Sequence[Outlined], told: dict[str, str]) -> Iterator[Row]:
    """Means with intervals over topics, and what each method gains over BESIDE."""
    by_method = {
        method: [draft for draft in found if draft.method == method]
        for method in dict.fromkeys(draft.method for draft in found)
    }
    beside = by_method.get(BESIDE, [])
    for method, drafts in by_method.items():
        soft = interval([draft.soft for draft in drafts])
        yield mean_row(f"soft_heading_recall_{method}", soft, **told)
        if beside and method != BESIDE:
            gain = paired([draft.soft for draft in beside], [draft.soft for draft in drafts])
            yield mean_row(f"soft_heading_recall_{method}_gain", gain, "difference", **told)
        for name, part_of in (
            (
                "sections_agree",
                [draft.agreement for draft in drafts if draft.agreement is not None],
            ),
            ("largest_section", [draft.largest for draft in drafts if draft.agreement is not None]),
        ):
            if part_of:
                yield mean_row(f"{name}_{method}", interval(part_of), **told)
        if named := [draft.entity for draft in drafts if draft.entity is not None]:
            yield mean_row(f"entity_recall_{method}", interval(named), **told)
        for name in rubrics.OUTLINE:
            if graded := [draft.grades[name] for draft in drafts if name in draft.grades]:
                judged = {"judge": "the model", **told}
                yield mean_row(f"outline_{name}_{method}", interval(graded), "of 5", **judged)
