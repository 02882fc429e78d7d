"""E-mail: one message (.eml) or a box of them (.mbox), each a place with its headers as facts.

Of a text sent in two forms the plain one is taken, unless it lacks most of a longer one; what hangs
on the form that is not taken is kept. A forwarded message is read where it stands.
An attachment of a kind that is read comes along as ``enclosed`` and becomes a document of its
own; any other is named as not read.
"""

from __future__ import annotations

import contextlib
import email
import email.utils
import mimetypes
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import msgspec

from indexers.detect import FORMATS
from indexers.errors import NotReadable
from indexers.flowing.flow import Flow, one_line
from indexers.flowing.mailfields import POLICY, rest
from indexers.flowing.markup import CUT, html_tree, is_cut, pour
from indexers.flowing.plain import unwrapped
from indexers.flowing.webblocks import blocks
from indexers.process.handed import Document
from indexers.records import Enclosure, OnPage, Reading
from indexers.text.charsets import decode

MOST_BYTES_A_MESSAGE = 128 * 1024 * 1024
MOST_BYTES_ENCLOSED = 256 * 1024 * 1024
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_SHORTEST_PLAIN = 40
_MOST_UNTOLD = 0.5  # of the words in HTML
_WORD = re.compile(r"\w+")
_DEEPEST = 8
_BEGINS = re.compile(rb"From \S.*\d{4}\s*$")
_FIELD = re.compile(rb">?[!-9;-~]+:")
_NESTED = "its parts or its headers are nested too deeply"
_NO_MAIL = "this is not an e-mail, whatever its name says"
_SECRET = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")


def read_message(data: bytes) -> Reading:
    """Raises NotReadable."""
    box = _Box(Flow())
    message = _parsed(data)
    try:
        box.message(message)
    except RecursionError as error:
        raise NotReadable(_NESTED) from error
    facts = {"title": _subject(message), "author": _sender(message), "date": _day(message)}
    return box.reading(facts)


def read_box(path: Document, on_page: OnPage) -> Reading:
    """Every message in the order of the file. Raises NotReadable."""
    box = _Box(Flow(on_page))
    read = refused = 0
    for number, data in enumerate(_messages(path), 1):
        name = f"message {number:,}"
        if len(data) > MOST_BYTES_A_MESSAGE:
            box.flow.lose(name, "it is larger than a message that is read")
            continue
        try:
            message = _parsed(data)
        except NotReadable as error:
            refused += 1
            box.flow.lose(name, error.reason)
            continue
        read += 1
        box.flow.place(name)
        try:
            box.message(message)
        except RecursionError:
            box.flow.lose(name, _NESTED)
    if refused and not read:
        raise NotReadable(_NO_MAIL)
    return msgspec.structs.replace(box.reading({}), title="")


def _messages(path: Document) -> Iterator[bytes]:
    """A line that begins one stands over a header; "From our meeting in 2019" is of the text."""
    lines: list[bytes] = []
    size, blank, begins = 0, True, b""
    with path.open("rb") as file:
        for line in file:
            if begins and _FIELD.match(line):
                if lines:
                    yield b"".join(lines)
                lines, size = [], 0
            elif begins:
                lines.append(begins)
            begins = line if blank and _BEGINS.match(line) else b""
            if not begins and size <= MOST_BYTES_A_MESSAGE:
                size += len(line)
                lines.append(line[1:] if line.startswith(b">From ") else line)
            blank = not line.strip()
    if lines or begins:
        yield b"".join([*lines, begins])


def _parsed(data: bytes) -> EmailMessage:
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    try:
        message = email.message_from_bytes(data, policy=POLICY)
    except RecursionError as error:
        raise NotReadable(_NESTED) from error
    if not isinstance(message, EmailMessage) or not message.keys():
        raise NotReadable(_NO_MAIL)
    return message


class _Box:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._enclosed: list[Enclosure] = []
        self._size = self._pictures = 0

    def reading(self, facts: dict[str, str]) -> Reading:
        if self._pictures:
            self.flow.lose("pictures", f"within messages, not read: {self._pictures:,}")
        reading = self.flow.reading("mail", facts)
        return msgspec.structs.replace(reading, enclosed=tuple(self._enclosed))

    def message(self, message: EmailMessage, depth: int = 1) -> None:
        self.flow.heading(min(depth, 6), _subject(message) or "(no subject)")
        self.flow.lines([f"{name}: {text}" for name in _SHOWN if (text := _header(message, name))])
        self._part(message, depth)

    def _part(self, part: EmailMessage, depth: int) -> None:
        kind = part.get_content_type()
        if kind in _SECRET:
            self.flow.lose(_name(part) or "message", "it is encrypted or sealed")
        elif kind == "multipart/alternative":
            self._forms(part, depth) if part.is_multipart() else self._text(part)
        elif kind == "message/delivery-status":
            for fields in _parts(part):
                self.flow.lines([f"{name}: {_header(fields, name)}" for name in fields])
        elif part.is_multipart() and kind != "message/rfc822":
            for inner in _parts(part):
                self._part(inner, depth)
        elif kind == "message/rfc822" and depth < _DEEPEST:
            self._forwarded(part, depth + 1)
        elif _is_attached(part):
            self._attachment(part)
        else:
            self._text(part)

    def _forwarded(self, part: EmailMessage, depth: int) -> None:
        """Python does not undo the encoding of a whole message, in which none may be sent."""
        code = str(part["Content-Transfer-Encoding"] or "").strip().lower()
        for inner in _parts(part):
            if code in ("base64", "quoted-printable") and not inner.keys():
                inner["Content-Transfer-Encoding"] = code
                try:
                    inner = _parsed(_payload(inner))
                except NotReadable as error:
                    self.flow.lose("message", error.reason)
                    continue
            self.message(inner, depth)

    def _forms(self, part: EmailMessage, depth: int) -> None:
        forms = _parts(part)
        best = _best(forms)
        if best is not None:
            self._part(best, depth)
        for form in forms:
            if form is not best:
                self._attached(form, depth)

    def _attached(self, form: EmailMessage, depth: int) -> None:
        """What hangs on a form whose text is not taken."""
        for inner in _parts(form):
            if inner.get_content_type() == "message/rfc822":
                self._part(inner, depth)
            elif inner.is_multipart():
                self._attached(inner, depth)
            elif _is_attached(inner) and not self._has(inner):
                self._attachment(inner)

    def _has(self, part: EmailMessage) -> bool:
        """Whether it is enclosed already: it may hang on each form."""
        data = _payload(part)
        return any(enclosed.data == data for enclosed in self._enclosed)

    def _text(self, part: EmailMessage) -> None:
        text = _decoded(part)
        if part.get_content_type() != "text/html":
            for block in unwrapped(text):
                lines = block.split("\n")
                self.flow.lines(lines) if len(lines) > 1 else self.flow.paragraph(block)
            return
        try:
            tree = html_tree(text)
            shown, veiled = blocks(tree)
            pour(shown, veiled, self.flow)
            if is_cut(tree):
                self.flow.lose("message", CUT)
        except NotReadable as error:
            self.flow.lose("message", error.reason)

    def _attachment(self, part: EmailMessage) -> None:
        name, data = _name(part), _payload(part)
        within = part.get_content_disposition() != "attachment" and part.get("Content-ID")
        if within and part.get_content_maintype() == "image":
            self._pictures += 1
            return
        self.flow.paragraph(f"Attachment: {name or part.get_content_type()} ({_size(len(data))})")
        suffix = _suffix(name, part.get_content_type())
        what = f"attachment {name or part.get_content_type()}"
        if not data:
            self.flow.lose(what, "it is empty or damaged")
        elif not suffix:
            self.flow.lose(what, "this kind of file is not supported")
        elif self._size + len(data) > MOST_BYTES_ENCLOSED:
            self.flow.lose(what, "too large; save it and add it by itself")
        else:
            self._size += len(data)
            self._enclosed.append(Enclosure(name or f"attachment{suffix}", suffix, data))


def _parts(part: EmailMessage) -> list[EmailMessage]:
    return [inner for inner in part.iter_parts() if isinstance(inner, EmailMessage)]


def _is_attached(part: EmailMessage) -> bool:
    if part.get_content_disposition() == "attachment" or part.get_filename():
        return True
    return part.get_content_type() not in ("text/plain", "text/html")


def _best(forms: list[EmailMessage]) -> EmailMessage | None:
    """The plain form, unless it only says that there is another; None of none."""
    best = next((form for form in forms if form.get_content_type() == "text/plain"), None)
    full = next((form for form in reversed(forms) if _pages(form)), None)
    words = _decoded(best).strip() if best is not None else ""
    if full is not None and (len(words) < _SHORTEST_PLAIN or _lacks_most(words, full)):
        best = full
    elif not words and forms:
        best = forms[-1]
    return best


def _pages(form: EmailMessage) -> list[EmailMessage]:
    """Its text in HTML."""
    if form.is_multipart():
        return [page for inner in _parts(form) for page in _pages(inner)]
    return [form] if form.get_content_type() == "text/html" and not _is_attached(form) else []


def _lacks_most(plain: str, full: EmailMessage) -> bool:
    """Whether the form in HTML is longer, and most of its words do not stand in the plain one."""
    plain_words = _WORD.findall(plain.casefold())
    known = set(plain_words)
    words: list[str] = []
    for page in _pages(full):
        with contextlib.suppress(NotReadable):
            shown, _ = blocks(html_tree(_decoded(page)))
            words += _WORD.findall(" ".join(block.text for block in shown).casefold())
    untold = sum(word not in known for word in words)
    return len(words) > len(plain_words) and untold > _MOST_UNTOLD * len(words)


def _decoded(part: EmailMessage) -> str:
    return decode(_payload(part), _charset(part))


def _payload(part: EmailMessage) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _header(message: EmailMessage, name: str) -> str:
    """Decoded; what is malformed as it stands, since the parser of addresses may give up. Letters
    that are not spelled in ASCII, as old programs write them, are of the charset of the text.
    """
    written = (value for key, value in message.raw_items() if key.lower() == name.lower())
    raw = str(next(written, ""))
    if not raw.isascii():
        raw = decode(raw.encode("utf-8", "surrogateescape"), _charset(message))
    try:
        return one_line(str(POLICY.header_fetch_parse(name, raw)) + rest(raw))
    except Exception:  # its parser raises many kinds on a header it does not understand
        return one_line(raw)


def _charset(message: EmailMessage) -> str:
    while parts := _parts(message):
        message = parts[0]
    return message.get_content_charset("") or ""


def _subject(message: EmailMessage) -> str:
    return _header(message, "Subject")


def _sender(message: EmailMessage) -> str:
    name, address = email.utils.parseaddr(_header(message, "From"))
    return name or address


def _day(message: EmailMessage) -> str:
    try:
        return email.utils.parsedate_to_datetime(_header(message, "Date")).strftime("%Y-%m-%d")
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _name(part: EmailMessage) -> str:
    try:
        return one_line(part.get_filename() or "")
    except Exception:  # as for headers
        return ""


def _suffix(name: str, kind: str) -> str:
    """One that is read, by its name or else by what the message calls it; else ""."""
    for suffix in (Path(name).suffix.lower(), mimetypes.guess_extension(kind) or ""):
        if suffix in FORMATS:
            return suffix
    return ""


def _size(number: int) -> str:
    return f"{number / 1024:,.0f} KB" if number >= 1024 else "less than 1 KB"
