"""Thoughts as one file: Markdown to be read, JSON for programs, each with the words it rests on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from indexers.text.placenames import place_name
from warehouse.documents.thoughts import Memory
from warehouse.records import Root, Thought
from warehouse.studies.exporting.export import escaped
from warehouse.studies.study_files import write_whole

MARKDOWN = (".md", ".markdown")


def save(memory: Memory, file: Path) -> Path:
    """All thoughts; the file's ending says in which form, JSON by default. Raises StorageError."""
    thoughts = memory.all()
    if file.suffix.lower() in MARKDOWN:
        write_whole(file, "\n\n".join(["# Thoughts", *_told(memory, thoughts)]).encode() + b"\n")
    else:
        write_whole(file, msgspec.json.format(msgspec.json.encode(thoughts), indent=2))
    return file


def _told(memory: Memory, found: tuple[Thought, ...]) -> Iterator[str]:
    for thought in found:
        when = time.strftime("%Y-%m-%d", time.localtime(thought.created))
        about = [when, f"level {thought.level:.1f}", f"{thought.sure:.0%} sure"]
        about += ["pinned"] * thought.pinned + ["in your words"] * thought.edited
        if stale := memory.stale(thought):
            about.append(f"stale: {stale}")
        yield f"## {escaped(thought.text, begins=False)}"
        yield f"Asked: {escaped(thought.question)} ({escaped(', '.join(about))})"
        yield "\n".join(_root(root) for root in thought.roots)


def _root(root: Root) -> str:
    where = ", ".join(filter(None, [root.title, place_name(root.page_label)]))
    place = root.place
    hashed = f"SHA-256 `{place.document}`, characters {place.start} to {place.end}"
    return f"- {escaped(where)}: “{escaped(root.text)}” ({hashed})"
