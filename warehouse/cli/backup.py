"""``muniment backup``, ``restore``, ``move``, ``check`` and ``rebuild``: keeping a warehouse."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from warehouse import settings as settings_file
from warehouse.cli.session import Session, plain
from warehouse.errors import BadInput
from warehouse.settings import expanded
from warehouse.store.encryption import is_encrypted

if TYPE_CHECKING:
    from warehouse.documents.backup.backup import Manifest
    from warehouse.documents.backup.damage import Finding
    from warehouse.store.encryption.walls import Walls

ENCRYPTED_SUFFIX = ".encrypted"


def backup(session: Session) -> int:
    from warehouse.documents.backup.backup import back_up, file_name

    folder = session.settings.warehouse_folder
    given = expanded(session.arguments.target)
    if session.arguments.incremental and not is_encrypted(folder):
        return _back_up_again(session, given)
    archive = given / file_name(folder) if given.is_dir() else given
    with session.library() as library:
        if library.walls is not None:
            return _copy_encrypted(session, library.walls, given)
        manifest = back_up(library, archive, session.run)
    print(
        f"{archive}: {manifest.documents} documents, {len(manifest.files)} files, "
        f"{manifest.total_bytes / 1e6:,.1f} MB, read back and found whole."
    )
    return _told(manifest)


def _copy_encrypted(session: Session, walls: Walls, given: Path) -> int:
    """Into a folder of its own; the next time only what is new."""
    name = walls.folder.resolve().name + ENCRYPTED_SUFFIX
    target = given / name if given.is_dir() and given.suffix != ENCRYPTED_SUFFIX else given
    fresh = walls.copy(target, session.run.check)
    print(f"{target}: the warehouse, encrypted as it is; {fresh:,} files were new.")
    print("To use it, copy that folder where you want it, and open it with the passphrase.")
    return 0


def _back_up_again(session: Session, given: Path) -> int:
    from warehouse.documents.backup.mirror import SUFFIX, back_up_again, is_mirror

    name = session.settings.warehouse_folder.resolve().name + SUFFIX
    mirror = given / name if given.is_dir() and not is_mirror(given) else given
    with session.library() as library:
        manifest, copied = back_up_again(library, mirror, session.run)
    print(
        f"{mirror}: {manifest.documents} documents, {len(manifest.files)} files, "
        f"{manifest.total_bytes / 1e6:,.1f} MB, of which {copied / 1e6:,.1f} MB were new."
    )
    return _told(manifest)


def _told(manifest: Manifest) -> int:
    """Status 1 when an original was damaged."""
    for sentence in manifest.lacks:
        print(sentence)
    return 1 if manifest.damaged else 0


def restore(session: Session) -> int:
    from warehouse.documents.backup import backup, mirror

    archive = expanded(session.arguments.archive)
    folder = expanded(session.arguments.folder).resolve()
    unpack = mirror.restore if mirror.can_restore(archive) else backup.restore
    manifest = unpack(archive, folder, session.run)
    session.progress.clear()
    print(f"{manifest.documents} documents of {manifest.made} are in {folder}.")
    with session.library(folder) as library:
        library.resume(session.run)
    print(f"Use it with: muniment settings warehouse {folder}")
    return 0


def move(session: Session) -> int:
    """Settings switch only after every byte was checked."""
    from warehouse.documents.backup.moving import move as carry

    if session.arguments.warehouse:
        raise BadInput("The warehouse of the settings is moved; leave --warehouse away.")
    folder = session.settings.warehouse_folder
    target = expanded(session.arguments.folder).resolve()
    files = carry(folder, target, session.run)
    session.progress.clear()
    settings_file.change({"warehouse": str(target)})
    print(f"{files} files copied and checked; Muniment now uses {target}.")
    print(f"{folder.resolve()} is kept until the next start.")
    return 0


def check(session: Session) -> int:
    """The warehouse, or a backup. What can be made again is, unless it is only looked at. Status 1
    when something is not as it should be, or is not after that.
    """
    from warehouse.documents.backup import mending
    from warehouse.documents.backup.checking import check as look

    if session.arguments.backup:
        return _check_backup(session, expanded(session.arguments.backup))
    with session.library() as library:
        report = look(library, session.run)
        _tell(report.findings)
        if any(finding.cure for finding in report.findings) and not session.arguments.only_look:
            mending.mend(library, report.findings, session.run)
            report = look(library, session.run)
            session.progress.clear()
            print(f"What could be made again was; left: {len(report.findings)}")
            _tell(report.findings)
        if session.arguments.accept:
            print(f"Taken as it is from now on: {mending.accept(library)}")
    print(report.readers)
    if report.older:
        print(report.older)
    if not report.findings:
        print(f"{report.documents} documents, {report.originals} originals: all is well.")
    return 1 if report.findings else 0


def _tell(findings: Sequence[Finding]) -> None:
    for finding in findings:
        about = f"{finding.document[:12]} {plain(finding.title)}: " if finding.document else ""
        print(f"{about}{plain(finding.sentence)}")


def _check_backup(session: Session, place: Path) -> int:
    from warehouse.documents.backup import backup, mirror

    manifest = (mirror if mirror.can_restore(place) else backup).verify(place, session.run)
    session.progress.clear()
    print(f"{manifest.documents} documents of {manifest.made}, {len(manifest.files)} files: whole.")
    return _told(manifest)


def rebuild(session: Session) -> int:
    with session.library() as library:
        library.rebuild(session.run)
        whole = sum(row.state == "verified" for row in library.catalog.documents())
    print(f"The search index was made again: {whole} documents verified.")
    return 0
