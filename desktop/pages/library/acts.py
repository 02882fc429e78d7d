"""What can be done on the Library page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act

if TYPE_CHECKING:
    from desktop.pages.library.page import LibraryPage


def _none_selected(page: LibraryPage) -> str:
    return "" if page.selected_ids() else "no document is selected"


def _not_one(page: LibraryPage) -> str:
    return "" if len(page.selected_ids()) == 1 else "select one document first"


def _none_there(page: LibraryPage) -> str:
    return "" if page.model.rowCount() else "no document is in the list"


ACTS: tuple[Act[LibraryPage], ...] = (
    Act(
        id="find-documents",
        name="Search the documents",
        sentence="The list shows those that have the words, as you type.",
        keys=("Ctrl+F",),
        do=lambda page: page.accept("search"),
    ),
    Act(
        id="add-files",
        name="Add files",
        sentence="PDF, Word, Excel, e-books, e-mail, web pages, pictures and text.",
        keys=("Ctrl+O",),
        from_anywhere=True,
        also="import open",
        do=lambda page: page.adding.choose_files(),
    ),
    Act(
        id="add-folder",
        name="Add a folder",
        sentence="All that can be read in it and in the folders inside.",
        keys=("Ctrl+Shift+O",),
        from_anywhere=True,
        also="import open directory",
        do=lambda page: page.adding.choose_folder(),
    ),
    Act(
        id="add-web-page",
        name="Add a web page",
        sentence="By its address. You are asked before a site is connected to.",
        also="url link fetch internet",
        do=lambda page: page.adding.pages.ask(),
    ),
    Act(
        id="import",
        name="Import from Zotero or a bibliography",
        sentence="A Zotero folder, BibTeX or CSL-JSON, with the files.",
        also="bibtex csl mendeley endnote",
        do=lambda page: page.side.imports.choose(),
    ),
    Act(
        id="add-sample",
        name="Add the sample library",
        sentence="A few papers to try everything with.",
        also="example demo",
        do=lambda page: page.adding.add_sample(),
    ),
    Act(
        id="ask-shown",
        name="Ask the documents that are shown",
        sentence="The next question reads those alone.",
        why_not=_none_there,
        do=lambda page: page.ask_these(),
    ),
    Act(
        id="quick-look",
        name="Look at the selected document",
        sentence="Its page over the list; the space bar puts it away again.",
        keys=("Space",),
        listens=True,
        also="preview",
        why_not=_not_one,
        do=lambda page: page.looking.look(),
    ),
    Act(
        id="edit-document",
        name="Correct title, author and year",
        sentence="Of the selected document.",
        also="edit metadata bibliography",
        why_not=_not_one,
        do=lambda page: page.side.editing.edit(page.selected_ids()[0]),
    ),
    Act(
        id="copy-citation",
        name="Copy as BibTeX",
        sentence="The selected documents, for another program.",
        also="cite reference",
        why_not=_none_selected,
        do=lambda page: page.side.citing.cite("copy"),
    ),
    Act(
        id="remove-documents",
        name="Remove the selected documents",
        sentence="They stay in the trash for 30 days.",
        keys=("Del",),
        listens=True,
        also="delete trash",
        removes=True,
        why_not=_none_selected,
        do=lambda page: page.remove_selected(),
    ),
    Act(
        id="trash",
        name="Show what was deleted",
        sentence="What is in the trash, and the way back.",
        also="restore undo recover",
        do=lambda page: page.side.show_trash(),
    ),
    Act(
        id="open-document",
        name="Show the first page of the selected document",
        sentence="Return in the list does it, too.",
        keys=("Return",),
        listens=True,
        why_not=_not_one,
        do=lambda page: page.table.activated.emit(page.table.currentIndex()),
    ),
)
