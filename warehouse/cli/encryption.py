"""``muniment encryption``: whether the warehouse is encrypted; on, off, another passphrase."""

from __future__ import annotations

from pathlib import Path

from warehouse.cli.passphrases import new_passphrase, passphrase
from warehouse.cli.session import Session
from warehouse.errors import NoWarehouse
from warehouse.store.encryption import LOST, is_encrypted

NOT_PROTECTED = (
    "While it is open, its files lie in memory: not protected are a swap file, pictures of the"
    " screen, exports, and what a disk still keeps of the plain files that were there before."
)


def encryption(session: Session) -> int:
    folder = session.settings.warehouse_folder
    verb = session.arguments.verb
    if verb == "on":
        _on(session, folder)
    elif verb == "off":
        _off(session, folder)
    elif verb == "passphrase":
        _changed(session, folder)
    else:
        if not folder.is_dir():
            raise NoWarehouse(folder)
        said = "is encrypted" if is_encrypted(folder) else "is not encrypted"
        print(f"The warehouse in {folder} {said}.")
    return 0


def _on(session: Session, folder: Path) -> None:
    from warehouse.store.encryption.walls import put_up

    said = new_passphrase(folder, session.arguments.passphrase_file)
    is_new = not (folder / "catalog.db").exists()
    put_up(folder, said, session.run.check)
    if is_new:
        print(f"A new, empty warehouse was begun in {folder}.")
    print(f"The warehouse in {folder} is encrypted. {LOST}")
    print(NOT_PROTECTED)


def _off(session: Session, folder: Path) -> None:
    from warehouse.store.encryption.walls import take_down

    said = passphrase(folder, session.arguments.passphrase_file)
    take_down(folder, said, session.run.check)
    print(f"The warehouse in {folder} is no longer encrypted.")


def _changed(session: Session, folder: Path) -> None:
    from warehouse.store.encryption.walls import change_passphrase

    before = passphrase(folder, session.arguments.passphrase_file)
    after = new_passphrase(folder, session.arguments.new_file)
    change_passphrase(folder, before, after)
    print(f"The passphrase of {folder} was changed. {LOST}")
