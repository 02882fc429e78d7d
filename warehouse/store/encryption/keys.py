"""The passphrase, and the key it opens: ``warehouse.key``.

A random key encrypts the warehouse. It is itself encrypted (AES-256-GCM) with a key that Argon2id
(RFC 9106) makes of the passphrase, so that the passphrase can be changed and nothing else is.
"""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from msgspec import Struct

from warehouse.disk.durable import write_whole
from warehouse.errors import BadInput, Damaged, WrongPassphrase
from warehouse.store.encryption import KEY_FILE, LEAST_CHARACTERS

KEY_BYTES, SALT_BYTES, NONCE_BYTES = 32, 16, 12
FORMAT = 1


class Cost(Struct, frozen=True):
    """Of Argon2id: passes, lanes, and memory in KiB."""

    passes: int = 3
    lanes: int = 4
    memory_kib: int = 256 * 1024


COST = Cost()


class _Kept(Struct, frozen=True, kw_only=True):
    """``cost`` and ``format`` are authenticated with the key."""

    format: int
    cost: Cost
    salt: bytes
    nonce: bytes
    wrapped: bytes


def made(folder: Path, passphrase: str) -> bytes:
    """A new key, kept in the folder. Raises BadInput for too short a passphrase, OSError."""
    key = os.urandom(KEY_BYTES)
    keep(folder, key, passphrase)
    return key


def keep(folder: Path, key: bytes, passphrase: str) -> None:
    """The key under this passphrase; one before it opens nothing any more. As ``made``."""
    if len(passphrase) < LEAST_CHARACTERS:
        raise BadInput(
            f"A passphrase has {LEAST_CHARACTERS} characters at least.",
            "Several words in a row are easy to keep in mind, and hard to guess.",
        )
    cost, salt, nonce = COST, os.urandom(SALT_BYTES), os.urandom(NONCE_BYTES)
    wrapped = AESGCM(_opener(passphrase, salt, cost)).encrypt(nonce, key, _bound(FORMAT, cost))
    kept = _Kept(format=FORMAT, cost=cost, salt=salt, nonce=nonce, wrapped=wrapped)
    write_whole(folder / KEY_FILE, msgspec.json.encode(kept))


def opened(folder: Path, passphrase: str) -> bytes:
    """The key. Takes half a second and much memory: that is its use. Raises WrongPassphrase,
    Damaged, OSError.
    """
    try:
        kept = msgspec.json.decode((folder / KEY_FILE).read_bytes(), type=_Kept)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(
            f"{KEY_FILE} is damaged, and without it nothing here can be opened.",
            "Put it back from a copy of the warehouse.",
        ) from error
    if kept.format != FORMAT:
        raise BadInput("A newer Muniment encrypted this warehouse.", "Update Muniment to open it.")
    opener = AESGCM(_opener(passphrase, kept.salt, kept.cost))
    try:
        return opener.decrypt(kept.nonce, kept.wrapped, _bound(kept.format, kept.cost))
    except InvalidTag as error:
        raise WrongPassphrase from error


def _opener(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    said = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    argon = Argon2id(
        salt=salt,
        length=KEY_BYTES,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )
    return argon.derive(said)


def _bound(format: int, cost: Cost) -> bytes:
    return b"muniment warehouse key %d " % format + msgspec.json.encode(cost)
