"""Evidence packs: all in one folder, sealed, and checked by other programs than this one."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pymupdf
import pytest
from counting import CountingEngine
from msgspec import structs
from shelf import SETTINGS, HashingEmbedder, write_two

from warehouse import cli
from warehouse.context import Context
from warehouse.engine.protocol import Message, Request
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import (
    Answer,
    Article,
    Block,
    Claim,
    Coverage,
    Evidence,
    Research,
    Spend,
    Structure,
)
from warehouse.run import Run
from warehouse.settings import ASSETS, Settings
from warehouse.studies.editing.edit_context import EditContext
from warehouse.studies.exporting.pack import save
from warehouse.studies.keeper import Studies, Work

HOSTILE = "</script><script>alert(1)</script>"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder()) as library:
        library.add([write_two(tmp_path / "in")], Run())
        yield library


def evidence_of(library: Library, words: str, number: int) -> Evidence:
    hit = library.retrieval.passages(words, 1)[0]
    text = library.catalog.text(hit.document)
    start = text.index(words)
    page = next(p.index for p in library.catalog.pages(hit.document) if p.start <= start < p.end)
    place = Place(hit.document, page, start, start + len(words))
    return Evidence(number, place, words, hit.title, str(page + 1), "", words, 1.0)


def answered(library: Library, tmp_path: Path, question: str = "Which word?") -> str:
    """A finished study that cites page 2 of the PDF and the web page; returns its id."""
    found = (evidence_of(library, "mark2", 1), evidence_of(library, "mark3", 2))
    return studied(library, tmp_path, found, question)


def studied(
    library: Library,
    tmp_path: Path,
    found: tuple[Evidence, ...],
    question: str = "Which word?",
) -> str:
    """A finished study that cites all of ``found``; returns its id."""
    numbers = tuple(one.number for one in found)

    def method(question: str, context: Context) -> Answer:
        request = Request("step", (Message("user", question),), 9)
        said = context.engine.complete([request], context.run)[0].text
        claims = (Claim(0, len(said), said, numbers, "supported", "said"),)
        chain = Research(question, Structure(), found)
        cover, spend = Coverage(2, 2, 0, 2, 0.5, 1.0), Spend(0, 0, 1, 0, 1.0)
        return Answer(question, "aware", f"{said} [1, 2]", False, claims, chain, cover, spend)

    studies = Studies(library, {("ask", "aware"): cast(Work, method)})
    study = studies.start("ask", question)
    studies.run(study, CountingEngine(tmp_path / "log", lambda _: "Both."), Settings(), Run())
    return study.id


@pytest.fixture
def pack(library: Library, tmp_path: Path) -> Path:
    return save(answered(library, tmp_path), library, tmp_path / "out", Run())


def test_it_does_not_say_where_things_lie_on_this_machine(library: Library, tmp_path: Path) -> None:
    study = answered(library, tmp_path)
    own = Studies(library).folder(study) / "settings.json"
    paths = {"warehouse": "/home/anna/papers", "model": "C:\\Users\\anna\\phi.gguf"}
    own.write_text(json.dumps({**json.loads(own.read_text()), **paths}))
    kept = json.loads((save(study, library, tmp_path / "out", Run()) / "settings.json").read_text())
    assert (kept["warehouse"], kept["model"]) == ("papers", "phi.gguf")
    assert kept["seed"] == Settings().seed
    own.write_text("{")
    again = save(study, library, tmp_path / "again", Run())
    assert (again / "settings.json").read_text() == "{}\n"


def test_an_article_brings_the_calls_of_the_answer_it_is_written_from(
    library: Library, tmp_path: Path
) -> None:
    asked = answered(library, tmp_path)
    result = Studies(library).load(asked)
    assert isinstance(result, Answer)

    def write(question: str, *_: object, research: Research, **more: object) -> Article:
        lead = Block(1, "", result.text, result.claims)
        return Article(
            "Words", question, "aware", lead, (), research, result.coverage, result.spend
        )

    studies = Studies(library, {("write", "aware"): cast(Work, write)})
    study = studies.start("write", "Which word?", origin=asked)
    studies.remove(asked)
    studies.run(study, CountingEngine(tmp_path / "log", lambda _: ""), Settings(), Run())
    made = save(study.id, library, tmp_path / "article", Run())
    assert (made / "journal.jsonl").read_text() == ""
    [call] = (made / "origin.jsonl").read_text().splitlines()
    assert json.loads(call)["prompt"] == "step"
    assert manifest(made)["models"] == [json.loads(call)["model"]]
    assert "origin.jsonl" in manifest(made)["files"]


def test_an_edited_article_brings_the_calls_of_its_edits(library: Library, tmp_path: Path) -> None:
    study, studies = answered(library, tmp_path), Studies(library)
    row = library.catalog.study(study)
    assert row is not None
    engine = CountingEngine(tmp_path / "log", lambda _: "Shorter.")
    with EditContext(studies, library, row).journaled(engine) as journaled:
        journaled.complete([Request("retell", (Message("user", "Say it again."),), 9)], Run())
    made = save(study, library, tmp_path / "edited", Run())
    [call] = (made / "editing.jsonl").read_text().splitlines()
    assert json.loads(call)["prompt"] == "retell"
    assert "editing.jsonl" in manifest(made)["files"]


def manifest(pack: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((pack / "manifest.json").read_text())
    return found


def test_every_file_is_sealed_and_nothing_else_is_there(pack: Path) -> None:
    sealed = manifest(pack)["files"]
    there = {p.relative_to(pack).as_posix() for p in pack.rglob("*") if p.is_file()}
    assert there == {*sealed, "manifest.json", "verify.html"}
    for name, seal in sealed.items():
        raw = (pack / name).read_bytes()
        assert (len(raw), hashlib.sha256(raw).hexdigest()) == (seal["bytes"], seal["sha256"])


def test_the_cited_page_is_shown_with_its_words_lit(pack: Path, library: Library) -> None:
    shown = pymupdf.Pixmap(str(pack / "pages" / "1.png"))
    item = evidence_of(library, "mark2", 1)
    plain = library.readers.render(library.original(item.place.document), 1, 2.0)
    assert (shown.width, shown.height) == (plain.width, plain.height)
    changed = sum(a != b for a, b in zip(shown.samples, plain.rgb, strict=True))
    assert 0 < changed < len(plain.rgb) / 50
    assert 'href="pages/1.png"' in (pack / "article.html").read_text()
    assert "without pages" in manifest(pack)["not_shown"]["2"]


def test_who_is_cited_by_hash_and_no_path_of_the_machine(pack: Path, library: Library) -> None:
    told = manifest(pack)
    ids = {row.id: row for row in library.catalog.documents()}
    assert set(told["documents"]) == set(ids)
    for id, cited in told["documents"].items():
        assert cited["source"] == Path(ids[id].source).name
    assert str(library.folder.parent) not in (pack / "manifest.json").read_text()


def test_every_model_call_is_told(pack: Path) -> None:
    [call] = [json.loads(line) for line in (pack / "journal.jsonl").read_text().splitlines()]
    assert (call["verb"], call["prompt"], call["reply"]["text"]) == ("complete", "step", "Both.")
    assert manifest(pack)["models"] == [call["model"]]


def test_a_hostile_question_stays_text(library: Library, tmp_path: Path) -> None:
    pack = save(answered(library, tmp_path, HOSTILE), library, tmp_path / "out", Run())
    for name in ("verify.html", "article.html"):
        assert HOSTILE not in (pack / name).read_text()
    assert manifest(pack)["question"] == HOSTILE


def test_nothing_is_overwritten_and_nothing_half_written(
    library: Library, tmp_path: Path, pack: Path
) -> None:
    study = Studies(library).list()[0].id
    with pytest.raises(BadInput, match="there already"):
        save(study, library, pack.parent, Run())
    waiting = Studies(library).start("ask", "Not yet?").id
    with pytest.raises(BadInput, match="no result"):
        save(waiting, library, tmp_path / "other", Run())
    assert not (tmp_path / "other").exists()


def test_a_document_that_is_gone_is_said(library: Library, tmp_path: Path) -> None:
    study = answered(library, tmp_path)
    library.trash.forget([evidence_of(library, "mark2", 1).place.document])
    pack = save(study, library, tmp_path / "out", Run())
    assert "1" in manifest(pack)["not_shown"]
    kinds = {cited["kind"] for cited in manifest(pack)["documents"].values()}
    assert "no longer in the library" in kinds


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_page_computes_sha256(pack: Path) -> None:
    script = re.search(r"<script>(.*)</script>", (pack / "verify.html").read_text(), re.DOTALL)
    assert script is not None
    texts = ["", "abc", "x" * 55, "x" * 56, "x" * 64, "ü" * 1000, "1234567890" * 12345]
    code = (
        f"{script[1]}\nfor (const text of {json.dumps(texts)}) {{ const d = new Sha256(); "
        "const all = new TextEncoder().encode(text); d.take(all.slice(0, 7)); "
        "d.take(all.slice(7)); console.log(d.hex()); }"
    )
    said = subprocess.run(["node", "-"], input=code, capture_output=True, text=True, check=True)
    assert said.stdout.split() == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_page_knows_the_list_and_what_was_put_beside_it(pack: Path) -> None:
    script = re.search(r"<script>(.*)</script>", (pack / "verify.html").read_text(), re.DOTALL)
    assert script is not None
    names = sorted(path.relative_to(pack).as_posix() for path in pack.rglob("*") if path.is_file())
    code = (
        f"{script[1]}\nconsole.log(listedHash(), "
        f"JSON.stringify(strays({json.dumps([*names, '.DS_Store', 'pages/99.png'])})));"
    )
    said = subprocess.run(["node", "-"], input=code, capture_output=True, text=True, check=True)
    listed, foreign = said.stdout.split()
    assert listed == hashlib.sha256((pack / "manifest.json").read_bytes()).hexdigest()
    assert json.loads(foreign) == ["pages/99.png"]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "files are as they were on"),
        ({"told": "a" * 64}, "The list is the one you were told of."),
        ({"told": "b" * 64}, "The list is not the one you were told of."),
        ({"wrong": 2}, "2 of its files: not as when the pack was made."),
        ({"foreign": 1}, "1 file is not part of the pack."),
    ],
)
def test_what_the_page_says_of_what_it_found(pack: Path, found: dict[str, Any], said: str) -> None:
    """Green only where nothing is wrong."""
    script = re.search(r"<script>(.*)</script>", (pack / "verify.html").read_text(), re.DOTALL)
    assert script is not None
    whole = {"files": 9, "wrong": 0, "foreign": 0, "told": "", "listed": "a" * 64, **found}
    shown = "console.log(verdictOf(found), faults(found).length);"
    code = f"{script[1]}\nconst found = {json.dumps(whole)}; {shown}"
    told = subprocess.run(["node", "-"], input=code, capture_output=True, text=True, check=True)
    assert said in told.stdout
    assert (int(told.stdout.split()[-1]) > 0) == ("not" in said)


def test_words_that_go_on_on_the_next_page_are_shown_on_both(
    library: Library, tmp_path: Path
) -> None:
    item = evidence_of(library, "mark2", 1)
    document, end = item.place.document, item.place.start + len("mark2")
    start = library.catalog.pages(document)[0].end - 20
    text = library.catalog.text(document, start, end)
    place = Place(document, 0, start, end)
    both = structs.replace(item, place=place, text=text)
    pack = save(studied(library, tmp_path, (both,)), library, tmp_path / "out", Run())
    page = (pack / "article.html").read_text()
    for index, name in enumerate(("pages/1.png", "pages/1-2.png")):
        shown = pymupdf.Pixmap(str(pack / name)).samples
        plain = library.readers.render(library.original(document), index, 2.0).rgb
        assert 0 < sum(a != b for a, b in zip(shown, plain, strict=True)) < len(plain) / 20
        assert f'href="{name}"' in page


def test_the_page_reaches_out_to_nothing() -> None:
    page = (ASSETS / "pack" / "verify.html").read_text()
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|fetch\(|XMLHttpRequest|import\(", page)


def test_from_the_command_line(
    library: Library, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = answered(library, tmp_path)
    library.close()
    place = ["--warehouse", str(library.folder)]
    assert cli.main([*place, "studies"]) == 0
    assert study in capsys.readouterr().out
    assert cli.main([*place, "export", study[:15], str(tmp_path / "out"), "--as", "pack"]) == 0
    listed = tmp_path / "out" / "evidence-pack" / "manifest.json"
    assert (tmp_path / "out" / "evidence-pack" / "verify.html").exists()
    assert hashlib.sha256(listed.read_bytes()).hexdigest() in capsys.readouterr().out
    assert cli.main([*place, "export", study, str(tmp_path), "--as", "pack", "--proven"]) == 1
    assert "proven or not" in capsys.readouterr().err
    for form, name in (
        ("html", "Which word.html"),
        ("html", "Which word 2.html"),
        ("latex", "Which word.tex"),
        ("latex", "Which word 2.tex"),
    ):
        assert cli.main([*place, "export", study, str(tmp_path / "out"), "--as", form]) == 0
        assert (tmp_path / "out" / name).exists()
    assert cli.main([*place, "export", "nothing", str(tmp_path)]) == 1
    assert "No study begins" in capsys.readouterr().err
