"""The reader processes: what survives a file that kills, hangs or fills its reader."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import made_pdfs
import psutil
import pymupdf
import pytest

from indexers.errors import NeedsPassword, NotReadable, ReaderFailed, Stopped
from indexers.process import bounds, messages
from indexers.process.child import NICE
from indexers.readers import ReaderPool

PAGES = 200

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.fixture(scope="module")
def long_pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    document = made_pdfs.new(1)
    made_pdfs.write_lines(document[0], made_pdfs.wrapped(made_pdfs.PROSE * 6))
    for _ in range(PAGES - 1):
        document.fullcopy_page(0)
    return made_pdfs.save(document, tmp_path_factory.mktemp("long") / "long.pdf")


@pytest.fixture
def hasty() -> Iterator[ReaderPool]:
    made = ReaderPool(1, memory_mb=1024, patience_s=2)
    yield made
    made.close()


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def test_a_reading_comes_through_whole(pool: ReaderPool, tmp_path: Path) -> None:
    from indexers.reading import read

    path = made_pdfs.simple(tmp_path / "a.pdf", pages=40)
    seen: list[tuple[int, int]] = []
    reading = pool.read(path, on_page=lambda done, total: seen.append((done, total)))
    assert reading == read(path)
    assert len(reading.pages) == 40
    assert seen[0] == (0, 40)
    assert seen[-1] == (40, 40)
    assert seen == sorted(seen)


def test_no_process_before_it_is_needed() -> None:
    before = children()
    ReaderPool(4).close()
    assert children() == before


def test_readers_leave_the_processor_to_the_window(pool: ReaderPool, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("One line.")
    pool.read(file)
    started = [psutil.Process(pid) for pid in children()]
    assert started
    assert all(child.nice() > psutil.Process().nice() for child in started)
    grouped = [Path(f"/proc/{child.pid}/autogroup") for child in started]
    assert all(group.read_text().endswith(f" {NICE}\n") for group in grouped if group.exists())


def test_refusals_leave_the_reader_alive(pool: ReaderPool, tmp_path: Path) -> None:
    made_pdfs.simple(tmp_path / "good.pdf")
    pool.read(tmp_path / "good.pdf")
    before = children()
    (tmp_path / "bad.pdf").write_bytes(b"junk")
    locked = made_pdfs.save(made_pdfs.new(1), tmp_path / "l.pdf", encryption=4, user_pw="yew")
    with pytest.raises(NotReadable, match="not readable: this is not a PDF file"):
        pool.read(tmp_path / "bad.pdf")
    with pytest.raises(NotReadable, match="the file is gone"):
        pool.read(tmp_path / "nowhere.pdf")
    with pytest.raises(NeedsPassword):
        pool.read(locked)
    assert len(pool.read(locked, password="yew").pages) == 1
    assert len(pool.read(tmp_path / "good.pdf").pages) == 3
    assert children() == before


def test_a_reader_that_is_killed_is_replaced(pool: ReaderPool, long_pdf: Path) -> None:
    before = children()

    def shoot(done: int, total: int) -> None:
        if done > 0:
            for pid in children() - before:
                os.kill(pid, signal.SIGKILL)

    pool_of_one = ReaderPool(1)
    with pytest.raises(ReaderFailed, match=r"the reader stopped while reading page \d+ of 200"):
        pool_of_one.read(long_pdf, on_page=shoot)
    assert len(pool_of_one.read(long_pdf).pages) == PAGES
    pool_of_one.close()
    assert children() == before


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs job control")
def test_a_reader_that_falls_silent_is_replaced(hasty: ReaderPool, long_pdf: Path) -> None:
    before = children()

    def freeze(done: int, total: int) -> None:
        if done > 0:
            for pid in children() - before:
                os.kill(pid, signal.SIGSTOP)

    start = time.monotonic()
    with pytest.raises(ReaderFailed, match=r"stopped answering while reading page \d+ of 200"):
        hasty.read(long_pdf, on_page=freeze)
    assert 1.5 < time.monotonic() - start < 30
    assert children() == before
    assert len(hasty.read(long_pdf).pages) == PAGES


def bomb(path: Path, content: bytes, times: int) -> Path:
    """A page whose content unpacks to ``times`` copies, packed twice: a small file."""
    squeeze = zlib.compressobj(9)
    first, copy = (squeeze.compress(content) + squeeze.flush(zlib.Z_FULL_FLUSH) for _ in "ab")
    packed = first + copy * (times - 1) + squeeze.flush()
    document = made_pdfs.new(2)
    page = document[0]
    made_pdfs.write_lines(page, ["x"])
    made_pdfs.write_lines(document[1], ["The second page is a good one."])
    (xref,) = page.get_contents()
    document.update_stream(xref, zlib.compress(packed, 9), compress=False)
    document.xref_set_key(xref, "Filter", "[/FlateDecode /FlateDecode]")
    return made_pdfs.save(document, path)


def endless(path: Path) -> Path:
    """A page of forms within forms, each drawn a hundred times: of little memory, and no end."""
    document = made_pdfs.new(2)
    page = document[0]
    made_pdfs.write_lines(page, ["x"])
    made_pdfs.write_lines(document[1], ["The second page is a good one."])
    inner, content = 0, b"q 1 0 0 1 0 0 cm Q\n" * 100
    for _ in range(6):
        form = document.get_new_xref()
        inside = f"/Resources<</XObject<</F {inner} 0 R>>>>" if inner else ""
        document.update_object(form, f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]{inside}>>")
        document.update_stream(form, content)
        inner, content = form, b"/F Do\n" * 100
    _, resources = document.xref_get_key(page.xref, "Resources")
    document.xref_set_key(int(resources.split()[0]), "XObject", f"<</F {inner} 0 R>>")
    (xref,) = page.get_contents()
    document.update_stream(xref, page.read_contents() + b"\n/F Do\n")
    return made_pdfs.save(document, path)


def test_a_page_that_never_ends_is_given_up(hasty: ReaderPool, tmp_path: Path) -> None:
    path = endless(tmp_path / "endless.pdf")
    assert path.stat().st_size < 1_000_000
    start = time.monotonic()
    with pytest.raises(ReaderFailed, match="page 1 of 2"):
        hasty.read(path)
    assert time.monotonic() - start < 20
    good = made_pdfs.simple(tmp_path / "good.pdf")
    assert len(hasty.read(good).pages) == 3


def test_the_page_that_is_named_is_the_one_that_hangs(hasty: ReaderPool, tmp_path: Path) -> None:
    """Messages come a few times a second, yet the pages before it take no such time."""
    document = made_pdfs.new(7)
    with pymupdf.open(str(endless(tmp_path / "endless.pdf"))) as bad:
        document.insert_pdf(bad, to_page=0, start_at=5)
    path = made_pdfs.save(document, tmp_path / "sixth.pdf")
    with pytest.raises(ReaderFailed, match="reading page 6 of 8"):
        hasty.read(path)


def test_nothing_is_left_of_a_reader_but_its_work(tmp_path: Path) -> None:
    marks = set(Path(tempfile.gettempdir()).glob("muniment-reader-*"))
    pool_of_one = ReaderPool(1)
    pool_of_one.read(made_pdfs.simple(tmp_path / "a.pdf"))
    pool_of_one.close()
    assert set(Path(tempfile.gettempdir()).glob("muniment-reader-*")) <= marks


@linux
def test_a_page_that_fills_the_memory_costs_only_itself(tmp_path: Path) -> None:
    line = b"BT /helv 4 Tf 9 9 Td (" + b"ab " * 1000 + b") Tj ET\n"
    path = bomb(tmp_path / "fat.pdf", line * 20, 150)
    small = ReaderPool(1, memory_mb=400, patience_s=60)
    try:
        try:
            reading = small.read(path)
        except ReaderFailed:
            pass
        else:
            assert reading.pages[0].problem.startswith("not readable: ")
            assert "The second page is a good one." in reading.text
        good = made_pdfs.simple(tmp_path / "good.pdf")
        assert len(small.read(good).pages) == 3
    finally:
        small.close()


def test_cancel_is_heard_within_half_a_second(pool: ReaderPool, long_pdf: Path) -> None:
    started, asked = threading.Event(), [0.0]

    def cancelled() -> bool:
        if started.is_set() and not asked[0]:
            asked[0] = time.monotonic()
        return bool(asked[0])

    with pytest.raises(Stopped):
        pool.read(long_pdf, on_page=lambda done, total: started.set(), cancelled=cancelled)
    assert time.monotonic() - asked[0] < 0.5


def test_what_cancelled_raises_goes_through(pool: ReaderPool, long_pdf: Path) -> None:
    def cancelled() -> bool:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        pool.read(long_pdf, cancelled=cancelled)
    assert len(pool.read(long_pdf).pages) == PAGES


def test_a_call_waits_for_a_free_reader(pool: ReaderPool, long_pdf: Path) -> None:
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(len(pool.read(long_pdf).pages)))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [PAGES] * 3


def test_a_closed_pool_answers_no_more(long_pdf: Path) -> None:
    closing = ReaderPool(1)
    closing.read(long_pdf)
    before = children()
    closing.close()
    assert len(children()) < len(before)
    with pytest.raises(Stopped):
        closing.read(long_pdf)
    with pytest.raises(Stopped):
        closing.render(long_pdf, 0, 1)


def test_close_ends_a_call_that_runs(long_pdf: Path) -> None:
    closing = ReaderPool(1)
    started = threading.Event()
    ended: list[BaseException] = []

    def work() -> None:
        try:
            closing.read(long_pdf, on_page=lambda done, total: started.set())
        except (Stopped, ReaderFailed) as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(20)
    closing.close()
    thread.join(10)
    assert not thread.is_alive()
    assert len(ended) == 1


def test_a_page_is_drawn_as_shown(pool: ReaderPool, tmp_path: Path) -> None:
    document = made_pdfs.new(2)
    page = document[1]
    page.draw_rect((0, 0, 100, 50), fill=(1, 0, 0), color=(1, 0, 0))
    page.set_rotation(90)
    path = made_pdfs.save(document, tmp_path / "red.pdf")
    picture = pool.render(path, 1, 0.5)
    assert (picture.width, picture.height) == (421, 298)
    assert len(picture.rgb) == picture.width * picture.height * 3
    corner = (5 * picture.width + picture.width - 6) * 3
    assert picture.rgb[corner : corner + 3] == b"\xff\x00\x00"
    assert picture.rgb[:3] == b"\xff\xff\xff"


def test_a_picture_is_never_larger_than_memory_allows(pool: ReaderPool, tmp_path: Path) -> None:
    path = made_pdfs.save(made_pdfs.new(1, width=14_000, height=14_000), tmp_path / "huge.pdf")
    picture = pool.render(path, 0, 4)
    assert picture.width * picture.height <= 25_000_000
    assert picture.scale == pytest.approx(picture.width / 14_000, rel=0.01)


def test_a_page_that_is_not_there(pool: ReaderPool, tmp_path: Path) -> None:
    path = made_pdfs.simple(tmp_path / "a.pdf")
    with pytest.raises(NotReadable, match="there is no page 4"):
        pool.render(path, 3, 1)
    (tmp_path / "a.html").write_text("<p>words</p>")
    with pytest.raises(NotReadable, match="not a PDF"):
        pool.render(tmp_path / "a.html", 0, 1)
    assert pool.render(path, 2, 1).width == 595


def test_drawing_does_not_wait_for_reading(
    pool: ReaderPool, long_pdf: Path, tmp_path: Path
) -> None:
    path = made_pdfs.simple(tmp_path / "a.pdf")
    pool.render(path, 0, 1)
    started = threading.Event()
    reading = threading.Thread(
        target=pool.read, args=(long_pdf,), kwargs={"on_page": lambda done, total: started.set()}
    )
    reading.start()
    assert started.wait(20)
    pool.render(path, 1, 1)
    assert reading.is_alive()
    reading.join()


def test_a_reader_that_never_stops_telling_is_ended(
    pool: ReaderPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_pdfs.simple(tmp_path / "a.pdf")
    with monkeypatch.context() as patched:
        patched.setattr(bounds, "MOST_BYTES", 100)
        with pytest.raises(ReaderFailed, match="more than a document can hold"):
            pool.read(path)
    assert pool.read(path).text


def test_what_is_no_message_fails_the_document_alone(
    pool: ReaderPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_pdfs.simple(tmp_path / "a.pdf")
    real = messages.decode_reply
    with monkeypatch.context() as patched:
        patched.setattr(messages, "decode_reply", lambda frame: real(frame[:-1]))
        with pytest.raises(ReaderFailed, match="no message"):
            pool.read(path)
    assert pool.read(path).text


@linux
def test_a_reader_does_not_outlive_its_parent(long_pdf: Path) -> None:
    source = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from indexers.readers import ReaderPool\n"
        "pool = ReaderPool(1)\n"
        "def tell(done, total):\n"
        "    print(pool._readers[0].pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        f"pool.read(Path({str(long_pdf)!r}), on_page=tell)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60
    )
    pid = int(done.stdout)
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not psutil.pid_exists(pid)
