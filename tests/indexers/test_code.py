"""Which lines of a document are code, in every kind that can say so."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import made_books
import pytest

from indexers.flowing.mail import read_message
from indexers.flowing.plain import read_text
from indexers.flowing.web import read_web
from indexers.reading import read
from indexers.records import Reading

WORDS = "The keeper of the northern tower wrote all of it down, and nobody read it for years."
COMMANDS = "start     opens the gate\n  stop    closes the gate\nif open:\n    stop()"


def code_of(reading: Reading) -> list[str]:
    return [reading.text[one.start : one.end] for one in reading.code]


def of_page(body: str) -> Reading:
    return read_web(f"<html><body><p>{WORDS}</p>{body}<p>{WORDS}</p></body></html>".encode(), "")


def test_code_of_a_web_page_keeps_lines_and_columns() -> None:
    reading = of_page(
        f"<p>Call it thus:</p><pre>{COMMANDS}</pre><p>Or:</p><pre><code>stop</code></pre>"
    )
    assert code_of(reading) == [COMMANDS, "stop"]
    assert f"thus:\n{COMMANDS}\n\n" in reading.text


def test_characters_that_were_taken_out_move_no_range() -> None:
    reading = of_page(f"<p>a\u2060b</p><pre>one\u2060\ntwo</pre><pre>{COMMANDS}</pre>")
    assert code_of(reading) == ["one\ntwo", COMMANDS]


def test_code_that_breaks_its_lines_is_a_block_and_a_word_of_code_is_not() -> None:
    reading = of_page("<p>Take <code>stop</code> or <code>go on<br>  stop</code>, then rest.</p>")
    assert code_of(reading) == ["go on\n  stop"]
    assert "Take stop or\n\ngo on\n  stop\n\n, then rest." in reading.text


def test_code_in_a_cell_stays_in_its_row() -> None:
    rows = "<tr><td>a</td><td><code>go<br>\tstop</code></td></tr>" * 2
    reading = of_page(f"<table>{rows}</table>")
    assert "a\tgo stop\na\tgo stop" in reading.text and reading.code == ()


def test_code_of_a_message() -> None:
    message = EmailMessage()
    message["Subject"] = "The gate"
    message.set_content(f"<p>{WORDS}</p><pre>{COMMANDS}</pre><p>{WORDS}</p>", subtype="html")
    assert code_of(read_message(bytes(message))) == [COMMANDS]


def test_code_of_a_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chapter = made_books.ONE.replace("<h2", f"<pre>{COMMANDS}</pre><h2")
    monkeypatch.setattr(made_books, "ONE", chapter)
    assert code_of(read(made_books.book(tmp_path / "a.epub"))) == [COMMANDS]


def of_markdown(*blocks: str) -> Reading:
    return read_text("\n\n".join(blocks).encode(), ".md")


def test_fenced_code_keeps_its_lines_and_has_no_headings() -> None:
    long = "\n".join(
        f"print('a line {at} as long as one of a paragraph, and longer')" for at in "ab"
    )
    reading = of_markdown(f"# Gate\n\nRun:\n```sh\n{COMMANDS}", long, "# none\n```\nThen.", WORDS)
    assert code_of(reading) == [f"```sh\n{COMMANDS}", long, "# none\n```"]
    assert [one.title for one in reading.sections] == ["Gate"]


@pytest.mark.parametrize("open_", ["````", "~~~", "  ```"])
def test_a_fence_ends_with_its_like(open_: str) -> None:
    inner = "``` is no end" if "`" in open_ else "```"
    reading = of_markdown(f"{open_}\n{inner}\n\n{COMMANDS}\n{open_}", "# Gate")
    assert code_of(reading) == [f"{open_}\n{inner}", f"{COMMANDS}\n{open_}"]
    assert [one.title for one in reading.sections] == ["Gate"]


def test_three_marks_around_words_open_no_fence() -> None:
    reading = of_markdown("```stop``` ends it.", "# Gate")
    assert reading.code == () and len(reading.sections) == 1


def test_indented_lines_are_code_but_not_under_an_item() -> None:
    item = "- one thing\n\n    more of it\n\n        stop\n\n  the rest"
    reading = of_markdown("    stop\n\tgo", WORDS, item, "Then:", "\tstop")
    assert code_of(reading) == ["    stop\n\tgo", "        stop", "\tstop"]
    reading = of_markdown("1. first:\n   ```\n   go\n   ```", "    more of it", "        stop")
    assert code_of(reading) == ["   ```\n   go\n   ```", "        stop"]


def test_plain_text_does_not_say_what_is_code() -> None:
    assert read_text(f"{WORDS}\n\n    stop\n\n```\ngo\n```\n".encode(), ".txt").code == ()
