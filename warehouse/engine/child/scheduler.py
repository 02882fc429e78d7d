"""Many requests as one batch: who gets cells, what is evaluated next, what is kept for later.

Each step: tasks of cancelled calls go; waiting tasks are admitted while cells last, sharing the
longest prefix that a running or kept sequence has (kept.py); one micro-batch is filled, first with
the next tokens of all replies, then with pieces of prompts; its logits go to the tasks. While the
user waits for something, background work stands still. A task that could share with a prompt still
being evaluated waits for it: a common prefix is evaluated once.
"""

from __future__ import annotations

import time
from collections import deque

import numpy as np

from warehouse.engine.child.cells import Cells
from warehouse.engine.child.context import BATCH_TOKENS, OUTPUT_ROWS, Batch, Context, NoSlot
from warehouse.engine.child.kept import Kept
from warehouse.engine.child.tasks import NO_SEQUENCE, Task, Writing, common_prefix

SEQUENCES = 128
SHARE_AT_LEAST = 16
PROMPT_AHEAD_TOKENS = 2 * BATCH_TOKENS
STREAM_STEP_S = 0.25
DRAFTS_A_STEP = 64
SPEED_MEMORY = 0.9


class Entry:
    """A task of request ``index`` of a call; ``part`` is its label's number in a choice, or -1."""

    def __init__(
        self,
        task: Task,
        call: int,
        index: int,
        foreground: bool,
        stream: bool = False,
        part: int = -1,
    ) -> None:
        self.task = task
        self.call = call
        self.index = index
        self.part = part
        self.foreground = foreground
        self.stream = stream


class Scheduler:
    """One thread steps it; ``interrupt`` alone may be called from another."""

    def __init__(self, context: Context, parallel: int, can_share: bool = True) -> None:
        self._context = context
        self._parallel = parallel
        self._can_share = can_share
        self._batch = Batch()
        self.cells = Cells(context, SEQUENCES)
        self._waiting: tuple[deque[Entry], deque[Entry]] = (deque(), deque())
        self._running: list[Entry] = []
        self.kept = Kept(self.cells, context)
        self._calls_in_batch: frozenset[int] = frozenset()
        self._batch_is_long = False
        self._batch_is_background = False
        self._prompt_speed = 0.0
        self.decode_speed = 0.0
        self.prompt_tokens_evaluated = 0

    @property
    def idle(self) -> bool:
        return not (self._running or any(self._waiting))

    def submit(self, entries: list[Entry]) -> None:
        """Queue tasks; each must fit the context alone (the caller has checked)."""
        for entry in entries:
            self._waiting[0 if entry.foreground else 1].append(entry)

    @property
    def running(self) -> tuple[Entry, ...]:
        return tuple(self._running)

    def cancel(self, call: int) -> None:
        for queue in self._waiting:
            kept = [entry for entry in queue if entry.call != call]
            queue.clear()
            queue.extend(kept)
        for entry in [entry for entry in self._running if entry.call == call]:
            self._release(entry)

    def interrupt(self, call: int | None = None) -> None:
        """Break off a long batch: of this call, or of background work for a question."""
        if self._batch_is_long and (
            call in self._calls_in_batch if call is not None else self._batch_is_background
        ):
            self._context.abort()

    def step(self) -> list[Entry]:
        """Evaluate one batch; the tasks that are done by it, in no particular order."""
        self._context.clear_abort()
        finished = self._admit()
        parts = self._fill()
        if not parts:
            return finished
        self._announce(parts)
        began = time.perf_counter()
        try:
            rows = self._context.decode(self._batch)
        except NoSlot:
            self._make_room()
            return finished
        finally:
            self._batch_is_long = False
        if rows is None:
            for entry, start, _ in parts:
                self._context.trim(entry.task.sequence, start)
            return finished
        prompt = sum(count for entry, start, count in parts if start < entry.task.prompt_size)
        before = sum(entry.task.size for entry, _, _ in parts)
        self._hand_over(parts, rows)
        written = sum(entry.task.size for entry, _, _ in parts) - before
        self._measure(prompt, written, time.perf_counter() - began)
        for entry in [entry for entry, _, _ in parts if entry.task.done]:
            self._release(entry)
            finished.append(entry)
        return finished

    def _announce(self, parts: list[tuple[Entry, int, int]]) -> None:
        self._calls_in_batch = frozenset(entry.call for entry, _, _ in parts)
        self._batch_is_background = not any(entry.foreground for entry, _, _ in parts)
        self._batch_is_long = self._batch.size > 2 * self._parallel

    # Filling one batch

    def _fill(self) -> list[tuple[Entry, int, int]]:
        """(entry, first position, tokens) of what goes into this step's batch."""
        self._batch.clear()
        runnable = [entry for entry in self._running if entry.foreground] or self._running
        parts: list[tuple[Entry, int, int]] = []
        drafts = self._drafts_each(runnable)
        # The first word that somebody waits for does not wait for further prompts.
        first_words = not any(entry.stream and entry.task.decoding for entry in runnable)
        for entry in sorted(runnable, key=lambda entry: not entry.task.decoding):
            room = BATCH_TOKENS if entry.task.decoding else self._prompt_room(runnable)
            guesses = min(entry.task.drafted, drafts)
            count = min(entry.task.pending + guesses, room - self._batch.size)
            count = self._within_rows(entry.task, count)
            if count <= 0:
                continue
            start = entry.task.evaluated
            self._batch.add(
                entry.task.sequence,
                start,
                entry.task.stretch(start, count),
                entry.task.first_output,
            )
            parts.append((entry, start, count))
            if first_words and entry.stream and start + count >= entry.task.prompt_size:
                break
        return parts

    def _drafts_each(self, runnable: list[Entry]) -> int:
        """Guesses a reply may add: fewer when many replies share a step, which is cheap then."""
        replies = sum(entry.task.decoding for entry in runnable)
        return DRAFTS_A_STEP // max(1, replies) if self._can_share else 0

    def _prompt_room(self, runnable: list[Entry]) -> int:
        """Batch size up to which prompts may fill; short while somebody watches text grow."""
        watched = any(entry.stream and entry.task.decoding for entry in runnable)
        if not watched or not self._prompt_speed:
            return BATCH_TOKENS
        return min(BATCH_TOKENS, max(32, int(self._prompt_speed * STREAM_STEP_S)))

    def _within_rows(self, task: Task, count: int) -> int:
        """``count`` cut so that no more than OUTPUT_ROWS logits are asked for."""
        silent = max(0, task.first_output - task.evaluated)
        return min(count, silent + OUTPUT_ROWS - self._batch.rows)

    def _hand_over(self, parts: list[tuple[Entry, int, int]], rows: np.ndarray) -> None:
        at = 0
        for entry, start, count in parts:
            task = entry.task
            first = max(start, task.first_output)
            wanted = max(0, start + count - first)
            task.evaluated += count
            self.cells.grow(task.sequence, count)
            wrong = task.receive(first, rows[at : at + wanted])
            if wrong:
                task.evaluated -= wrong
                self.cells.shrink(task.sequence, wrong)
            at += wanted

    def _measure(self, prompt: int, written: int, seconds: float) -> None:
        self.prompt_tokens_evaluated += prompt
        if prompt >= BATCH_TOKENS // 2:
            self._prompt_speed = _smooth(self._prompt_speed, prompt / seconds)
        elif not prompt and written:
            self.decode_speed = _smooth(self.decode_speed, written / seconds)

    # Admission

    def _admit(self) -> list[Entry]:
        """Move waiting tasks to running; returns those that were done before they began."""
        finished: list[Entry] = []
        watching = bool(self._waiting[0]) or any(entry.foreground for entry in self._running)
        queue = self._waiting[0 if watching else 1]
        held: list[Entry] = []
        while queue and self._slot_free(queue[0]):
            entry = queue.popleft()
            if entry.task.done:
                finished.append(entry)
            elif self._should_wait(entry):
                held.append(entry)
                if len(held) >= SEQUENCES:
                    break
            elif not self._start(entry):
                held.append(entry)
                break
        queue.extendleft(reversed(held))
        return finished

    def _slot_free(self, entry: Entry) -> bool:
        peers = [other.task for other in self._running if other.foreground == entry.foreground]
        if isinstance(entry.task, Writing):
            return sum(isinstance(task, Writing) for task in peers) < self._parallel
        ahead = sum(task.pending for task in peers if not task.decoding)
        return ahead < PROMPT_AHEAD_TOKENS

    def _should_wait(self, entry: Entry) -> bool:
        """Whether a prompt in work will soon hold more of this prompt than is there now."""
        if not self._can_share:
            return False
        tokens = entry.task.tokens
        soon = 0
        for other in self._running:
            task = other.task
            if other.foreground == entry.foreground and task.evaluated < task.prompt_size:
                common = common_prefix(tokens, task.tokens)
                soon = max(soon, common if common > task.evaluated else 0)
        return soon >= SHARE_AT_LEAST and soon - self._best(entry)[1] >= SHARE_AT_LEAST

    def _best(self, entry: Entry) -> tuple[int, int]:
        """(sequence, length) of the longest evaluated prefix of this task's tokens."""
        tokens = entry.task.tokens
        limit = entry.task.first_output
        best = (NO_SEQUENCE, 0)
        if not self._can_share:
            return best
        running = [
            (other.task.sequence, other.task.tokens[: other.task.evaluated])
            for other in self._running
        ]
        for sequence, held in [*running, *self.kept.live.items()]:
            common = min(common_prefix(tokens, held), limit)
            if common > best[1]:
                best = (sequence, common)
        return best if best[1] >= SHARE_AT_LEAST else (NO_SEQUENCE, 0)

    def _start(self, entry: Entry) -> bool:
        """Give the task a sequence and its promise of cells; False when there is no room."""
        source, shared = self._best(entry)
        if self._can_share:
            wanted = entry.task.tokens[: entry.task.first_output]
            self.kept.bring_back(wanted, shared, self._unpromised() - entry.task.to_come)
            source, shared = self._best(entry)
        self.kept.use(source)
        while not self._fits(entry.task, shared):
            if not self._give_up_something(entry, keep=source):
                if source == NO_SEQUENCE:
                    return False
                source, shared = NO_SEQUENCE, 0  # its cells may be had, too
        entry.task.sequence = self.cells.open(source if shared else None, shared)
        entry.task.evaluated = shared
        self._running.append(entry)
        return True

    def _fits(self, task: Task, shared: int) -> bool:
        needed = task.to_come + task.evaluated - shared
        return self.cells.sequences_free > 0 and needed <= self._unpromised()

    def _unpromised(self) -> int:
        """Cells that are free, and that no running task will take."""
        promised = sum(entry.task.to_come for entry in self._running)
        return self.cells.total - self.cells.used() - promised

    def _give_up_something(self, entry: Entry, keep: int) -> bool:
        """Free a kept prompt, the oldest first, else a background task for a question."""
        if self.kept.give_up(but=keep):
            return True
        if entry.foreground:
            for other in reversed(self._running):
                if not other.foreground and other.task.sequence != keep:
                    self._put_back(other)
                    return True
        return False

    def _make_room(self) -> None:
        """llama.cpp found no cells although we counted some: give up what can be had again."""
        if self.kept.give_up():
            return
        if len(self._running) > 1:
            self._put_back(self._running[-1])
        else:
            raise NoSlot

    # Letting go

    def _put_back(self, entry: Entry) -> None:
        """Return a running task to its queue; what it has written is kept and evaluated again."""
        self.cells.close(entry.task.sequence)
        self._running.remove(entry)
        entry.task.restart()
        self._waiting[0 if entry.foreground else 1].appendleft(entry)

    def _release(self, entry: Entry) -> None:
        """Drop a task's cells, keeping its prompt for later requests that begin like it."""
        task = entry.task
        self._running.remove(entry)
        kept = min(task.evaluated, task.prompt_size)
        if not self._can_share or kept < SHARE_AT_LEAST:
            self.cells.close(task.sequence)
        else:
            self.cells.trim(task.sequence, kept)
            self.kept.keep(task.sequence, task.tokens[:kept].copy())
        task.sequence = NO_SEQUENCE

    def forget_all(self) -> None:
        """Drop every kept prompt; then only running tasks hold cells."""
        self.kept.forget_all()


def _smooth(before: float, now: float) -> float:
    return now if not before else SPEED_MEMORY * before + (1 - SPEED_MEMORY) * now
