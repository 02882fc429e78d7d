"""A warehouse that nobody reads without its passphrase.

    keys.py            the passphrase and the key it opens, in warehouse.key
    encrypted_file.py  one file, encrypted: chunks that prove themselves
    memory_folder.py   a folder in the memory of the system, where plain files may lie
    sqlite_log.py      how much of a database's log is whole
    mirror.py          what is written there, encrypted on the disk before it is told
    originals.py       documents, decrypted one by one when they are read
    walls.py           all of these together: opened, closed, put up and taken down

Plain files lie in memory alone, for as long as the warehouse is open. Not protected: what the
system writes of its memory to a swap file, pictures of the screen, exports, how many files of which
size there are, originals that stay where they were, and against somebody who puts an older copy of
the whole folder in its place.
"""

from pathlib import Path

KEY_FILE, ENCRYPTED = "warehouse.key", "encrypted"
LEAST_CHARACTERS = 8
LOST = "Nobody can open it without the passphrase, and nobody can find that out: write it down."


def is_encrypted(folder: Path) -> bool:
    return (folder / KEY_FILE).is_file()


def lacks_its_key(folder: Path) -> bool:
    """Is it encrypted, its key file gone? Nobody can open it then."""
    plain = (folder / "catalog.db").exists()
    return (folder / ENCRYPTED).is_dir() and not is_encrypted(folder) and not plain
