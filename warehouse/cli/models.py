"""``muniment models`` and ``muniment settings``."""

from __future__ import annotations

from typing import Any

import msgspec

from warehouse import models as house_models
from warehouse import settings as settings_file
from warehouse.cli.session import Session, plain, table
from warehouse.errors import BadInput, ModelMissing
from warehouse.settings import Settings


def models(session: Session) -> int:
    verbs = {"ls": _ls, "fetch": _fetch, "use": _use, "inspect": _inspect}
    return verbs[session.arguments.verb or "ls"](session)


def settings(session: Session) -> int:
    name, value = session.arguments.name, session.arguments.value
    now = settings_file.load()
    if name is None:
        print(table([(field, str(shown)) for field, shown in _fields(now).items()]))
        return 0
    if name not in _fields(now):
        raise BadInput(f"There is no setting “{name}”.", "See them with: muniment settings")
    if value is not None:
        now = changed(now, name, value)
        settings_file.save(now)
    print(_fields(now)[name])
    return 0


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
    here = {model.id: model for model in house_models.installed()}
    chosen = (session.settings.model, session.settings.embedder)
    rows = [("", "id", "size", "licence", "title")]
    for entry in house_models.catalogue():
        mark = "in use" if entry.id in chosen and entry.id in here else ""
        mark = mark or ("installed" if entry.id in here else "")
        size = here[entry.id].bytes if entry.id in here else entry.bytes
        rows.append((mark, entry.id, _size(size), entry.licence, f"{entry.title}. {entry.note}"))
        here.pop(entry.id, None)
    for model in here.values():
        mark = "in use" if chosen[0] in (model.id, str(model.path)) else "installed"
        rows.append((mark, plain(model.id), _size(model.bytes), "", plain(model.title)))
    print(table(rows, right=frozenset({2})))
    return 0


def _fetch(session: Session) -> int:
    wanted = session.arguments.ids or _chosen_from_catalogue(session.settings)
    for id in wanted:
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
    """Refuses a file that fails the checks before it is written into the settings."""
    wanted = session.arguments.model
    path = house_models.locate(wanted)
    if path is None:
        raise ModelMissing(f"There is no model “{wanted}” here.", f"muniment models fetch {wanted}")
    if path.is_file():
        _show_facts(path.name, _facts(path))
    catalogued = any(entry.id == wanted for entry in house_models.catalogue())
    name = "model" if path.is_file() else "embedder"
    value = wanted if catalogued else str(path.resolve())
    settings_file.save(changed(settings_file.load(), name, value))
    print(f"{name} is now {value}")
    return 0


def _inspect(session: Session) -> int:
    path = house_models.locate(session.arguments.model)
    if path is None or not path.is_file():
        raise BadInput(f"There is no GGUF file “{session.arguments.model}”.")
    _show_facts(path.name, _facts(path))
    return 0


def _facts(path: Any) -> dict[str, Any]:
    from warehouse.engine import gguf

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
    return f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 1e9 else f"{size_bytes / 1e6:.0f} MB"
