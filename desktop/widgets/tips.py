"""Tooltips of words that are not our own.

Qt takes a tooltip that looks like markup for markup, and a title of a document may look like
anything: it would be drawn as it wishes, with pictures from anywhere on the disk.
"""

from __future__ import annotations

from html import escape


def as_it_stands(text: str) -> str:
    """The tooltip that shows these very words, line by line."""
    if "<" not in text and "&" not in text:
        return text
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'
