"""Nothing leaves: the main job with the network taken away, and no socket asked for.

Every process of the program, children included, starts with an audit hook that writes down each
attempt to resolve, connect, bind or send. Where the system allows it the whole run also happens in
a network namespace that has no interface at all, which covers libraries that bypass Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sockets import WATCH

ROOT = Path(__file__).resolve().parents[1]
PAGE = """<html><head><title>The mill at Lune</title></head><body>
<h1>The mill at Lune</h1>
<p>The mill at Lune was built in 1881 by two brothers who had come from the coast. Its wheel turned
four pairs of stones, and the flour was carried to the harbour on carts.</p>
<h2>The flood</h2>
<p>A flood took the wheel in 1907. A turbine was put in its place, which gave light to the village
until the mill was closed.</p>
</body></html>"""


def isolated() -> list[str]:
    """The command that takes the network away, or nothing where the system refuses it."""
    command = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None:
        return []
    tried = subprocess.run([*command, "true"], capture_output=True, check=False)
    return command if tried.returncode == 0 else []


@pytest.mark.model
def test_the_main_job_opens_no_socket(
    tmp_path: Path, smollm2: Path, minilm: Path, beginnings: Path
) -> None:
    home = tmp_path / "offline"
    (home / "models").mkdir(parents=True)
    for model in (smollm2, minilm):
        (home / "models" / model.name).symlink_to(model)
    (home / "beginnings").symlink_to(beginnings)
    (tmp_path / "mill.html").write_text(PAGE)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(WATCH)
    sockets = tmp_path / "sockets.log"
    environment = {
        **os.environ,
        "MUNIMENT_HOME": str(home),
        "MUNIMENT_TEST_SOCKETS": str(sockets),
        "PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), str(ROOT)]),
        "QT_QPA_PLATFORM": "offscreen",
    }

    def muniment(*arguments: str) -> str:
        done = subprocess.run(
            [*isolated(), sys.executable, "-m", "desktop", *arguments],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=400,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    muniment("settings", "model", "smollm2-135m")
    muniment("settings", "article_words", "150")
    muniment("add", str(tmp_path / "mill.html"))
    assert "The mill at Lune" in muniment("ls")
    assert "Sources" in muniment("ask", "When was the mill at Lune built?", "--method", "rag")
    out = str(tmp_path / "article")
    muniment("write", "The mill at Lune", "--method", "retell", "--out", out)
    article = (tmp_path / "article" / "article.html").read_text("utf-8")
    assert "<h1>" in article
    assert not sockets.exists(), sockets.read_text()


def test_the_watch_sees_a_socket(tmp_path: Path) -> None:
    """The check above can fail: the same hook notices a program that does connect."""
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    sockets = tmp_path / "sockets.log"
    code = "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"
    subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": str(tmp_path),
            "MUNIMENT_TEST_SOCKETS": str(sockets),
        },
        check=True,
    )
    assert "socket.connect" in sockets.read_text()
