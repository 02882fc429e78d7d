"""``muniment bench fuzz --data FOLDER --minutes N``: changed files against the readers.

Each file of the folder is a seed. A reader may refuse what it is given and say why; it may not
end, hang, or stumble over its own mistake, twice, the second time with a minute's patience. What
made it do so is kept in ``home()/bench/fuzz``, named after what happened, as small as it can
be cut within a minute.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from indexers.errors import ReaderFailed, ReadingError
from indexers.readers import ReaderPool
from warehouse.errors import BadInput
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.trust.mutations import mutated
from warehouse.settings import ASSETS, home

MINUTES = 2.0
PATIENCE_S = 10
LONG_PATIENCE_S = 60
MOST_SEED_BYTES = 2 * 2**20
CUTTING_S = 60.0


def fuzz(job: Job) -> Iterator[Row]:
    """Raises BadInput for a folder without files."""
    folder = job.data or ASSETS / "sample"
    known = seeds(folder)
    if not known:
        raise BadInput(f"There are no files in {folder} to begin with.")
    kept = home() / "bench" / "fuzz"
    kept.mkdir(parents=True, exist_ok=True)
    ends = time.monotonic() + 60 * (job.minutes or MINUTES)
    seed = job.skip
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory(prefix="muniment-fuzz-") as place:
        trial, again = Trial(Path(place), PATIENCE_S), Trial(Path(place), LONG_PATIENCE_S)
        try:
            while time.monotonic() < ends:
                job.run.check()
                seed += 1
                began = time.monotonic()
                suffix, raw = changed(known, seed)
                # Beside other work a reader is slow, or out of time, over files that are well.
                outcome = trial.outcome(suffix, raw) and again.outcome(suffix, raw)
                slowest = max(slowest, time.monotonic() - began)
                outcomes[outcome or "well"] += 1
                if outcome:
                    _keep(kept, suffix, again.cut(suffix, raw, outcome), outcome)
                job.run.step("changed files", seed - job.skip, 0, f"{outcomes}")
        finally:
            trial.close()
            again.close()
    tried = sum(outcomes.values())
    yield row("fuzz_files", tried, "files", seeds=len(known), last=seed)
    for what in ("ended", "hung", "mistake"):
        yield row(f"fuzz_{what}", outcomes[what], "files", "<= 0", of=tried)
    yield row("fuzz_slowest", slowest, "s")


def seeds(folder: Path) -> dict[str, list[bytes]]:
    """By their endings."""
    seeds: dict[str, list[bytes]] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix and path.stat().st_size <= MOST_SEED_BYTES:
            seeds.setdefault(path.suffix.lower(), []).append(path.read_bytes())
    return seeds


def changed(seeds: dict[str, list[bytes]], number: int) -> tuple[str, bytes]:
    """(its ending, its bytes): the file of that number."""
    dice = random.Random(number)
    suffix = dice.choice(sorted(seeds))
    others = [raw for group in seeds.values() for raw in group]
    return suffix, mutated(dice.choice(seeds[suffix]), others, dice)


class Trial:
    """One reader, renewed where it ended. Files and its log lie in ``folder``."""

    def __init__(self, folder: Path, patience_s: int) -> None:
        self._folder = folder
        self._pool = ReaderPool(1, memory_mb=2048, patience_s=patience_s, log_folder=folder)

    def close(self) -> None:
        self._pool.close()

    def outcome(self, suffix: str, raw: bytes) -> str:
        """ "" where it was read or refused, else "ended", "hung" or "mistake"."""
        path = self._folder / f"file{suffix}"
        path.write_bytes(raw)
        said = self._said()
        try:
            self._pool.read(path)
        except ReaderFailed as error:
            if "memory" in str(error):
                return ""
            if "stopped while" not in str(error):
                return "hung"
            return "mistake" if b"Traceback" in self._said()[len(said) :] else "ended"
        except ReadingError:
            return ""
        return ""

    def cut(self, suffix: str, raw: bytes, outcome: str) -> bytes:
        """What is left when stretches are taken out for as long as the outcome stays."""
        ends = time.monotonic() + CUTTING_S
        size = len(raw) // 2
        while size and time.monotonic() < ends:
            at = 0
            while at < len(raw) and time.monotonic() < ends:
                shorter = raw[:at] + raw[at + size :]
                if shorter and self.outcome(suffix, shorter) == outcome:
                    raw = shorter
                else:
                    at += size
            size //= 2
        return raw

    def _said(self) -> bytes:
        log = self._folder / "readers.log"
        return log.read_bytes() if log.exists() else b""


def _keep(folder: Path, suffix: str, raw: bytes, outcome: str) -> None:
    name = hashlib.sha256(raw).hexdigest()[:12]
    (folder / f"{outcome}-{name}{suffix}").write_bytes(raw)
