"""An answer or an article as one file that stands alone, a web page or Markdown.

The HTML holds its stylesheet, its figures, and nothing that reaches out: no script, no address; a
content security policy says so to the browser as well. Every claim is underlined by its state
beside the library of now, every number leads to a source with title, page, SHA-256 and the exact
words. The Markdown keeps the same words with footnotes, and of figures the captions, under pictures
where files can lie beside it; whatever else could become markup or an image there is escaped.

Files are written whole or not at all, under a name that the caller chose (``naming.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from indexers.text import language
from indexers.text.placenames import place_name
from warehouse.disk import durable
from warehouse.proof import citations
from warehouse.records import Document
from warehouse.render import NO_EMPHASIS, line, literal, prose, without_numbers
from warehouse.results import fallbacks
from warehouse.results.records import Answer, Article, Block, ClaimState, Evidence, Figure
from warehouse.settings import ASSETS
from warehouse.studies.exporting import figures
from warehouse.studies.exporting.beside import save_beside
from warehouse.studies.report import (
    disagreement_columns,
    how_found,
    ledger,
    loss_ledger,
    lost_sources,
    nearest_passages,
)
from warehouse.studies.report.cited_places import around, place_in
from warehouse.studies.report.lost_sources import Lost
from warehouse.studies.steering import acts_in_words
from warehouse.text import cut_end, cut_start

if TYPE_CHECKING:
    from warehouse.library import Library

CONTEXT_CHARACTERS = 280
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
# A fence would swallow what follows.
_ACTIVE = re.compile(rf"[\\<>\[\]`|]|~(?=~~)|{NO_EMPHASIS}")
_SIGNS = re.compile(r"[\\<>\[\]`|*_~]|&(?=#?\w+;)")  # in what is shown to the letter
_FIRST = re.compile(r"^(\d{0,9})(?=[-+#.)])")  # would begin a list or a heading in an item
_CITES = re.compile(rf"\\(\[{citations.INSIDE})\\\]")


def save_html(
    result: Answer | Article, library: Library, folder: Path, name: str = "article"
) -> Path:
    """Write ``name.html`` into ``folder``. Raises StorageError when it cannot be written."""
    return durable.save(folder / f"{name}.html", html(result, library).encode())


def save_markdown(
    result: Answer | Article, library: Library, folder: Path, name: str = "article"
) -> Path:
    """Write ``name.md`` into ``folder``, its pictures beside it (``beside.py``). Raises
    StorageError when it cannot be written.
    """
    images = figures.drawn(ledger.figures(result), library)
    names = figures.named(images)
    folder = save_beside(folder, name, ".md", {names[one]: images[one] for one in images})
    return durable.save(folder / f"{name}.md", markdown(result, library, names).encode())


def html(
    result: Answer | Article,
    library: Library,
    pictures: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """``pictures`` are files beside it that show the cited pages, by evidence number."""
    lost = lost_sources.of(result.research.evidence, library.catalog)
    result = lost.told(result)
    title = line(ledger.title(result))
    code = language.detect("\n\n".join(block.text for block in ledger.blocks(result))) or "en"
    facts = f"{ledger.facts(result)} · {ledger.method_name(result.method)}"
    style = (ASSETS / "article.css").read_text("utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{code}"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="referrer" content="no-referrer">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{style}</style></head><body>",
            *_outline(result),
            "<main>",
            f"<h1>{title}</h1>",
            f'<p class="facts">{line(facts)}</p>',
            *_legend(result),
            *_body(result, library),
            *disagreement_columns.html(result),
            *_near(result, library),
            *_lists(result),
            *_sources(result, library, pictures or {}, lost),
            *_ledger(result),
            *_account(result),
            "</main></body></html>",
            "",
        ]
    )


def _outline(result: Answer | Article) -> Iterator[str]:
    yield '<nav aria-label="Outline"><h2>Outline</h2>'
    for at, block in enumerate(ledger.blocks(result)):
        if block.title:
            style = ' class="sub"' if block.level > 2 else ""
            count = len({number for claim in block.claims for number in claim.cites})
            yield (
                f'<a{style} href="#s{at}"><span>{line(block.title)}</span>'
                f'<span class="count" title="sources cited">{count}</span></a>'
            )
    yield '<a href="#sources"><span>Sources</span></a>'
    yield '<a href="#claims"><span>Claims</span></a></nav>'


def _legend(result: Answer | Article) -> Iterator[str]:
    tally = ledger.counts(entry.claim for entry in ledger.entries(result))
    if tally:
        yield '<ul class="legend quiet">'
        for state, count in tally.items():
            yield f"<li>{_dot(state)}{count:,} {state}</li>"
        yield "</ul>"


def _dot(state: str) -> str:
    return f'<span class="dot {state.replace(" ", "-")}" aria-hidden="true"></span>'


def _body(result: Answer | Article, library: Library) -> Iterator[str]:
    evidence = ledger.cited(result)
    numbers = {item.number for item in evidence}
    images = figures.drawn(ledger.figures(result), library)
    first = 0
    for at, block in enumerate(ledger.blocks(result)):
        yield f'<section id="s{at}">'
        if block.title:
            level = ledger.heading_level(block)
            yield f"<h{level}>{line(block.title)}</h{level}>"
        if block.failed:
            yield f'<p class="failed quiet">This section was not written: {line(block.failed)}</p>'
        yield prose(block.text, block.claims, numbers, first=first, target="page")
        yield from figures.html(block.figures, images, evidence, library)
        yield "</section>"
        first += len(block.claims)


def _sources(
    result: Answer | Article,
    library: Library,
    pictures: Mapping[int, Sequence[str]],
    lost: Lost,
) -> Iterator[str]:
    yield '<h2 id="sources">Sources</h2>'
    evidence = ledger.cited(result)
    if not evidence:
        yield '<p class="quiet">No source is cited.</p>'
        return
    yield '<ol class="sources">'
    for item in evidence:
        before, after = context(item, library)
        yield f'<li id="e{item.number}"><p class="head">{item.number} · {line(item.title)}'
        yield f"<span> · {line(_where(item, library, lost))}</span></p>"
        yield f"<blockquote>{line(before)}<mark>{line(item.text)}</mark>{line(after)}</blockquote>"
        yield f'<p class="hash">SHA-256 {line(item.place.document)}, characters '
        yield f"{item.place.start:,} to {item.place.end:,}</p>"
        words = "The page, with the words lit"
        for name in pictures.get(item.number, ()):
            yield f'<p class="hash"><a href="{line(name)}">{words}</a></p>'
            words = "The page after it, on which they go on"
        yield "</li>"
    yield "</ol>"


def _where(item: Evidence, library: Library, lost: Lost) -> str:
    note = lost.note(item.number)
    if not library.catalog.knows(item.place.document):
        return " · ".join(filter(None, [place_name(item.page_label), note]))
    document = library.catalog.document(item.place.document)
    where = [place_in(document, item.place.page, item.page_label), note, item.path]
    return " · ".join(filter(None, [*where, *_origin(document)]))


def _origin(document: Document) -> list[str]:
    return [", ".join(document.authors), document.site, document.date]


def context(item: Evidence, library: Library) -> tuple[str, str]:
    """The words before and after the evidence, cut at a word; empty if the document is gone."""
    place = item.place
    if not library.catalog.knows(place.document):
        return "", ""
    begin = max(0, place.start - CONTEXT_CHARACTERS)
    before, after = around(library.catalog, place, item.text, CONTEXT_CHARACTERS)
    if begin:
        before = cut_start(before)
    if len(after) == CONTEXT_CHARACTERS:
        after = cut_end(after)
    return before, after


def _ledger(result: Answer | Article) -> Iterator[str]:
    yield '<h2 id="claims">Claims</h2>'
    entries = ledger.entries(result)
    if not entries:
        yield '<p class="quiet">No claim is made.</p>'
        return
    yield '<div class="wide"><table><thead><tr><th>Claim</th><th>State</th><th>Sources</th>'
    yield "<th>Entailment</th><th>Why</th></tr></thead><tbody>"
    for entry in entries:
        claim = entry.claim
        cites = ", ".join(f'<a href="#e{number}">{number}</a>' for number in claim.cites)
        score = "" if claim.entailment is None else ledger.fraction(claim.entailment)
        said = line(without_numbers(claim.text))
        yield f'<tr><td><a href="#c{entry.number}">{entry.number + 1}</a> {said}</td>'
        yield f'<td class="state">{_dot(claim.state)}{claim.state}</td><td>{cites}</td>'
        yield f'<td class="number">{score}</td><td>{line(fallbacks.reason(claim))}</td></tr>'
    yield "</tbody></table></div>"


def _account(result: Answer | Article) -> Iterator[str]:
    yield '<h2 id="account">How it was found</h2>'
    for said in (*how_found.lines(result), how_found.covered(result)):
        yield f"<p>{line(said)}</p>"
    for intent in result.research.nodes:
        searches = "; ".join(query.told for query in intent.sub_queries)
        yield f"<h4>{intent.id} {line(intent.title)}</h4>"
        counts = chain_counts(intent.seen, intent.screened_out, intent.read)
        yield f'<p class="quiet">{line(counts)} {line(f"Searches: {searches}.")}</p>'
    if result.research.acts:
        acts = (f"<li>{line(acts_in_words.line(act))}</li>" for act in result.research.acts)
        yield from ("<h4>Steered by the reader</h4><ul>", *acts, "</ul>")
    if result.research.losses:
        yield "<h4>Left out</h4><ul>"
        yield from (f"<li>{line(said)}</li>" for said in _left_out(result))
        yield "</ul>"


def _left_out(result: Answer | Article) -> Iterator[str]:
    for loss in result.research.losses:
        yield f"{loss_ledger.stage_in_words(loss)}: {loss.what}: {loss.reason}"


def _near(result: Answer | Article, library: Library) -> Iterator[str]:
    """What came nearest, where nothing answers."""
    places = result.nearest if isinstance(result, Answer) and result.absent else ()
    passages = nearest_passages.in_words(library, places)
    if passages:
        yield '<h2 id="nearest">The nearest passages</h2>'
    for passage in passages:
        where = ", ".join(filter(None, [passage.title, place_name(passage.page_label)]))
        yield f"<h4>{line(where)}</h4><p>{line(nearest_passages.shortened(passage.text))}</p>"


def _lists(result: Answer | Article) -> Iterator[str]:
    """What the figures were counted from, each folded under its name."""
    rolls = how_found.rolls(result)
    if rolls:
        yield '<h2 id="lists">Lists</h2>'
    for number, roll in enumerate(rolls, start=1):
        heading = line(how_found.heading(number, roll))
        yield f'<details id="l{number}"><summary>{heading}</summary><ol>'
        for item in roll.items:
            yield f"<li>{line(how_found.told(item))}</li>"
        yield "</ol></details>"


def chain_counts(seen: int, screened_out: int, read: int) -> str:
    aside = f"{screened_out:,} set aside by what they are about"
    return f"{seen:,} documents seen, {aside}, {read:,} read."


def markdown(
    result: Answer | Article, library: Library, pictures: Mapping[Figure, str] | None = None
) -> str:
    """``pictures`` are files beside it; a figure without one is told by its caption."""
    lost = lost_sources.of(result.research.evidence, library.catalog)
    result = lost.told(result)
    evidence = ledger.cited(result)
    numbers = {item.number for item in evidence}
    parts = [
        f"# {escaped(ledger.title(result), begins=False)}",
        f"*{escaped(ledger.facts(result))}*",
    ]
    for block in ledger.blocks(result):
        if block.title:
            marks = "#" * ledger.heading_level(block)
            parts.append(f"{marks} {escaped(block.title, begins=False)}")
        if block.failed:
            parts.append(f"*This section was not written: {escaped(block.failed)}*")
        if block.text.strip():
            parts.append(_with_states(block, numbers))
        for figure in block.figures:
            parts.append(_figure(figure, library, (pictures or {}).get(figure, "")))
    parts += disagreement_columns.markdown(result, escaped)
    parts += _markdown_lists(result)
    parts += [
        "## How it was found",
        *map(escaped, (*how_found.lines(result), how_found.covered(result))),
    ]
    parts += ["## Claims", "\n".join(_markdown_ledger(result))]
    if acts := [f"- {escaped(acts_in_words.line(act))}" for act in result.research.acts]:
        parts += ["## Steered by the reader", "\n".join(acts)]
    if losses := [f"- {escaped(said)}" for said in _left_out(result)]:
        parts += ["## Left out", "\n".join(losses)]
    parts += _footnotes(evidence, library, lost)
    return "\n\n".join(parts) + "\n"


def _figure(figure: Figure, library: Library, picture: str) -> str:
    """Its picture, and under it, in the same paragraph, its caption."""
    told = f"*{escaped(figure.caption)}* ({escaped(figures.source(figure, library))})"
    shown = f"![{escaped(figure.caption, begins=False)}]({picture})\\\n" if picture else ""
    return f"{shown}{told}"


def _markdown_lists(result: Answer | Article) -> Iterator[str]:
    for number, roll in enumerate(how_found.rolls(result), start=1):
        yield f"## {escaped(how_found.heading(number, roll), begins=False)}"
        yield "\n".join(f"- {escaped(how_found.told(item))}" for item in roll.items)


def escaped(untrusted: str, begins: bool = True) -> str:
    """Text that no Markdown reader takes for anything but its letters; ``begins`` a block, where
    "1." would be an item of a list, as it is not in a heading.
    """
    plain = _SIGNS.sub(r"\\\g<0>", " ".join(untrusted.split()))
    return _FIRST.sub(r"\1\\", plain) if begins else plain


def _with_states(block: Block, numbers: set[int]) -> str:
    """The block with footnote marks; an exception carries its state in words."""
    pieces: list[str] = []
    done = 0
    for claim in sorted(block.claims, key=lambda item: item.start):
        if claim.start < done:
            continue
        pieces.append(_footnoted(block.text[done : claim.start], numbers))
        pieces.append(_footnoted(block.text[claim.start : claim.end], numbers, claim.state))
        pieces += [f" *({doubt})*"] if (doubt := ledger.doubt(claim)) else []
        done = claim.end
    pieces.append(_footnoted(block.text[done:], numbers))
    return "".join(pieces).strip()


def _footnoted(untrusted: str, numbers: set[int], state: ClaimState = "unchecked") -> str:
    def mark(match: re.Match[str]) -> str:
        cited = citations.cited(f"{match[1]}]")
        if not cited or not all(number in numbers for number in cited):
            return match.group()
        return "".join(f"[^{number}]" for number in cited)

    return _CITES.sub(mark, literal(untrusted, state, _SIGNS, _ACTIVE))


def _markdown_ledger(result: Answer | Article) -> Iterator[str]:
    yield "| # | Claim | State | Sources | Why |"
    yield "|--:|-------|-------|---------|-----|"
    for entry in ledger.entries(result):
        claim = entry.claim
        cites = ", ".join(str(number) for number in claim.cites)
        said = escaped(without_numbers(claim.text))
        cells: Sequence[str] = (said, claim.state, cites, escaped(fallbacks.reason(claim)))
        yield f"| {entry.number + 1} | {' | '.join(cells)} |"


def _footnotes(evidence: Iterable[Evidence], library: Library, lost: Lost) -> Iterator[str]:
    for item in evidence:
        where = escaped(_where(item, library, lost))
        yield (
            f"[^{item.number}]: {escaped(item.title)}, {where}. SHA-256 `{item.place.document}`, "
            f"characters {item.place.start} to {item.place.end}.\n"
            f"    “{escaped(item.text)}”"
        )
