"""Models of other programs: folder trees as those programs lay them out."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from engine.test_gguf import FACTS, gguf

from warehouse.engine.model_file import hashes
from warehouse.engine.models import found, places
from warehouse.errors import Cancelled
from warehouse.run import Run

VARIABLES = ("OLLAMA_MODELS", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME")


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder without any program's models."""
    folder = tmp_path / "user"
    folder.mkdir()
    monkeypatch.setattr(Path, "home", lambda: folder)
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return folder


def model(name: str = "Tiny") -> bytes:
    return gguf({**FACTS, "general.name": name})


def put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def blob(folder: Path, content: bytes) -> str:
    digest = hashlib.sha256(content).hexdigest()
    put(folder / "blobs" / f"sha256-{digest}", content)
    return f"sha256:{digest}"


def manifest(folder: Path, name: str, layers: dict[str, bytes]) -> None:
    about = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
        "config": {"mediaType": "application/vnd.docker.container.image.v1+json", "digest": ""},
        "layers": [
            {
                "mediaType": f"application/vnd.ollama.image.{kind}",
                "digest": blob(folder, content),
                "size": len(content),
            }
            for kind, content in layers.items()
        ],
    }
    put(folder / "manifests" / name, json.dumps(about).encode())


def hub(folder: Path, repository: str, files: dict[str, bytes], revision: str = "a1b2") -> Path:
    """As huggingface_hub does: the bytes once, in blobs, and a link for each revision."""
    root = folder / f"models--{repository.replace('/', '--')}"
    for name, content in files.items():
        kept = put(root / "blobs" / hashlib.sha256(content).hexdigest(), content)
        link = root / "snapshots" / revision / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.relpath(kept, link.parent))
    put(root / "refs" / "main", revision.encode())
    return root


def search(folder: Path | None = None) -> list[found.FoundModel]:
    return found.find(folder, Run())


def test_nothing_is_there(user: Path) -> None:
    assert search() == []


def test_lm_studio_in_all_its_folders(user: Path, tmp_path: Path) -> None:
    put(user / ".lmstudio/models/pub/Tiny-GGUF/tiny-q8_0.gguf", model("one"))
    put(user / ".cache/lm-studio/models/pub/Old-GGUF/old.gguf", model("two"))
    put(tmp_path / "moved/models/pub/Moved/moved.gguf", model("three"))
    put(user / ".lmstudio-home-pointer", f"{tmp_path / 'moved'}\n".encode())
    put(tmp_path / "told/pub/Told/told.gguf", model("four"))
    told = {"downloadsFolder": str(tmp_path / "told"), "language": "en"}
    put(user / ".lmstudio/settings.json", json.dumps(told).encode())
    models = search()
    assert [one.name for one in models] == ["moved", "old", "tiny-q8_0", "told"]
    assert {one.keeper for one in models} == {"LM Studio"}
    facts = models[2].facts
    assert facts is not None
    assert (facts.quantisation, facts.context, facts.template) == ("Q8_0", 2048, "{{ messages }}")
    assert models[2].licence == "apache-2.0"


def test_ollama_by_its_manifests(user: Path) -> None:
    folder = user / ".ollama/models"
    layers = {
        "model": gguf({key: value for key, value in FACTS.items() if "license" not in key}),
        "template": b"{{ .Prompt }}",
        "license": b"\nMIT License\n\nCopyright",
        "projector": gguf({"general.architecture": "clip", "general.type": "mmproj"}),
    }
    manifest(folder, "registry.ollama.ai/library/tiny/8b", layers)
    manifest(folder, "registry.ollama.ai/somebody/tiny/latest", {"model": layers["model"]})
    manifest(folder, "hf.co/org/Repo-GGUF/Q4_K_M", {"model": model("other")})
    put(folder / "manifests/registry.ollama.ai/library/broken/latest", b"{not json")
    models = search()
    assert [(one.name, one.kind) for one in models] == [
        ("hf.co/org/Repo-GGUF:Q4_K_M", "chat"),
        ("tiny:8b", "chat"),
        ("tiny:8b", "companion"),
    ]
    assert models[1].sha256 == hashlib.sha256(layers["model"]).hexdigest()
    assert models[1].licence == "MIT License"
    assert models[1].also == (models[1].path,), "two manifests of one blob are one model"


def test_a_manifest_leads_nowhere_else(user: Path, tmp_path: Path) -> None:
    folder = user / ".ollama/models"
    secret = put(tmp_path / "secret.gguf", model())
    digest = f"sha256:../../../../{secret}"
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": digest}
    put(folder / "manifests/x/y/z/latest", json.dumps({"layers": [layer]}).encode())
    assert search() == []


def test_the_place_that_ollama_was_told(
    user: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "elsewhere"))
    manifest(tmp_path / "elsewhere", "registry.ollama.ai/library/tiny/1b", {"model": model()})
    assert [one.name for one in search()] == ["tiny:1b"]


def test_the_hub_cache_through_its_links(user: Path) -> None:
    folder = user / ".cache/huggingface/hub"
    content = model()
    root = hub(folder, "org/Tiny-GGUF", {"tiny.gguf": content, "config.json": b"{}"})
    again = root / "snapshots/c3d4/tiny.gguf"
    again.parent.mkdir()
    again.symlink_to(root / "blobs" / hashlib.sha256(content).hexdigest())
    (only,) = search()
    assert only.name == "org/Tiny-GGUF, tiny"
    assert only.sha256 == hashlib.sha256(content).hexdigest()
    assert len(only.also) == 1


def test_hub_variables_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert places.hub_folder() == tmp_path / "huggingface/hub"
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    assert places.hub_folder() == tmp_path / "hf/hub"
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    assert places.hub_folder() == tmp_path / "cache"


def test_parts_of_a_split_model_are_one(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    for part in (1, 2):
        about = {**FACTS} if part == 1 else {"general.architecture": "llama"}
        about |= {"split.no": part - 1, "split.count": 2}
        put(folder / f"big-{part:05d}-of-00002.gguf", gguf(about))
    put(folder / "torn-00001-of-00003.gguf", gguf({**FACTS, "split.count": 3}))
    whole, torn = search(folder)
    assert whole.facts is not None
    assert whole.facts.parts == 2
    assert whole.size_bytes == sum(path.stat().st_size for path in folder.glob("big-*"))
    assert (torn.kind, "2 of its 3 parts are missing" in torn.refusal) == ("refused", True)


def test_the_same_bytes_are_found_by_hash_and_only_then_hashed(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    put(folder / "a/one.gguf", model())
    put(folder / "b/copy.gguf", model())
    put(folder / "c/longer.gguf", model("a longer name"))
    (folder / "d").mkdir()
    (folder / "d/hard.gguf").hardlink_to(folder / "a/one.gguf")
    longer, joined = search(folder)
    assert (joined.name, len(joined.also)) == ("one", 2)
    assert longer.name == "longer"
    assert hashes.known(folder / "a/one.gguf")
    assert not hashes.known(folder / "c/longer.gguf")


def test_companions_and_wrecks_are_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    put(folder / "mmproj-model-f16.gguf", model())
    put(folder / "embed.gguf", gguf({**FACTS, "llama.attention.causal": False}))
    put(folder / "cut.gguf", model()[:-40])
    put(folder / "notes.txt", b"GGUF")
    kinds = {one.name: one.kind for one in search(folder)}
    assert kinds == {"mmproj-model-f16": "companion", "embed": "embedder", "cut": "refused"}


def test_links_in_a_circle_end_and_links_out_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    put(folder / "tiny.gguf", model())
    (folder / "circle").symlink_to(folder)
    put(tmp_path / "outside/other.gguf", model("other"))
    (folder / "out").symlink_to(tmp_path / "outside")
    (folder / "broken.gguf").symlink_to(tmp_path / "nowhere.gguf")
    assert [one.name for one in search(folder)] == ["tiny"]


def test_what_is_installed_is_not_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    path = put(folder / "tiny.gguf", model())
    assert found.find(folder, Run(), known=[path]) == []


def test_nothing_is_written_and_a_search_can_be_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    path = put(folder / "tiny.gguf", model())
    before = (path.stat().st_mtime_ns, sorted(folder.rglob("*")))
    search(folder)
    assert before == (path.stat().st_mtime_ns, sorted(folder.rglob("*")))
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        found.find(folder, run)
