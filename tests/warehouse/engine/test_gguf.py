from __future__ import annotations

import os
import random
import struct
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from warehouse.engine.model_file.gguf import inspect, look
from warehouse.engine.model_file.hashes import fingerprint, known
from warehouse.errors import ModelMissing, ModelRefused

FACTS: dict[str, Any] = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "general.license": "apache-2.0",
    "general.file_type": 7,
    "llama.context_length": 2048,
    "llama.block_count": 3,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
    "tokenizer.ggml.scores": [0.5, 1.5],
    "tokenizer.chat_template": "{{ messages }}",
}


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def pair(key: str, value: Any) -> bytes:
    if isinstance(value, str):
        return text(key) + struct.pack("<I", 8) + text(value)
    if isinstance(value, bool):
        return text(key) + struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return text(key) + struct.pack("<Ii", 5, value)
    if isinstance(value, bytes):
        return text(key) + struct.pack("<I", 9) + value
    kind, items = (8, b"".join(map(text, value))) if isinstance(value[0], str) else (6, b"")
    if kind == 6:
        items = struct.pack(f"<{len(value)}f", *value)
    return text(key) + struct.pack("<IIQ", 9, kind, len(value)) + items


def gguf(facts: dict[str, Any] = FACTS, values: int = 64, data: int = 68) -> bytes:
    """One Q8_0 tensor of ``values`` values and ``data`` bytes behind it."""
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(facts))
    head += b"".join(pair(key, value) for key, value in facts.items())
    head += text("token_embd.weight") + struct.pack("<IQIQ", 1, values, 8, 0)
    return head + bytes(-len(head) % 32) + bytes(data)


def write(folder: Path, content: bytes) -> Path:
    path = folder / "tiny.gguf"
    path.write_bytes(content)
    return path


def test_facts_of_a_good_file(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    assert (facts.architecture, facts.name, facts.licence) == ("llama", "Tiny", "apache-2.0")
    assert (facts.layers, facts.heads, facts.kv_heads, facts.embedding) == (3, 4, 2, 64)
    assert (facts.context, facts.vocabulary, facts.parameters) == (2048, 3, 64)
    assert facts.quantisation == "Q8_0"
    assert facts.template == "{{ messages }}"
    assert facts.cell_bytes == 2 * 3 * 2 * (16 + 16)


def test_a_file_cut_short_anywhere_is_refused(tmp_path: Path) -> None:
    whole = gguf()
    for size in [0, 3, *range(4, len(whole), 7), len(whole) - 1]:
        with pytest.raises(ModelRefused):
            inspect(write(tmp_path, whole[:size]))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04" + bytes(64), "not a GGUF"),
        (b"GGUF" + struct.pack("<IQQ", 9, 1, 1) + bytes(64), "version 9"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**60, 1) + bytes(64), "claims"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1, 2**40) + bytes(64), "claims"),
        (b"GGUF" + struct.pack("<IQQQ", 3, 1, 1, 2**63) + bytes(64), "cut short"),
        (gguf(values=2**45), "absurd"),
        (gguf(values=2**20), "cut short"),
        (gguf(values=33), "blocks"),
        (gguf({**FACTS, "llama.block_count": 10**6}), "block count"),
        (gguf({**FACTS, "llama.attention.head_count": -4}), "head count"),
        (gguf({**FACTS, "general.alignment": 3}), "alignment"),
        (gguf({"general.architecture": "llama", "x": 1}), "vocabulary"),
        (gguf({**FACTS, "llama.pooling_type": 1}), "vectors"),
        (gguf({**FACTS, "split.count": 3}), "one of 3 files"),
        (gguf({**FACTS, "x": struct.pack("<IQ", 9, 10**5) + bytes(2**21)}), "100000 items"),
        (gguf({**FACTS, "x": 3 * struct.pack("<IQ", 9, 1) + bytes(64)}), "unknown type 9"),
        (gguf({**FACTS, "x": struct.pack("<IQQ", 8, 1, 2**50)}), "bytes long"),
    ],
)
def test_an_absurd_file_is_refused_with_the_reason(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    with pytest.raises(ModelRefused, match=reason):
        inspect(write(tmp_path, content))


def test_a_long_list_that_is_not_there_is_refused_without_reading_it(tmp_path: Path) -> None:
    claim = text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2**21)
    content = b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + claim + bytes(64)
    with pytest.raises(ModelRefused, match="cut short"):
        inspect(write(tmp_path, content))


def test_damaged_bytes_end_in_facts_or_a_refusal(tmp_path: Path) -> None:
    chance = random.Random(7)
    for _ in range(400):
        content = bytearray(gguf())
        for _ in range(chance.randint(1, 6)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            inspect(write(tmp_path, bytes(content)))
        except ModelRefused as refusal:
            assert "tiny.gguf" in str(refusal)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    with pytest.raises(ModelMissing, match="not a file"):
        inspect(pipe)


def test_a_header_without_end_is_given_up(tmp_path: Path) -> None:
    """Sparse: gigabytes of empty texts and lists, in no space on the disk."""
    path = write(
        tmp_path, gguf()[:24].replace(struct.pack("<Q", len(FACTS)), b"\xff\xff" + bytes(6))
    )
    with path.open("r+b") as file:
        file.truncate(2**31)
    with pytest.raises(ModelRefused):
        inspect(path)


def test_lists_of_lists_do_not_fill_the_memory(tmp_path: Path) -> None:
    inner = struct.pack("<IQ", 0, 4096) + bytes(range(256)) * 16
    outer = struct.pack("<IQ", 9, 1024) + inner * 1024
    path = write(tmp_path, gguf({**FACTS, "a": outer, "b": outer}))
    tracemalloc.start()
    try:
        assert inspect(path).layers == 3
        assert tracemalloc.get_traced_memory()[1] < 3 * path.stat().st_size
    finally:
        tracemalloc.stop()


def test_kinds_are_told_apart(tmp_path: Path) -> None:
    kinds = {
        "embedder": {**FACTS, "llama.attention.causal": False},
        "companion": {"general.architecture": "clip", "general.type": "mmproj"},
        "chat": FACTS,
    }
    for kind, facts in kinds.items():
        assert look(write(tmp_path, gguf(facts))).kind == kind


def split(folder: Path, parts: int = 3) -> Path:
    for part in range(parts):
        about = {**FACTS} if part == 0 else {"general.architecture": "llama"}
        about |= {"split.no": part, "split.count": parts}
        (folder / f"big-{part + 1:05d}-of-{parts:05d}.gguf").write_bytes(gguf(about))
    return folder / f"big-00001-of-{parts:05d}.gguf"


def test_a_split_model_is_one_model(tmp_path: Path) -> None:
    first = split(tmp_path)
    facts = inspect(first)
    assert (facts.parts, facts.parameters) == (3, 3 * 64)
    assert facts.size_bytes == sum(path.stat().st_size for path in tmp_path.glob("*.gguf"))
    assert len(fingerprint(first)) == 64
    with pytest.raises(ModelRefused, match="part 2 of 3"):
        inspect(tmp_path / "big-00002-of-00003.gguf")
    (tmp_path / "big-00003-of-00003.gguf").unlink()
    with pytest.raises(ModelRefused, match="1 of its 3 parts are missing"):
        inspect(first)


def test_layers_that_differ_are_added_up(tmp_path: Path) -> None:
    grouped = struct.pack("<IQ3i", 5, 3, 2, 0, 4)
    facts = inspect(write(tmp_path, gguf({**FACTS, "llama.attention.head_count_kv": grouped})))
    assert facts.kv_heads == 4
    assert facts.cell_bytes == 2 * 6 * (16 + 16)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        inspect(tmp_path / "nowhere.gguf")


def test_the_fingerprint_follows_the_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_HOME", str(tmp_path / "home"))
    first = fingerprint(write(tmp_path, gguf()))
    assert first == fingerprint(tmp_path / "tiny.gguf")
    (tmp_path / "other.gguf").hardlink_to(tmp_path / "tiny.gguf")
    assert known(tmp_path / "other.gguf") == first
    assert len(first) == 64
    assert fingerprint(write(tmp_path, gguf(data=100))) != first


@pytest.mark.model
def test_the_facts_of_a_real_model(model_path: Path) -> None:
    facts = inspect(model_path)
    assert (facts.architecture, facts.layers, facts.kv_heads) == ("llama", 30, 3)
    assert facts.vocabulary == 49152
    assert "<|im_start|>" in facts.template


def mutated(head: bytes, chance: random.Random) -> bytes:
    """A real header with bytes changed, numbers made huge, pieces cut out, doubled or swapped."""
    content = bytearray(head)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(content) - 16)
        match chance.randrange(6):
            case 0:
                content[at] = chance.randrange(256)
            case 1:
                content[at : at + 8] = struct.pack("<Q", 2 ** chance.randrange(64))
            case 2:
                content[at : at + 4] = struct.pack("<I", chance.randrange(16))
            case 3:
                del content[at : at + chance.randrange(1, 64)]
            case 4:
                content[at:at] = content[at : at + chance.randrange(1, 64)]
            case _:
                content[at : at + 8] = b"\xff" * 8
    return bytes(content)


def survive(tmp_path: Path, model_path: Path, count: int, seed: int) -> list[Path]:
    """Read ``count`` mutated headers; those that still look like models."""
    with model_path.open("rb") as file:
        real = file.read(2**21)
    # Most of a header is its vocabulary; half of the blows go where the numbers are.
    chance, passed = random.Random(seed), []
    for number in range(count):
        near = real[: chance.choice((1500, len(real)))]
        path = tmp_path / f"mutated-{number}.gguf"
        path.write_bytes(mutated(near, chance) + real[len(near) :])
        with path.open("r+b") as file:
            file.truncate(model_path.stat().st_size)
        began = time.monotonic()
        try:
            look(path)
        except ModelRefused:
            path.unlink()
        else:
            passed.append(path)
        assert time.monotonic() - began < 20, "a header must not keep the window waiting"
    return passed


@pytest.mark.model
def test_mutated_headers_end_in_facts_or_a_refusal(tmp_path: Path, model_path: Path) -> None:
    survive(tmp_path, model_path, 300, 1)


@pytest.mark.slow
@pytest.mark.model
def test_thousands_of_mutated_headers(tmp_path: Path, model_path: Path) -> None:
    survive(tmp_path, model_path, 4000, 2)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"tokenizer.ggml.eos_token_id": 3}, "its eos token id is 3, of 3 tokens"),
        ({"tokenizer.ggml.bos_token_id": -2}, "its bos token id is -2"),
        ({"tokenizer.ggml.padding_token_id": "2"}, "its padding token id is '2'"),
        ({"llama.attention.head_count": 0}, "its attention.head count is 0"),
    ],
)
def test_token_ids_and_heads_that_cannot_be(
    tmp_path: Path, facts: dict[str, Any], said: str
) -> None:
    with pytest.raises(ModelRefused, match=said):
        inspect(write(tmp_path, gguf({**FACTS, **facts})))


def test_a_token_id_that_stands_for_none_and_a_model_without_attention(tmp_path: Path) -> None:
    without = {"tokenizer.ggml.eos_token_id": -1, "tokenizer.ggml.bos_token_id": 2}
    recurrent = {"llama.attention.head_count": 0, "llama.ssm.state_size": 16}
    assert inspect(write(tmp_path, gguf({**FACTS, **without, **recurrent}))).heads == 1


def test_a_tensor_of_a_type_that_is_not_known(tmp_path: Path) -> None:
    raw = gguf()
    tensor = text("token_embd.weight") + struct.pack("<IQI", 1, 64, 8)
    assert raw.count(tensor) == 1
    with pytest.raises(ModelRefused, match="type 99, which is not known"):
        inspect(write(tmp_path, raw.replace(tensor, tensor[:-4] + struct.pack("<I", 99))))


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes")
def test_a_folder_and_a_pipe_are_no_model(tmp_path: Path) -> None:
    (tmp_path / "folder.gguf").mkdir()
    os.mkfifo(tmp_path / "pipe.gguf")
    for name in ("folder.gguf", "pipe.gguf"):
        with pytest.raises(ModelMissing, match="is not a file"):
            look(tmp_path / name)
