"""An article composed from what a method found: outline, paragraphs proven side by side, lead.

    research -> outline drafted from its structure -> evidence grouped into paragraphs -> each
    sampled, proven, the best kept (paragraphs.py) -> lead

Sections are written one after the other, so that the first can be read while the others are made,
and each knows what was said before it. A section that cannot be written is shown as failed.
"""

from __future__ import annotations

import msgspec

from warehouse.context import Context
from warehouse.errors import Cancelled, MunimentError
from warehouse.methods.method import Method
from warehouse.methods.seam import research
from warehouse.results.records import Article, Block, Research
from warehouse.writing import outlining, paragraphs
from warehouse.writing.manuscript import Manuscript, nothing
from warehouse.writing.outlining import Heading, Outline
from warehouse.writing.paragraphs import Notes
from warehouse.writing.plain import Filter

NOTHING_NEW = "Nothing of the evidence for this section could be told that is not said before."


def write(topic: str, context: Context, method: Method, found: Research | None = None) -> Article:
    """An article on ``topic``; from ``found`` where something was explored already.

    Shows Research, Article and Draft snapshots. Raises Cancelled.
    """
    made = found if found is not None else research(topic, context, method)
    if not made.evidence:
        return nothing(method.name, topic, made, context)
    outline, losses = outlining.draft(made, context, "")
    made = msgspec.structs.replace(made, losses=(*made.losses, *losses))
    return _Composing(method.name, outline, made, context).finish()


class _Composing(Manuscript):
    def __init__(self, method: str, outline: Outline, made: Research, context: Context) -> None:
        super().__init__(method, outline.title, made, made.evidence, context)
        self._outline = outline
        self._said = Filter()
        self.blocks = [Block(2, section.title, "", ()) for section in outline.sections]

    def write_sections(self) -> None:
        for at, section in enumerate(self._outline.sections):
            self.context.run.step("writing", at, len(self.blocks), section.title)
            try:
                self.blocks[at] = self._section(at, section)
            except Cancelled:
                raise
            except MunimentError as error:
                self.blocks[at] = msgspec.structs.replace(self.blocks[at], failed=str(error))
            self.show()

    def _section(self, at: int, section: Heading) -> Block:
        asked = [Notes(section.title, evidence) for evidence in section.paragraphs]
        growing = [""] * len(asked)

        def grown(index: int, text: str) -> None:
            growing[index] = text
            self.draft(at, "\n\n".join(filter(None, growing)))

        written = paragraphs.write(asked, self._outline.title, self._said, self.context, grown)
        self.lose([loss for one in written for loss in one.losses])
        text, claims = paragraphs.joined(written)
        failed = "" if text else NOTHING_NEW
        return Block(2, section.title, text, claims, failed)
