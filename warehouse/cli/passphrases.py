"""Where a passphrase comes from: a file, the environment, or whoever sits at the terminal.

In the environment it is taken out as soon as it is read, so that no child of the program has it.
"""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path

from warehouse.errors import BadInput, Cancelled, PassphraseNeeded
from warehouse.settings import expanded
from warehouse.store.encryption import is_encrypted

VARIABLE = "MUNIMENT_PASSPHRASE"
WAYS = f"Give its passphrase with --passphrase-file FILE, or in {VARIABLE}."


def passphrase(folder: Path, file: str = "") -> str:
    """Of that warehouse; "" where it is not encrypted. Raises PassphraseNeeded, BadInput."""
    given = os.environ.pop(VARIABLE, "")
    if not is_encrypted(folder):
        return ""
    if file:
        return _of_file(file)
    return given or _typed(folder, "Passphrase: ")


def new_passphrase(folder: Path, file: str = "") -> str:
    """As ``passphrase``; typed twice. Raises BadInput where the two are not the same."""
    given = os.environ.pop(VARIABLE, "")
    if file:
        return _of_file(file)
    if given:
        return given
    first = _typed(folder, "New passphrase: ")
    if first != _typed(folder, "The same again: "):
        raise BadInput("These are two passphrases.", "Nothing was changed; try again.")
    return first


def _typed(folder: Path, prompt: str) -> str:
    if not sys.stdin.isatty():
        needed = PassphraseNeeded(folder)
        needed.next_step = WAYS
        raise needed
    try:
        return getpass.getpass(prompt)
    except EOFError as end:
        raise Cancelled from end


def _of_file(file: str) -> str:
    """Its first line."""
    try:
        lines = expanded(file).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} holds no text.") from error
    if not lines:
        raise BadInput(f"{file} is empty.", "Its first line is the passphrase.")
    return lines[0]
