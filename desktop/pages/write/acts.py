"""What can be done on the Write page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop.acts import Act
from desktop.pages.studies import acts as of_studies

if TYPE_CHECKING:
    from desktop.pages.write.page import WritePage


def _no_article(page: WritePage) -> str:
    return of_studies.unless_offered(page.claims, "no article is finished here")


def _toggle_claims(page: WritePage) -> None:
    page.claims.toggle()


def _to_table(page: WritePage) -> None:
    page.to_table()


def _toggle_proven(page: WritePage) -> None:
    page.proven.toggle()


ACTS: tuple[Act[Any], ...] = (
    *of_studies.acts("write", "the article"),
    Act(
        id="claims",
        name="List all sentences with their proof",
        sentence="Each with how sure it is and why; or the article again.",
        also="claims table ledger",
        why_not=_no_article,
        do=_toggle_claims,
    ),
    Act(
        id="only-proven",
        name="Show only what is proven",
        sentence="Without sentences that are partly proven or not found; or all of them again.",
        why_not=_no_article,
        do=_toggle_proven,
    ),
    Act(
        id="article-table",
        name="Talk it over at a round table",
        sentence="Experts argue over what was found for this article.",
        why_not=_no_article,
        do=_to_table,
    ),
)
