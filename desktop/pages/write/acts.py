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


def _toggle_proven(page: WritePage) -> None:
    page.proven.toggle()


def _no_second(page: WritePage) -> str:
    return of_studies.unless_offered(page.compare.button, "no article is finished here")


def _offer_others(page: WritePage) -> None:
    page.compare.button.click()


def _look_again(page: WritePage) -> None:
    page.editing.marks.look()


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
        id="check-article",
        name="Check the article against the library",
        sentence="What became of its sources, and what new documents say to its sentences.",
        also="stale outdated living changed gone",
        why_not=_no_article,
        do=_look_again,
    ),
    Act(
        id="compare-articles",
        name="Show beside another article",
        sentence="Both texts, and what each is worth: joined, copied, repeated, proven.",
        also="compare side by side methods metrics",
        why_not=_no_second,
        do=_offer_others,
    ),
)
