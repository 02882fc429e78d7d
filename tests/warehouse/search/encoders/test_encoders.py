"""The fast way is held to the reference, on the real model; what is not fast goes the other way."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from warehouse.search.encoders import fast, folders, reference

TEXTS = [
    "The cat sat on the mat.",
    "",
    "Die Häuser stehen am Fluß.",
    "東京都は日本の首都です。",
    "The treaty of 1868 was signed in the harbour, and its ledger counts 1,204 lanterns. " * 30,
    *(f"{'word ' * (at * 9 % 50)}text number {at}" for at in range(40)),
]


@pytest.mark.parametrize(("precision", "within"), [("f32", 2e-5), ("bf16", 0.02)])
def test_the_fast_way_gives_the_vectors_of_the_reference(
    minilm: Path, precision: folders.Precision, within: float
) -> None:
    shape = folders.shape(minilm)
    assert shape is not None and folders.way(minilm) == "fast"
    ours = fast.load(minilm, shape, precision)(TEXTS, False)
    theirs = reference.load(minilm)(TEXTS, True)
    assert ours.shape == theirs.shape == (len(TEXTS), 384)
    assert np.abs(ours - theirs).max() < within
    assert (ours * theirs).sum(axis=1).min() > 1 - within
    exact = fast.load(minilm, shape, precision)(TEXTS[:3], True)
    assert np.abs(exact - theirs[:3]).max() < 2e-5


def test_the_fast_way_needs_no_torch(minilm: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from warehouse.search.encoders import child\n"
        f"rows = child.load(Path({str(minilm)!r}), 'fast', 'f32')(['a word'], True)\n"
        "assert rows.shape == (1, 384)\n"
        "unwanted = ('torch', 'transformers', 'sentence_transformers', 'openvino_telemetry')\n"
        "assert not any(sys.modules.get(name) for name in unwanted)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("config.json", {"model_type": "mpnet"}),
        ("config.json", {"hidden_act": "relu"}),
        ("config.json", {"hidden_size": "wide"}),
        ("1_Pooling/config.json", {"pooling_mode_cls_token": True}),
        ("config_sentence_transformers.json", {"default_prompt_name": "query"}),
    ],
)
def test_other_models_go_the_way_of_the_reference(
    minilm: Path, tmp_path: Path, file: str, change: dict[str, object]
) -> None:
    folder = tmp_path / "other"
    shutil.copytree(minilm, folder, ignore=shutil.ignore_patterns("*.safetensors"))
    assert folders.way(folder) == "fast"
    described = json.loads((folder / file).read_text())
    (folder / file).write_text(json.dumps({**described, **change}))
    assert folders.way(folder) == "reference"


def test_an_empty_folder_goes_the_way_of_the_reference(tmp_path: Path) -> None:
    assert folders.way(tmp_path) == "reference"
    assert folders.dimension(tmp_path) == folders.DIMENSION_WHEN_ABSENT


def test_batches_hold_each_text_once_and_little_padding() -> None:
    lengths = [5, 300, 40, 7, 41, 2, 39]
    found = list(fast.batches(lengths, at_most=100))
    assert found == [[1], [4, 2], [6, 3], [0, 5]]
    assert list(fast.batches([])) == []


def test_lengths_are_made_up_to_few_so_that_few_shapes_are_compiled() -> None:
    widths = {fast._inputs([[7] * length], 250)[0].shape[1] for length in range(1, 251)}
    assert widths == {*range(16, 241, 16), 250}
    ids, mask, shares = fast._inputs([[7] * 3, [7] * 5], 250)
    assert ids.shape == (2, 16) and not ids[0, 3:].any()
    assert (mask[0, 0, 0] < 0).sum() == 13 and shares[1, 0].sum() == pytest.approx(1)
