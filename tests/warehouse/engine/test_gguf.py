from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any

import pytest

from warehouse.engine.gguf import fingerprint, inspect
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
    if isinstance(value, int):
        return text(key) + struct.pack("<Ii", 5, value)
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
    ],
)
def test_an_absurd_file_is_refused_with_the_reason(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    with pytest.raises(ModelRefused, match=reason):
        inspect(write(tmp_path, content))


def test_a_long_list_that_is_not_there_is_refused_without_reading_it(tmp_path: Path) -> None:
    claim = text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2**24)
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


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        inspect(tmp_path / "nowhere.gguf")


def test_the_fingerprint_follows_the_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_HOME", str(tmp_path / "home"))
    first = fingerprint(write(tmp_path, gguf()))
    assert first == fingerprint(tmp_path / "tiny.gguf")
    assert len(first) == 64
    assert fingerprint(write(tmp_path, gguf(data=100))) != first


@pytest.mark.model
def test_the_facts_of_a_real_model(model_path: Path) -> None:
    facts = inspect(model_path)
    assert (facts.architecture, facts.layers, facts.kv_heads) == ("llama", 30, 3)
    assert facts.vocabulary == 49152
    assert "<|im_start|>" in facts.template
