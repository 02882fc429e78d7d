"""Bytes to text: by what the bytes themselves say, what is said of them, UTF-8, then a guess.

UTF-8 goes before a code of one byte that is only said: there nearly all bytes are letters, and
servers name one for all their pages.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

from indexers.records import Loss
from indexers.text import language

LOST = "\ufffd"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_XML = re.compile(rb"""^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)""")

_MEANT = {
    **dict.fromkeys(("ascii", "iso8859-1"), "cp1252"),
    **dict.fromkeys(("shift_jis", "x-sjis", "windows-31j"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk", "x-gbk"), "gb18030"),
    **dict.fromkeys(("euc_kr", "cseuckr", "ksc_5601", "windows-949"), "cp949"),
    **dict.fromkeys(("iso8859-11", "tis-620", "windows-874", "dos-874"), "cp874"),
    "iso8859-9": "cp1254",
    "iso-8859-8-i": "iso8859-8",
    "x-mac-cyrillic": "mac-cyrillic",
    "big5": "big5hkscs",
    "x-cp1251": "cp1251",
    "x-cp1252": "cp1252",
    "x-euc-jp": "euc_jp",
}
"""What pages and messages call by these names, says the WHATWG's Encoding Standard."""
_WIDE = re.compile("utf-?(?:16|32)|ucs-?[24]", re.IGNORECASE)
_OF_ONE_BYTE = re.compile(r"cp(?:125\d|(?!932|936|949|950)\d{3}$)|iso8859|mac|koi8|latin")
_OF_LETTERS = 0.05  # of the bytes beyond ASCII, that may be none in a code of one byte
_MOST_DAMAGED = 0.01  # of the bytes
_BETWEEN = re.compile(rb"[<>\n]")  # runs of text, and the tags of a page
_SAMPLE, _SHORT_CHARS = 200_000, 4000

_WESTERN = ("cp1252", "cp850", "cp437", "mac_roman")
_CENTRAL = ("cp1250", "iso8859_2", "cp852")
_PAGES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("bs", "cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq"), _CENTRAL),
    **dict.fromkeys(("et", "lt", "lv"), ("cp1257", "iso8859_13")),
    "tr": ("cp1254",),
    "vi": ("cp1258",),
}
"""By the language of a text in Latin letters; of those that are not here, _WESTERN."""
_OTHER_SCRIPTS = re.compile(
    "ar|be|bg|bn|el|fa|gu|he|hi|ja|ka|kk|km|kn|ko|lo|mk|ml|mn|mr|ps|ru|si|sr|ta|te|th|uk|ur|zh|$"
)


def decode(data: bytes, declared: str = "") -> str:
    """Never raises: what cannot be decoded becomes U+FFFD."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    names = (_unless_wide(declared, b"\0" not in data), _unless_wide(_in_page(data), True))
    utf8_first = ("utf-8",) if _is_of_one_byte(declared) and not data.isascii() else ()
    for name in (*utf8_first, *names, "utf-8"):
        text = _try(data, name)
        if text is not None:
            return text
    return _little_damaged(data, names) or _guess(data)


def damage(text: str) -> tuple[Loss, ...]:
    """What the ledger says of a text: nothing where all of it could be read."""
    count = text.count(LOST)
    if not count:
        return ()
    letters = "1 letter" if count == 1 else f"{count:,} letters"
    return (Loss("reading", "text", f"{letters} that could not be read, written as {LOST}"),)


def _in_page(data: bytes) -> str:
    match = _XML.match(data[:200]) or _META.search(data[:4096])
    return match.group(1).decode("ascii", "replace") if match else ""


def _unless_wide(name: str, narrow: bool) -> str:
    """A name that was read in letters of one byte cannot be that of a code of two or four."""
    return "utf-8" if narrow and _WIDE.match(name) else name


def _codec(name: str) -> str:
    """Raises LookupError."""
    spelled = name.strip().lower()
    known = _MEANT.get(spelled) or codecs.lookup(spelled).name
    return _MEANT.get(known, known)


def _is_of_one_byte(name: str) -> bool:
    try:
        return _OF_ONE_BYTE.match(_codec(name)) is not None
    except (LookupError, ValueError):
        return False


def _try(data: bytes, name: str) -> str | None:
    try:
        return data.decode(_codec(name)) if name else None
    except (LookupError, ValueError):
        return None


def _little_damaged(data: bytes, names: tuple[str, ...]) -> str:
    """UTF-8 where it shows, else as declared, with less than a hundredth of it lost; else "".

    A few bytes of another charset in plain English are no sign of UTF-8.
    """
    text = data.decode("utf-8", "replace")
    lost = text.count(LOST)
    shows = sum(letter > "\x7f" for letter in text) > 2 * lost
    if shows and lost <= _MOST_DAMAGED * len(data):
        return text
    for name in names:
        if name and (text := _mostly(data, name)):
            return text
    return ""


def _mostly(data: bytes, name: str) -> str:
    try:
        codec = _codec(name)
        text = "" if codec == "utf-8" else data.decode(codec, "replace")
    except (LookupError, ValueError):
        return ""
    lost = text.count(LOST)
    if _OF_ONE_BYTE.match(codec) and lost > _OF_LETTERS * sum(byte > 0x7F for byte in data):
        return ""  # a wrong name: most bytes of any text are a letter there
    return text if lost <= _MOST_DAMAGED * len(data) else ""


def _guess(data: bytes) -> str:
    """Of Latin letters in a code page of the language that shows in the guess: what guesses takes
    the accents of half of Europe for those of another half.
    """
    from charset_normalizer import from_bytes  # slow to load, seldom needed

    runs = b"\n\n".join(run for run in _BETWEEN.split(data) if not run.isascii())
    sample = data if b"\0" in data else runs
    best = from_bytes(sample[:_SAMPLE]).best()
    name = best.encoding if best else "cp1252"
    words = sample.decode(name, "replace")
    likeliest = (code for code, _ in language.ranked(words[:_SHORT_CHARS]))
    spoken = language.detect(words) or next(likeliest, "")
    text = data.decode(name, "replace")
    is_of_others = _OTHER_SCRIPTS.match(spoken) or (_is_of_one_byte(name) and not _is_latin(words))
    if b"\0" in data or is_of_others:
        return text
    pages = _PAGES.get(spoken, _WESTERN)
    read = [decoded for page in pages if (decoded := _try(data, page)) is not None]
    if pages is _CENTRAL and text not in read[2:]:  # of Windows or ISO: signs are letters there
        return max(read[:2], key=_letters_beyond_ascii, default=text)
    return text if text in read else next(iter(read), text)


def _is_latin(text: str) -> bool:
    beyond = [letter for letter in text if letter > "\x7f" and letter.isalpha()]
    latin = sum("LATIN" in unicodedata.name(letter, "") for letter in beyond)
    return 2 * latin >= len(beyond)


def _letters_beyond_ascii(text: str) -> int:
    return sum(letter > "\x7f" and letter.isalpha() for letter in text)
