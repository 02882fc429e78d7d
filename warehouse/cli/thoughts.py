"""``muniment thoughts``: what earlier answers found out, to read, edit, confirm and forget."""

from __future__ import annotations

import time
from pathlib import Path

from indexers.text.placenames import place_name
from warehouse.cli.research import wrapped
from warehouse.cli.session import Session, plain, table
from warehouse.documents.thoughts import Memory
from warehouse.errors import BadInput
from warehouse.records import Thought
from warehouse.settings import expanded
from warehouse.studies.exporting.export_thoughts import save

TEXT_LENGTH = 64


def thoughts(session: Session) -> int:
    """``ls`` where no verb is given."""
    arguments = session.arguments
    verb = arguments.verb or "ls"
    with session.library() as library:
        memory = Memory(library)
        if verb == "ls":
            print(_list(memory, " ".join(getattr(arguments, "words", ()))))
            return 0
        if verb == "export":
            return _export(memory, expanded(arguments.file))
        thought = memory.find(arguments.id)
        if verb == "forget":
            memory.forget(thought)
            print(f"Forgotten: {plain(thought.text)}")
            return 0
        if verb == "edit":
            thought = memory.edit(thought, arguments.text)
        elif verb in ("pin", "unpin"):
            thought = memory.pin(thought, verb == "pin")
        elif verb == "confirm":
            thought = memory.confirm(thought)
        print(_shown(memory, thought))
    return 0


def _list(memory: Memory, words: str) -> str:
    kept = memory.about(words)
    if not kept and words:
        return f"No thought is about “{words}”."
    if not kept:
        return "There are no thoughts yet. They are kept when asked for: muniment ask --thoughts"
    rows = [("id", "when", "level", "state", "thought")]
    for thought in kept:
        state = "stale" if memory.stale(thought) else "pinned" if thought.pinned else ""
        when = time.strftime("%Y-%m-%d", time.localtime(thought.created))
        text = plain(thought.text)
        short = text if len(text) <= TEXT_LENGTH else f"{text[: TEXT_LENGTH - 1]}…"
        rows.append((thought.id, when, f"{thought.level:.1f}", state, short))
    return table(rows, right=frozenset({2}))


def _shown(memory: Memory, one: Thought) -> str:
    lines = [
        wrapped(one.text),
        "",
        wrapped(f"Asked: {one.question}"),
        f"Level {one.level:.1f}, {one.sure:.0%} sure"
        f"{', pinned' if one.pinned else ''}{', in your words' if one.edited else ''}",
    ]
    if stale := memory.stale(one):
        lines.append(wrapped(f"Stale: {stale}. Use it all the same: muniment thoughts confirm"))
    by_id = {other.id: other for other in memory.all()}
    for other in filter(None, map(by_id.get, one.used)):
        lines.append(wrapped(f"From an earlier thought ({other.id}): {other.text}"))
    for root in one.roots:
        where = ", ".join(filter(None, [root.title, place_name(root.page_label)]))
        lines += ["", wrapped(where), wrapped(f"“{root.text}”", "    ", "    ")]
    return "\n".join(lines)


def _export(memory: Memory, file: Path) -> int:
    """All thoughts with their roots. Raises BadInput when the file is there."""
    if file.exists():
        raise BadInput(f"{file} is there already.", "Name another file.")
    print(save(memory, file))
    return 0
