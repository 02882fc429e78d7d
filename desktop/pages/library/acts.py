"""What can be done on the Library page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import PICTURE_KEY, Act, act

if TYPE_CHECKING:
    from desktop.pages.library.page import LibraryPage


def _none_selected(page: LibraryPage) -> str:
    return "" if page.selected_ids() else "no document is selected"


def _not_one(page: LibraryPage) -> str:
    return "" if len(page.selected_ids()) == 1 else "select one document first"


def _none_there(page: LibraryPage) -> str:
    return "" if page.model.rowCount() else "no document is in the list"


def _not_to_ask(page: LibraryPage) -> str:
    if not page.filters.says_all:
        return "take away “needs you” and “older readings” first"
    return _none_there(page)


ACTS: tuple[Act[LibraryPage], ...] = (
    act("find-documents", "Search the documents", "Ctrl+F").does(
        "The list shows those that have the words, as you type.", lambda page: page.accept("search")
    ),
    act("add-files", "Add files", "Ctrl+O").does(
        "PDF, Word, Excel, e-books, e-mail, web pages, pictures and text.",
        lambda page: page.adding.choose_files(),
        also="import open",
        from_anywhere=True,
    ),
    act("add-folder", "Add a folder", "Ctrl+Shift+O").does(
        "All that can be read in it and in the folders inside.",
        lambda page: page.adding.choose_folder(),
        also="import open directory",
        from_anywhere=True,
    ),
    act("add-web-page", "Add a web page").does(
        "By its address. You are asked before a site is connected to.",
        lambda page: page.adding.pages.ask(),
        also="url link fetch internet",
    ),
    act("import", "Import from Zotero or a bibliography").does(
        "A Zotero folder, BibTeX or CSL-JSON, with the files.",
        lambda page: page.side.imports.choose(),
        also="bibtex csl mendeley endnote",
    ),
    act("add-sample", "Add the sample library").does(
        "A few papers to try everything with.",
        lambda page: page.adding.add_sample(),
        also="example demo",
    ),
    act("ask-shown", "Ask the documents that are shown").does(
        "The next question reads those alone.", lambda page: page.ask_these(), why_not=_not_to_ask
    ),
    act("quick-look", "Look at the selected document", "Space").does(
        "Its page over the list; the space bar puts it away again.",
        lambda page: page.looking.look(),
        also="preview",
        listens=True,
        why_not=_not_one,
    ),
    act("edit-document", "Correct title, author and year").does(
        "Of the selected document.",
        lambda page: page.side.editing.edit(page.selected_ids()[0]),
        also="edit metadata bibliography",
        why_not=_not_one,
    ),
    act("copy-citation", "Copy as BibTeX").does(
        "The selected documents, for another program.",
        lambda page: page.side.citing.cite("copy"),
        also="cite reference",
        why_not=_none_selected,
    ),
    act("show-graph", "Show the graph of the library", PICTURE_KEY).does(
        "Names in the documents and what joins them; a click lights the sentence that says so.",
        lambda page: page.graph.turn(),
        also="triples network relations knowledge",
        why_not=_none_there,
    ),
    act("show-graph-selected", "Show the graph of the selected documents").does(
        "Names in them and what joins them.",
        lambda page: page.graph.show_graph(page.selected_ids()),
        also="triples network relations knowledge",
        why_not=_none_selected,
    ),
    act("read-for-graph", "Read the selected documents for the graph").does(
        "The model notes what each sentence says; what was read before is not read again.",
        lambda page: page.graph.work.read(page.selected_ids()),
        also="build triples network relations knowledge",
        why_not=_none_selected,
    ),
    act("read-all-for-graph", "Read the whole library for the graph").does(
        "All that was not read yet. It can be stopped, and goes on where it was.",
        lambda page: page.graph.work.read(),
        also="build triples network relations knowledge",
        why_not=_none_there,
    ),
    act("forget-graph", "Forget what was read of the selected documents for the graph").does(
        "You are asked once more.",
        lambda page: page.graph.work.forget(page.selected_ids()),
        also="delete triples relations",
        removes=True,
        why_not=_none_selected,
    ),
    act("remove-documents", "Remove the selected documents", "Del").does(
        "They stay in the trash for 30 days.",
        lambda page: page.remove_selected(),
        also="delete trash",
        listens=True,
        removes=True,
        why_not=_none_selected,
    ),
    act("trash", "Show what was deleted").does(
        "What is in the trash, and the way back.",
        lambda page: page.side.show_trash(),
        also="restore undo recover",
    ),
    act("open-document", "Show the first page of the selected document", "Return").does(
        "Return in the list does it, too.",
        lambda page: page.table.activated.emit(page.table.currentIndex()),
        listens=True,
        why_not=_not_one,
    ),
)
