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


def _no_second(page: WritePage) -> str:
    return of_studies.unless_offered(page.compare.button, "no article is finished here")


def _offer_others(page: WritePage) -> None:
    page.compare.button.click()


def _look_again(page: WritePage) -> None:
    page.editing.marks.look()


def _nothing_to_edit(page: WritePage) -> str:
    return page.editing.why_not


def _no_versions(page: WritePage) -> str:
    return "" if page.editing.has_versions else "it reads as it was written"


def _edit(page: WritePage) -> None:
    page.editing.edit()


def _of_paragraph(wish: str, name: str, sentence: str, key: str, also: str = "") -> Act[Any]:
    return Act(
        id=f"paragraph-{wish}",
        name=name,
        sentence=sentence,
        keys=(key,),
        also=f"paragraph sentence {also}",
        listens=True,
        why_not=_nothing_to_edit,
        do=lambda page: page.editing.here(wish),
    )


def _of_heading(
    verb: str, name: str, sentence: str, keys: tuple[str, ...] = (), also: str = ""
) -> Act[Any]:
    return Act(
        id=f"outline-{verb}",
        name=name,
        sentence=sentence,
        keys=keys,
        also=f"outline section {also}",
        listens=True,
        why_not=lambda page: page.outline.why_not,
        do=lambda page: page.outline.do(verb),
    )


EDITING: tuple[Act[Any], ...] = (
    Act(
        id="edit-paragraph",
        name="Edit this paragraph",
        sentence="In its place; its sentences are checked as you type. Ctrl+Return keeps it.",
        keys=("Alt+E",),
        also="write change correct",
        listens=True,
        why_not=_nothing_to_edit,
        do=_edit,
    ),
    _of_paragraph(
        "prove",
        "Prove this paragraph",
        "Look for words that prove what is not proven.",
        "Alt+Shift+P",
    ),
    _of_paragraph(
        "rewrite", "Rewrite it from its evidence", "A suggestion, to take or refuse.", "Alt+R"
    ),
    _of_paragraph(
        "shorter", "Make it shorter", "A suggestion, each sentence still proven.", "Alt+S"
    ),
    _of_paragraph(
        "add", "Add what the library says about …", "A suggestion to the paragraph.", "Alt+A"
    ),
    _of_paragraph(
        "comment", "Comment on this paragraph", "A note under it.", "Alt+N", "note remark"
    ),
    Act(
        id="versions",
        name="Versions of the article",
        sentence="What was changed since, word by word, and the way back.",
        keys=("Alt+V",),
        also="history diff compare changes undo",
        listens=True,
        why_not=_no_versions,
        do=lambda page: page.editors.show_versions(),
    ),
)
OUTLINE: tuple[Act[Any], ...] = (
    _of_heading("look", "Evidence and notes of this heading", "What it rests on.", ("Space",)),
    _of_heading("rename", "Rename this heading", "Where it stands.", ("F2",)),
    _of_heading("add", "Add a heading", "After this one.", ("Ins",), "new"),
    _of_heading("merge", "Merge with the next heading", "With the evidence of both.", ("Ctrl+M",)),
    _of_heading("split", "Split this heading", "Its later evidence gets its own.", ("Ctrl+J",)),
    _of_heading("up", "Move this heading up", "Before the one before it.", ("Alt+Up",)),
    _of_heading("down", "Move this heading down", "After the one after it.", ("Alt+Down",)),
    _of_heading("indent", "Move this heading below", "Below the one before it.", ("Alt+Right",)),
    _of_heading("outdent", "Move this heading out", "One level up.", ("Alt+Left",)),
    _of_heading("draft", "Draft this heading again", "It alone, and what stands below it."),
    _of_heading("anew", "Write this section anew", "It alone; the others stay as they are."),
    _of_heading("remove", "Remove this heading", "And what stands below it.", ("Del",), "delete"),
)
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
    Act(
        id="article-table",
        name="Talk it over at a round table",
        sentence="Experts argue over what was found for this article.",
        why_not=_no_article,
        do=_to_table,
    ),
    *EDITING,
    *OUTLINE,
)
