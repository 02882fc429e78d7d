"""``muniment models`` and ``muniment settings``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from warehouse import settings as settings_file
from warehouse.cli.calibrate import calibrate
from warehouse.cli.session import Session, plain, table
from warehouse.engine import models as house_models
from warehouse.errors import BadInput, EngineError, ModelMissing, ModelRefused
from warehouse.ingest.file_names import shown
from warehouse.search.encoders.folders import is_embedder
from warehouse.settings import Settings, expanded

FOLDERS = ("warehouse", "found_folder")  # kept whole: they mean the same from everywhere

if TYPE_CHECKING:
    from warehouse.engine.models.found import FoundModel


def models(session: Session) -> int:
    verbs = {
        "ls": _ls,
        "list": _ls,
        "fetch": _fetch,
        "use": _use,
        "inspect": _inspect,
        "probe": _probe,
        "calibrate": calibrate,
    }
    return verbs[session.arguments.verb or "ls"](session)


def settings(session: Session) -> int:
    name, value = session.arguments.name, session.arguments.value
    now = settings_file.load()
    if name is None:
        print(table([(field, str(setting)) for field, setting in _fields(now).items()]))
        return 0
    if name not in _fields(now):
        raise BadInput(f"There is no setting “{name}”.", "See them with: muniment settings")
    if value is not None:
        if name in FOLDERS and value:
            value = str(expanded(value).absolute())
        now = keep(now, name, value)
    print(_fields(now)[name])
    if value is not None and name in ("embedder", "embedding"):
        print("The library is embedded anew by the window, or by: muniment resume")
    return 0


def keep(now: Settings, name: str, value: str) -> Settings:
    """Into the file, and no other value of it. Raises BadInput as ``changed``."""
    try:
        return settings_file.change({name: getattr(changed(now, name, value), name)})
    except UnicodeEncodeError as error:
        raise BadInput(f"{name} cannot be “{shown(value)}”: it is not in UTF-8.") from error


def changed(now: Settings, name: str, value: str) -> Settings:
    """``now`` with one value read from text. Raises BadInput when it is out of its bounds."""
    try:
        return msgspec.convert({**_fields(now), name: value}, Settings, strict=False)
    except msgspec.ValidationError as error:
        reason = str(error).split(" - at ")[0]
        raise BadInput(f"{name} cannot be “{value}”: {reason}.") from error


def _fields(settings: Settings) -> dict[str, Any]:
    return msgspec.structs.asdict(settings)


def _ls(session: Session) -> int:
    if getattr(session.arguments, "found", False):
        return _found(session)
    here = {model.id: model for model in house_models.installed()}
    slots = _in_use(session.settings)
    rows = [("", "id", "size", "tokens/s", "licence", "title")]
    for entry in house_models.catalogue():
        on_disk = here.pop(entry.id, None)
        mark = slots.get(entry.id, "installed") if on_disk else ""
        size = on_disk.bytes if on_disk else entry.size_bytes
        sha256 = on_disk.sha256 if on_disk else entry.sha256
        speed = _speed(sha256, size) if entry.kind == "chat" else ""
        title = f"{entry.title}. {entry.note}"
        rows.append((mark, entry.id, _size(size), speed, entry.licence, title))
    for model in here.values():
        mark = slots.get(model.id) or slots.get(str(model.path)) or "installed"
        speed = _speed(model.sha256, model.bytes)
        rows.append((mark, plain(model.id), _size(model.bytes), speed, "", plain(model.title)))
    print(table(rows, right=frozenset({2, 3})))
    print("tokens/s: one reply, as measured here; with ~ an estimate from another model's.")
    if session.settings.endpoint:
        print(f"\nIn place of the model thinks the server {session.settings.endpoint}: the text")
        print('goes there. To think here again: muniment settings endpoint ""')
    return 0


def _in_use(settings: Settings) -> dict[str, str]:
    """Model as written in the settings -> what it is used for."""
    used = {settings.embedder: "in use", settings.model: "in use"}
    if settings.processing_model:
        used[settings.processing_model] = "headers, screening"
    return used


def _speed(sha256: str, size_bytes: int) -> str:
    from warehouse.engine import probe

    measured = probe.of_model(sha256)
    if measured is not None and 1 in measured.writing:
        return f"{measured.writing[1]:.0f}"
    estimate = probe.expected(size_bytes)
    if estimate is None:
        return ""
    digits = 0 if estimate[1] >= 10 else 1
    return f"~{estimate[1]:.{digits}f}"


def _found(session: Session) -> int:
    """Read-only: what lies in the folders of other programs and in the chosen one."""
    from warehouse.engine.models import found

    folder = session.arguments.folder or session.settings.found_folder
    known = [model.path for model in house_models.installed()]
    models = found.find(expanded(folder) if folder else None, session.run, known)
    session.progress.clear()
    if not models:
        print("No other GGUF files were found. Name a folder with --folder DIR.")
        return 0
    head = ("kind", "name", "size", "form", "context", "licence", "kept by", "path")
    rows = [head, *map(_found_row, models)]
    print(table(rows, right=frozenset({2, 4})))
    print("Use one where it lies, without a copy: muniment models use PATH")
    return 0


def _found_row(model: FoundModel) -> tuple[str, ...]:
    facts = model.facts
    size, keeper, path = _size(model.size_bytes), model.keeper, plain(str(model.path))
    if facts is None:
        return ("refused", plain(model.name), size, "", "", "", keeper, plain(model.refusal))
    context = f"{facts.context:,}" if facts.context else ""
    licence = plain(model.licence)[:24]
    name = plain(model.name)
    return (facts.kind, name, size, facts.quantisation, context, licence, keeper, path)


def _probe(session: Session) -> int:
    from warehouse.engine import self_test, slots

    wanted = session.arguments.model or session.settings.model
    path = house_models.locate(wanted)
    if path is None or not path.is_file():
        raise ModelMissing(f"There is no model “{wanted}” here.", f"muniment models fetch {wanted}")
    open_slots = slots.Slots(path, None, session.settings, settings_file.home() / "logs")
    engine = open_slots.engine()
    try:
        measured = slots.measure(engine, session.run)
        info = engine.info()
        nonsense = self_test.failed(info.sha256)
    finally:
        session.progress.clear()
        open_slots.close()
    if nonsense:
        print(nonsense)
        return 1
    if measured is None:
        print("The machine was too busy for figures that make sense. Run it again later.")
        return 1
    rows = [("at a time", "tokens/s together"), ("reading", f"{measured.reading:.0f}")]
    rows += [(str(count), f"{speed:.1f}") for count, speed in measured.writing.items()]
    print(table(rows, right=frozenset({1})))
    many = info.parallel if info.gpu_layers > info.layers else measured.parallel
    print(f"{many} at a time will be used, unless the settings say otherwise.")
    if info.layers:
        layers = min(info.gpu_layers, info.layers)
        print(f"{layers} of {info.layers} layers on a graphics card. {info.note}".rstrip())
    return 0


def _fetch(session: Session) -> int:
    wanted = session.arguments.ids or _chosen_from_catalogue(session.settings)
    for id in wanted:
        if session.arguments.once and house_models.was_deleted(id):
            continue
        path = house_models.fetch(id, session.run)
        session.progress.clear()
        print(f"{id}: {path}")
        if not house_models.entry(id).sha256:
            print(f"  SHA-256 received: {_installed_hash(id)}")
    return 0


def _chosen_from_catalogue(settings: Settings) -> list[str]:
    known = {entry.id for entry in house_models.catalogue()}
    return [id for id in (settings.model, settings.embedder) if id in known]


def _installed_hash(id: str) -> str:
    return next((model.sha256 for model in house_models.installed() if model.id == id), "")


def _use(session: Session) -> int:
    """Refuses a file that fails the checks before it is written into the settings. Status 1 for a
    model that answers nonsense, and is used all the same: the user may know why.
    """
    wanted = session.arguments.model
    path = house_models.locate(wanted)
    if path is None:
        raise ModelMissing(f"There is no model “{wanted}” here.", f"muniment models fetch {wanted}")
    if path.is_file():
        _show_facts(path.name, _facts(path))
    elif not is_embedder(path):
        raise ModelRefused(f"{path.name} is neither a model file nor the folder of an embedder.")
    catalogued = any(entry.id == wanted for entry in house_models.catalogue())
    name = "model" if path.is_file() else "embedder"
    if session.arguments.processing and path.is_file():
        name = "processing_model"
    # Not resolved: the parts of a split model are found by the name that the link has.
    value = wanted if catalogued else str(path.absolute())
    keep(settings_file.load(), name, value)
    print(f"{name} is now {value}")
    return _tried(path, session) if path.is_file() else 0


def _tried(path: Path, session: Session) -> int:
    """It is loaded and asked, in a second or a few. One that does not fit says so itself."""
    from warehouse.engine import self_test, slots

    opened = slots.Slots(path, None, session.settings, settings_file.home() / "logs")
    try:
        said = self_test.test(opened.engine(), session.run)
    except EngineError as error:
        said = f"It could not be tried: {error}"
    finally:
        session.progress.clear()
        opened.close()
    print(said or "It was tried, and makes sense.")
    return 1 if said else 0


def _inspect(session: Session) -> int:
    path = house_models.locate(session.arguments.model)
    if path is None or not path.is_file():
        raise BadInput(f"There is no GGUF file “{session.arguments.model}”.")
    _show_facts(path.name, _facts(path))
    return 0


def _facts(path: Path) -> dict[str, Any]:
    from warehouse.engine.model_file import gguf

    facts: dict[str, Any] = msgspec.to_builtins(gguf.inspect(path))
    return facts


def _show_facts(name: str, facts: dict[str, Any]) -> None:
    rows = [("file", plain(name))]
    rows += [(key, _short(value)) for key, value in facts.items() if value not in (None, "", [])]
    print(table(rows))


def _short(value: Any) -> str:
    text = plain(str(value))
    return text if len(text) <= 100 else f"{text[:99]}…"


def _size(size_bytes: int) -> str:
    if not size_bytes:
        return "?"
    if size_bytes < 1e6:
        return f"{size_bytes / 1e3:.1f} kB"
    return f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 1e9 else f"{size_bytes / 1e6:.0f} MB"
