from __future__ import annotations

from pathlib import Path

import pytest

from indexers.reading import read
from indexers.text.charsets import damage, decode

GERMAN = "Die Brücke über die Lune wurde größtenteils im Jahr 1953 gebaut. " * 10


def page(charset: str, words: str) -> str:
    return f'<html><head><meta charset="{charset}"></head><body><p>{words}</p></body></html>'


def test_one_bad_byte_costs_one_letter() -> None:
    assert decode(GERMAN.encode() + b"\xff end") == f"{GERMAN}\ufffd end"
    assert decode((GERMAN + "Mühe").encode()[:-3]) == f"{GERMAN}M\ufffd"


def test_one_bad_byte_in_the_charset_that_is_declared() -> None:
    raw = page("windows-1252", GERMAN).encode("cp1252") + b"\x81"
    assert decode(raw) == page("windows-1252", GERMAN) + "\ufffd"


@pytest.mark.parametrize("declared", ["iso-8859-1", "us-ascii", "windows-1252"])
def test_a_wrong_name_of_one_byte_is_not_believed(declared: str) -> None:
    words = "日本語のテキスト、です。"
    raw = page(declared, words + "<i></i>" * 400).encode("cp932")
    assert words in decode(raw, declared)


@pytest.mark.parametrize("declared", ["iso-8859-1", "us-ascii", "windows-1251", "koi8-r"])
def test_utf_8_is_read_as_such_whatever_code_of_one_byte_is_declared(declared: str) -> None:
    for words in (
        "Brücke, café und “Mühle” für 5 €.",
        "Мельница стоит у реки.",
        "日本語の橋です。",
    ):
        assert decode(words.encode(), declared) == words
        assert decode(page("utf-8", words).encode(), declared) == page("utf-8", words)
    for words in ("Мельница у реки.", "ЁЛКА", "Ель и ёлка"):
        assert decode(words.encode("cp1251"), "windows-1251") == words
        assert decode(words.encode("koi8-r"), "koi8-r") == words
    assert decode("É “Ü” café".encode("cp1252"), "iso-8859-1") == "É “Ü” café"


def test_plain_english_with_an_accent_of_another_charset_is_not_utf_8() -> None:
    words = "The bridge was built by a man from Besançon, in the year that the mill burned. "
    for raw in ((words * 3).encode("cp1252"), page("utf-8", words).encode("cp1252")):
        assert "\ufffd" not in decode(raw)


@pytest.mark.parametrize(
    ("charset", "words"),
    [
        ("cp1252", "Le procès où l'on décida du château à côté de la forêt fut très long."),
        ("cp1252", "Bron över ån byggdes år 1953 och är fortfarande öppen för trafik."),
        ("cp1252", "Broen over åen ble bygget i 1953, og møllen lå på østsiden av den."),
        ("cp1252", "Il ponte è stato costruito nel 1953; perché la città è così lontana?"),
        ("cp1252", "A ponte não foi construída em 1953; a população da região é maior."),
        ("cp1252", "De coördinator zei dat de reünie in België geïnspireerd was."),
        ("cp1252", "The café’s mill cost £5 in 1850 and stood on 30 m² of land."),
        ("cp1252", "“We don’t”—he said at 25 °C—“need it.” That wasn’t all."),
        ("cp1250", "Mlyn stál na východnom brehu, kde žil mlynár so svojou ženou."),
        ("iso8859-2", "Środkowa część młyna stała na wschodnim brzegu, gdzie była też łąka."),
        ("cp1250", "Młyn stał na wschodnim brzegu, gdzie mieszkał młynarz z żoną."),
        ("cp1251", "Мельница стояла на восточном берегу, где жил мельник с женой."),
        ("koi8-r", "Мельница стояла на восточном берегу, где жил мельник с женой."),
        ("cp1253", "Ο μύλος βρισκόταν στην ανατολική όχθη, όπου ζούσε ο μυλωνάς."),
        ("cp1257", "Malūnas stovėjo rytiniame krante, kur gyveno malūnininkas su žmona."),
        ("cp932", "水車小屋は東の岸に立っていて、そこに粉屋が妻と住んでいました。"),
    ],
)
def test_what_declares_no_charset_is_read_in_one_of_its_language(charset: str, words: str) -> None:
    for text in (words, f"{words}\n" * 40, f"<p class=main>The {'<br>' * 400}\n<b>{words}</b></p>"):
        assert decode(text.encode(charset)) == text


@pytest.mark.parametrize("charset", ["utf-16", "UTF-16LE", "utf-32", "ucs-2"])
def test_a_wide_charset_that_is_declared_in_narrow_letters(charset: str) -> None:
    for words in ("The bridge over the Lune. ", "Die Brücke über die Lune."):
        assert decode(page(charset, words).encode()) == page(charset, words)
        assert decode(words.encode(), charset) == words


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_a_wide_charset_that_nothing_declares(charset: str) -> None:
    for words in ("Le procès où l'on décida du château. ", "Die Brücke über die Lune ist schön. "):
        assert decode((words * 20).encode(charset)) == words * 20


def test_a_wide_charset_that_is_true() -> None:
    assert decode("Brücke".encode("utf-16-le"), "utf-16le") == "Brücke"


@pytest.mark.parametrize(
    ("declared", "meant", "words"),
    [
        ("Shift_JIS", "cp932", "①株式会社㈱日立は橋を建設した。～"),
        ("x-sjis", "cp932", "橋を建設した。"),
        ("gb2312", "gbk", "朱镕基总理"),
        ("euc-kr", "cp949", "똠방각하는 다리를"),
        ("ks_c_5601-1987", "cp949", "펲시콜라와 다리를"),
        ("iso-8859-9", "cp1254", "Köprü “1953” yılında yapıldı"),
        ("iso-8859-1", "cp1252", "coûte 5 €"),
    ],
)
def test_names_mean_what_the_web_means_by_them(declared: str, meant: str, words: str) -> None:
    raw = page(declared, words).encode(meant)
    assert decode(raw) == page(declared, words)
    assert decode(words.encode(meant), declared) == words


def test_what_could_not_be_read_is_told() -> None:
    assert damage("whole") == ()
    assert [loss.reason for loss in damage("a\ufffdb\ufffd")] == [
        "2 letters that could not be read, written as \ufffd"
    ]


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.csv"])
def test_readers_tell_what_is_damaged(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(GERMAN.encode() + b"\xff the end of it\n")
    reading = read(tmp_path / name)
    assert "Brücke" in reading.text
    assert [loss.what for loss in reading.losses] == ["text"]
