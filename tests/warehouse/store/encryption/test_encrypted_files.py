"""The passphrase and its key; files that prove themselves chunk by chunk."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pytest

from warehouse.errors import BadInput, Damaged, WrongPassphrase
from warehouse.store.encryption import KEY_FILE, encrypted_file, keys
from warehouse.store.encryption.encrypted_file import CHUNK_BYTES, Head, Reading, Writing

KEY, OTHER = b"k" * 32, b"o" * 32
PASSPHRASE = "nine ships at anchor"

pytestmark = pytest.mark.usefixtures("cheap_passphrases")


def encrypted(content: bytes, head: Head | None = None) -> bytes:
    out = io.BytesIO()
    Writing(out, KEY, head or Head("studies/a.json")).copy(io.BytesIO(content))
    return out.getvalue()


def decrypted(raw: bytes, key: bytes = KEY) -> bytes:
    return b"".join(Reading(io.BytesIO(raw), key, "x").whole())


def test_the_passphrase_opens_the_key_and_no_other_does(tmp_path: Path) -> None:
    key = keys.made(tmp_path, PASSPHRASE)
    assert keys.opened(tmp_path, PASSPHRASE) == key
    with pytest.raises(WrongPassphrase):
        keys.opened(tmp_path, PASSPHRASE + " ")
    keys.keep(tmp_path, key, "another one that is long")
    assert keys.opened(tmp_path, "another one that is long") == key
    with pytest.raises(WrongPassphrase):
        keys.opened(tmp_path, PASSPHRASE)
    assert key not in (tmp_path / KEY_FILE).read_bytes()


def test_the_same_letters_typed_another_way_open_it(tmp_path: Path) -> None:
    key = keys.made(tmp_path, "Gr\u00fc\u00dfe aus M\u00fcnchen")
    assert keys.opened(tmp_path, "Gru\u0308\u00dfe aus Mu\u0308nchen") == key


def test_what_is_short_or_damaged_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="8 characters"):
        keys.made(tmp_path, "short")
    keys.made(tmp_path, PASSPHRASE)
    file = tmp_path / KEY_FILE
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"passes":1', b'"passes":2'))
    with pytest.raises(WrongPassphrase):
        keys.opened(tmp_path, PASSPHRASE)
    file.write_bytes(whole[:40])
    with pytest.raises(Damaged, match=r"warehouse\.key is damaged"):
        keys.opened(tmp_path, PASSPHRASE)


@pytest.mark.parametrize("size", [0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])
def test_a_file_comes_back_as_it_was(size: int) -> None:
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    raw = encrypted(content)
    assert decrypted(raw) == content
    assert size < 64 or content[:64] not in raw


def test_a_change_anywhere_and_any_cut_is_found() -> None:
    raw = encrypted(b"the treaty was signed in secret" * 20)
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(Damaged):
            decrypted(changed)
        with pytest.raises(Damaged):
            decrypted(raw[:at])
    with pytest.raises(Damaged):
        decrypted(raw, OTHER)


def test_chunks_cannot_change_places_or_be_left_out() -> None:
    out = io.BytesIO()
    writing = Writing(out, KEY, Head("a"))
    ends = [out.tell()]
    for part in (b"one", b"two", b"end"):
        writing.append(part, is_last=part == b"end")
        ends.append(out.tell())
    raw = out.getvalue()
    start, one, two, end = raw[: ends[0]], *(raw[a:b] for a, b in itertools.pairwise(ends))
    assert decrypted(start + one + two + end) == b"onetwoend"
    for wrong in (start + two + one + end, start + one + end, start + one + two):
        with pytest.raises(Damaged):
            decrypted(wrong)


def test_a_log_is_read_as_far_as_it_is_whole() -> None:
    out = io.BytesIO()
    writing = Writing(out, KEY, Head("catalog.db-wal", 3))
    for part in (b"first", b"second", b"third"):
        writing.append(part)
    raw = out.getvalue()
    assert list(Reading(io.BytesIO(raw), KEY, "x").log()) == [b"first", b"second", b"third"]
    assert list(Reading(io.BytesIO(raw[:-3]), KEY, "x").log()) == [b"first", b"second"]
    assert Reading(io.BytesIO(raw), KEY, "x").head == Head("catalog.db-wal", 3)


def test_no_two_files_are_alike() -> None:
    assert (
        encrypted(b"same")[len(encrypted_file.MAGIC) :]
        != encrypted(b"same")[len(encrypted_file.MAGIC) :]
    )
