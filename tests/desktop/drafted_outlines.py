"""An article that stops when its outline is drafted, and what is seen of that."""

from __future__ import annotations

from edited_articles import Until
from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import WAIT_MS, article, chain, evidence, use

from desktop.house import House
from desktop.pages.write.page import WritePage
from warehouse.context import Context
from warehouse.errors import OutlineReady
from warehouse.library import Library
from warehouse.results.records import Article
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline


def titles(page: WritePage) -> list[str]:
    return [one.title for one in page.outline.tree.rows.rows]


def outline_first(topic: str, context: Context, outline: OutlineFile, **_: object) -> Article:
    """Stops when the outline is drafted; then the article has its headings."""
    now = outline.read()
    piece = evidence(context.library)
    if now is None:
        context.run.show(chain(context.library))
        headings = (Heading("The night", "", ((piece,),)), Heading("The dam", "", ((piece,),)))
        outline.keep(Outline("The dam", headings))
        raise OutlineReady
    made = article(context.library)
    told = tuple(structs.replace(made.blocks[0], title=one.title) for _, one in now.walk())
    return structs.replace(made, blocks=told)


def stop_at_the_outline(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    use(house, library, write_aware=outline_first)
    with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
        write.write("The dam", 300)
    until(lambda: titles(write) == ["The night", "The dam"])
