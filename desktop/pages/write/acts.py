"""What can be done on the Write page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop.acts import Act, act
from desktop.pages.studies import acts as of_studies
from desktop.pages.write.outline import WITHOUT

if TYPE_CHECKING:
    from desktop.pages.write.page import WritePage


def _no_article(page: WritePage) -> str:
    return of_studies.unless_offered(page.claims, "no article is finished here")


def _no_second(page: WritePage) -> str:
    return of_studies.unless_offered(page.compare.button, "no article is finished here")


def _nothing_to_edit(page: WritePage) -> str:
    return page.editing.why_not


def _no_versions(page: WritePage) -> str:
    return "" if page.editing.has_versions else "it reads as it was written"


def _of_paragraph(wish: str, name: str, sentence: str, key: str, also: str = "") -> Act[Any]:
    return act(f"paragraph-{wish}", name, key).does(
        sentence,
        lambda page: page.editing.here(wish),
        also=f"paragraph sentence {also}",
        listens=True,
        why_not=_nothing_to_edit,
    )


def _of_heading(
    verb: str, name: str, sentence: str, keys: tuple[str, ...] = (), also: str = ""
) -> Act[Any]:
    return act(f"outline-{verb}", name, *keys).does(
        sentence,
        lambda page: page.outline.do(verb),
        also=f"outline section {also}",
        listens=True,
        why_not=lambda page: page.outline.whole_not if verb in WITHOUT else page.outline.why_not,
    )


EDITING: tuple[Act[Any], ...] = (
    act("edit-paragraph", "Edit this paragraph", "Alt+E").does(
        "In its place; its sentences are checked as you type. Ctrl+Return keeps it.",
        lambda page: page.editing.edit(),
        also="write change correct",
        listens=True,
        why_not=_nothing_to_edit,
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
    act("versions", "Versions of the article", "Alt+V").does(
        "What was changed since, word by word, and the way back.",
        lambda page: page.editors.show_versions(),
        also="history diff compare changes undo",
        listens=True,
        why_not=_no_versions,
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
    _of_heading("undo", "Take the last change of the outline back", "Also of an earlier session."),
    _of_heading("redo", "Do it again in the outline", "What was taken back last."),
)
ACTS: tuple[Act[Any], ...] = (
    *of_studies.acts("write", "the article"),
    act("claims", "List all sentences with their proof").does(
        "Each with how sure it is and why; or the article again.",
        lambda page: page.claims.toggle(),
        also="claims table ledger",
        why_not=_no_article,
    ),
    act("only-proven", "Show only what is proven").does(
        "Without sentences that are partly proven or not found; or all of them again.",
        lambda page: page.proven.toggle(),
        why_not=_no_article,
    ),
    act("check-article", "Check the article against the library").does(
        "What became of its sources, and what new documents say to its sentences.",
        lambda page: page.editing.marks.look(),
        also="stale outdated living changed gone",
        why_not=_no_article,
    ),
    act("compare-articles", "Show beside another article").does(
        "Both texts, and what each is worth: joined, copied, repeated, proven.",
        lambda page: page.compare.button.click(),
        also="compare side by side methods metrics",
        why_not=_no_second,
    ),
    act("article-table", "Talk it over at a round table").does(
        "Experts argue over what was found for this article.",
        lambda page: page.to_table(),
        why_not=_no_article,
    ),
    *EDITING,
    *OUTLINE,
)
