"""The opening or the end of an article that is written, made of what its sections say.

One that stands is not touched: another is suggested for it. Where there is none, because it failed
or was never proven, it is put in as one more version.
"""

from __future__ import annotations

from msgspec import structs

from warehouse.context import Context
from warehouse.results.records import Article
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.studies.revisions import Revisions
from warehouse.writing.closing import FEWEST_SECTIONS
from warehouse.writing.editing import article_outline, rewriting
from warehouse.writing.editing.records import Framing, Part, Spot, Suggestion
from warehouse.writing.editing.spots import Paragraph
from warehouse.writing.outline.outlining import Heading

END_WRITTEN = "End written"
MOST_OF_AN_END = 3  # sentences


def spot(which: Framing, article: Article) -> Spot:
    """Its first paragraph; of an end that has no section yet where that would be."""
    if which == "opening":
        return Spot(rewriting.OPENING, 0)
    ends = [at for at, block in enumerate(article.blocks, start=1) if block.is_end]
    return Spot(ends[-1] if ends else len(article.blocks) + 1, 0)


def lacking(article: Article) -> tuple[Framing, ...]:
    """What it does not have and can be asked for."""
    told = [block for block in article.blocks if block.text and not block.is_end]
    opening: tuple[Framing, ...] = ("opening",) if told and not article.lead.text else ()
    can_end = len(told) >= FEWEST_SECTIONS and not _has_end(article)
    end: tuple[Framing, ...] = ("end",) if can_end else ()
    return opening + end


def to_renew(article: Article) -> tuple[Framing, ...]:
    """What does not suit its sections any more once these were changed, and what failed."""
    opening: tuple[Framing, ...] = ("opening",) if article.lead.text or article.lead.failed else ()
    ends = any(block.is_end and block.text for block in article.blocks)
    end: tuple[Framing, ...] = ("end",) if ends else ()
    return opening + end


def _has_end(article: Article) -> bool:
    """One before ends were marked is known by its form: last, short, and of several places."""
    if any(block.is_end for block in article.blocks):
        return any(block.is_end and block.text for block in article.blocks)
    claims = article.blocks[-1].claims
    is_of_several = all(len(set(claim.cites)) > 1 for claim in claims)
    return 0 < len(claims) <= MOST_OF_AN_END and is_of_several


def write(editor: ArticleEditor, which: Framing, context: Context) -> Edited | Suggestion | str:
    """The article with it, a suggestion where one stands, or why there is none; ``context`` is
    that of the editor. Raises BadInput, Cancelled, EngineError.
    """
    article = editor.now().article
    place = spot(which, article)
    if place.section > len(article.blocks):
        return _end(editor, article, place, context)
    made = editor.suggest("rewrite", place, context)
    if isinstance(made, Suggestion) and not made.before:
        return editor.accept(made.number)
    return made


def _end(editor: ArticleEditor, article: Article, place: Spot, context: Context) -> Edited | str:
    """As a section of its own. Counted as a suggestion, so that the next one is another."""
    standing = editor.standing()
    made, losses = rewriting.end(standing.left, context)
    if made is None:
        with Revisions(editor.folder) as kept:
            kept.offer("rewrite", Paragraph(place, "", 0, Part("")), rewriting.NO_END)
        return f"{rewriting.NO_END} {standing.left_out}".strip()
    outline = article_outline.of(article)
    outline = structs.replace(outline, sections=(*outline.sections, Heading(made.title)))
    edited = editor.restructured(outline, (*article.blocks, made), (), losses, END_WRITTEN)
    with Revisions(editor.folder) as kept:
        offered = Suggestion(0, "rewrite", place, "", Part(made.text, made.claims))
        kept.suggest(offered, "accepted")
    return structs.replace(edited, note=standing.left_out)
