"""Set the handbook: ``*.md`` beside this file to PDF, ``*.html`` copied as saved web pages.

Run from anywhere: ``python assets/handbook/make.py``. The output, ``assets/sample``, is committed,
so that nobody needs to run it who does not change the handbook. Each part is A5 with a cover
(labelled i), running titles and an outline; parts 4 and 6 are set in two columns on purpose, so
that the sample also shows what the reader does with columns.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pymupdf
from markdown_it import MarkdownIt

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "sample"
PAGE = pymupdf.Rect(0, 0, 420, 595)
MARGIN, GUTTER, FOOT = 46, 20, 52
STATES = ("queued", "copied", "parsed", "searchable", "embedded", "headed", "verified")
ACCENT, INK, QUIET = "#23566B", "#23211D", "#77726A"

STYLE = f"""
body {{ font-family: serif; font-size: 10.5px; line-height: 1.5; color: {INK}; }}
h1 {{ font-size: 15px; line-height: 1.25; margin: 16px 0 5px 0; color: {ACCENT}; }}
p {{ margin: 0 0 7px 0; text-align: justify; }}
code {{ font-family: monospace; font-size: 9px; }}
table {{ margin: 4px 0 10px 0; }}
th, td {{ font-size: 9px; line-height: 1.35; text-align: left; padding: 2px 8px 3px 0;
          border-bottom: 0.5px solid #D8D3C6; }}
th {{ color: {QUIET}; }}
img {{ margin: 4px 0; }}
"""
NARROW = """
p { text-align: left; font-size: 9.8px; }
h1 { font-size: 13.5px; }
th, td { font-size: 8.5px; }
"""


def front_matter(source: str) -> tuple[dict[str, str], str]:
    """The ``name: value`` lines between the two ``---`` lines, and the rest."""
    _, head, body = source.split("---\n", 2)
    pairs = [line.split(": ", 1) for line in head.strip().splitlines()]
    return dict(pairs), body


def figure_of_states() -> bytes:
    """Figure 1 of part 2 as PNG: the seven states in a row of boxes with arrows."""
    box, gap, height = 66.0, 16.0, 30.0
    width = len(STATES) * box + (len(STATES) - 1) * gap
    with pymupdf.open() as drawing:
        page = drawing.new_page(width=width + 8, height=height + 16)
        for i, state in enumerate(STATES):
            x = 4 + i * (box + gap)
            last = i == len(STATES) - 1
            rect = pymupdf.Rect(x, 8, x + box, 8 + height)
            page.draw_rect(
                rect,
                color=pymupdf.utils.getColor("steelblue4"),
                fill=(0.137, 0.337, 0.42) if last else (0.9, 0.937, 0.95),
                width=0.6,
                radius=0.18,
            )
            page.insert_textbox(
                pymupdf.Rect(x, 17, x + box, 8 + height),
                state,
                fontsize=10,
                align=pymupdf.TEXT_ALIGN_CENTER,
                color=(1, 1, 1) if last else (0.137, 0.13, 0.114),
            )
            if not last:
                middle, tip = 8 + height / 2, x + box + gap - 3
                page.draw_line((x + box + 3, middle), (tip, middle), width=0.8)
                page.draw_polyline([(tip - 4, middle - 3), (tip, middle), (tip - 4, middle + 3)])
        png: bytes = page.get_pixmap(dpi=300).tobytes("png")
        return png


def columns(count: int) -> Iterator[tuple[bool, Any]]:
    """Endless (is a new page, rectangle) pairs, column by column."""
    room = pymupdf.Rect(MARGIN, MARGIN, PAGE.x1 - MARGIN, PAGE.y1 - FOOT)
    width = (room.width - GUTTER * (count - 1)) / count
    while True:
        for i in range(count):
            x = room.x0 + i * (width + GUTTER)
            yield i == 0, pymupdf.Rect(x, room.y0, x + width, room.y1)


def set_text(path: Path, html: str, count: int, archive: Any) -> list[tuple[str, int]]:
    """Write the body pages to ``path``; returns (heading, page index) for the outline."""
    titles = iter(re.findall(r"<h1>(.*?)</h1>", html))
    headings: list[tuple[str, int]] = []
    page_number = -1

    def note(position: Any) -> None:
        if position.heading and position.open_close & 1:
            headings.append((next(titles), page_number))

    story = pymupdf.Story(html, user_css=STYLE + (NARROW if count > 1 else ""), archive=archive)
    writer = pymupdf.DocumentWriter(str(path))
    device, more = None, True
    for is_new_page, rect in columns(count):
        if not more:
            break
        if is_new_page:
            if device is not None:
                writer.end_page()
            device, page_number = writer.begin_page(PAGE), page_number + 1
        more, _ = story.place(rect)
        story.element_positions(note)
        story.draw(device)
    writer.end_page()
    writer.close()
    return headings


def not_drawn(html: str, document: Any) -> set[str]:
    """Words of the body that stand on no page."""
    flags = pymupdf.TEXTFLAGS_TEXT & ~pymupdf.TEXT_PRESERVE_LIGATURES
    drawn = "".join("".join(page.get_text(flags=flags).split()) for page in document)
    return {word for word in unescape(re.sub(r"<[^>]+>", " ", html)).split() if word not in drawn}


def add_cover(document: Any, facts: dict[str, str]) -> None:
    page = document.new_page(0, width=PAGE.width, height=PAGE.height)
    page.draw_rect(PAGE, fill=(0.953, 0.945, 0.922), color=None)
    page.insert_textbox((MARGIN, 70, 380, 95), "Muniment", fontsize=13, fontname="tibo")
    page.insert_textbox((MARGIN, 88, 380, 110), "kept as evidence", fontsize=9, fontname="helv")
    page.insert_textbox(
        (MARGIN, 200, 370, 330), facts["title"], fontsize=30, fontname="tibo", lineheight=1.15
    )
    page.draw_line((MARGIN, 345), (MARGIN + 60, 345), color=(0.137, 0.337, 0.42), width=2)
    page.insert_textbox((MARGIN, 360, 380, 385), facts["subject"], fontsize=10, fontname="helv")


def add_running_titles(document: Any, facts: dict[str, str]) -> None:
    for number, page in enumerate(document, start=0):
        if number == 0:
            continue
        page.insert_textbox(
            (MARGIN, 20, PAGE.x1 - MARGIN, 34), facts["subject"], fontsize=7, color=(0.47,) * 3
        )
        page.insert_textbox(
            (MARGIN, PAGE.y1 - 34, PAGE.x1 - MARGIN, PAGE.y1 - 20),
            str(number),
            fontsize=8,
            align=pymupdf.TEXT_ALIGN_CENTER,
            color=(0.47,) * 3,
        )


def make_pdf(source: Path) -> Path:
    facts, body = front_matter(source.read_text("utf-8"))
    body = re.sub(r"\[figure: states\]", "![](states.png)", body)
    html = MarkdownIt("commonmark").enable("table").render(body)
    html = html.replace("<img ", '<img width="328" ')
    archive = pymupdf.Archive()
    archive.add(figure_of_states(), "states.png")
    target, draft = SAMPLE / facts["file"], HERE / "draft.part.pdf"
    headings = set_text(draft, html, int(facts["columns"]), archive)
    with pymupdf.open(draft) as document:
        if lost := not_drawn(html, document):  # a second break within a table loses its last rows
            raise SystemExit(f"{source.name}: not on the pages: {', '.join(sorted(lost))}")
        add_cover(document, facts)
        add_running_titles(document, facts)
        document.set_toc([[1, text, page + 2] for text, page in headings])
        document.set_page_labels(
            [
                {"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1},
                {"startpage": 1, "prefix": "", "style": "D", "firstpagenum": 1},
            ]
        )
        document.set_metadata(
            {
                "title": facts["title"],
                "author": "Muniment",
                "subject": facts["subject"],
                "creationDate": "D:20261121000000Z",
                "modDate": "D:20261121000000Z",
            }
        )
        document.subset_fonts()
        document.save(target, garbage=4, deflate=True, no_new_id=True)
    draft.unlink()
    return target


def main() -> None:
    for source in sorted(HERE.glob("*.md")):
        target = make_pdf(source)
        with pymupdf.open(target) as document:
            print(f"{document.page_count:3} pages  {target.name}")
    for page in sorted(HERE.glob("*.html")):
        shutil.copyfile(page, SAMPLE / page.name)


if __name__ == "__main__":
    main()
