"""What a paper is asked for as: its format, its style, and whether its evidence comes along.

Imports nothing heavy: command line and window name formats and styles from here.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

Form = Literal["pdf", "docx", "odt", "html", "markdown", "epub", "latex"]
FORMS: tuple[Form, ...] = get_args(Form)
NAMES: dict[Form, str] = {
    "pdf": "PDF",
    "docx": "Word (DOCX)",
    "odt": "OpenDocument (ODT)",
    "html": "Web page (HTML)",
    "markdown": "Markdown",
    "epub": "EPUB",
    "latex": "LaTeX with BibTeX",
}
STYLES: dict[str, str] = {
    "apa": "APA (author and year)",
    "chicago": "Chicago (author and year)",
    "ieee": "IEEE (numbers)",
    "vancouver": "Vancouver (numbers)",
}
FIRST_STYLE = "apa"
STYLE_SUFFIX = ".csl"


class Wish(Struct, frozen=True):
    """``style`` is a name of STYLES or a ``.csl`` file; ``evidence`` asks for the exact words
    behind every citation, at the end.
    """

    form: Form
    style: str = FIRST_STYLE
    evidence: bool = False
