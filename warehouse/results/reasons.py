"""Reasons of losses that the same part, added or searched for once more, would have again."""

from __future__ import annotations

CUT_OFF = "every draft of its outline was cut off at the length limit"
PART = "is there already"
PERSPECTIVE = "is a perspective already"
CATEGORY = "the tree has this category already"
SECTION = "the outline has this section already"
ASKED = "was asked before"
SEARCHED = "was searched before"
DUPLICATES = frozenset({PART, PERSPECTIVE, CATEGORY, SECTION, ASKED, SEARCHED})
