from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from indexers.sandbox import seccomp
from warehouse.errors import Cancelled, ModelMissing, ModelRefused
from warehouse.search.embedding import BATCH_TEXTS, Embedder, _Turns


@pytest.fixture
def embedder(minilm: Path, tmp_path: Path) -> Iterator[Embedder]:
    embedder = Embedder(minilm, tmp_path / "embedder.log")
    yield embedder
    embedder.close()


def test_the_real_model_in_its_process(embedder: Embedder) -> None:
    assert embedder.dimension == 384
    assert embedder.embed([]).shape == (0, 384)
    assert embedder._child is None, "nothing is loaded before it is needed"

    texts = ["The cat sat on the mat. " * 20, "A kitten on a rug.", "Interest rates rose."]
    vectors = embedder.embed(texts)
    assert vectors.shape == (3, 384) and vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-4)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2

    many = [f"{'long ' * (at % 7)}text number {at}" for at in range(BATCH_TEXTS + 5)]
    done: list[int] = []
    together = embedder.embed(many, background=True, on_batch=done.append)
    assert done == [BATCH_TEXTS, BATCH_TEXTS + 5]
    assert together[3] == pytest.approx(embedder.embed([many[3]])[0], abs=0.02)

    def stop(done: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        embedder.embed(many, on_batch=stop)
    assert embedder.embed(texts) == pytest.approx(vectors, abs=1e-4)

    child = embedder._child
    assert child is not None
    if seccomp.known():
        assert "Seccomp:\t2" in Path(f"/proc/{child.pid}/status").read_text()
    os.kill(child.pid, signal.SIGKILL)
    assert embedder.embed(texts[:1]) == pytest.approx(vectors[:1], abs=1e-4)


PARENT = """
import sys, threading, time
from pathlib import Path
from warehouse.search.embedding import Embedder

embedder = Embedder(Path(sys.argv[1]))
threading.Thread(target=lambda: embedder.embed(["word " * 200] * 5000), daemon=True).start()
while embedder._child is None:
    time.sleep(0.01)
print(embedder._child.pid, flush=True)
time.sleep(float(sys.argv[2]))
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("after_s", ["0", "4"])
def test_the_child_ends_with_its_parent(minilm: Path, after_s: str) -> None:
    """While it loads, and while it works."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(minilm), after_s],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    assert parent.wait(60) == -signal.SIGKILL
    parent.stdout.close()
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the embedder outlives its parent")


def test_a_model_has_the_name_it_will_have_when_it_is_there(minilm: Path, tmp_path: Path) -> None:
    absent, there = Embedder(tmp_path / minilm.name), Embedder(minilm)
    assert absent.name == there.name
    assert Embedder(minilm, way="reference").name == minilm.name
    assert Embedder(minilm, precision="bf16").name == f"{minilm.name} bf16"
    assert Embedder(minilm, precision="f32").name == minilm.name


def test_a_missing_model_is_a_sentence(tmp_path: Path) -> None:
    embedder = Embedder(tmp_path / "absent")
    with pytest.raises(ModelMissing, match="absent is not there") as caught:
        embedder.embed(["text"])
    assert "muniment models fetch absent" in caught.value.next_step
    embedder.close()


def test_a_folder_of_junk_is_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "junk"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"junk")
    embedder = Embedder(folder, tmp_path / "log")
    with pytest.raises(ModelRefused, match="could not be used"):
        embedder.embed(["text"])
    embedder.close()


def test_a_pickle_is_never_loaded(minilm: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pickled"
    shutil.copytree(minilm, folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelMissing):
        Embedder(folder).embed(["text"])


def test_a_search_goes_before_background_work() -> None:
    turns = _Turns()
    order: list[str] = []
    waiting = threading.Barrier(3)

    def take(name: str, background: bool) -> None:
        waiting.wait()
        with turns.take(background):
            order.append(name)

    threads = [
        threading.Thread(target=take, args=("background", True)),
        threading.Thread(target=take, args=("search", False)),
    ]
    with turns.take(background=True):
        for thread in threads:
            thread.start()
        waiting.wait()
        while turns._urgent == 0:
            pass
    for thread in threads:
        thread.join()
    assert order == ["search", "background"]
