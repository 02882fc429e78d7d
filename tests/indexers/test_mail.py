from __future__ import annotations

import base64
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from indexers.flowing.mail import read_message
from indexers.records import Reading

PLAIN = "Dear all, please find the figures attached below, with the annex of the contract."
FIGURES = "Oak,Elm\n1,2\n"
STUB = "Your e-mail program does not show HTML. Please open this message in a browser."
NEWS = "The mill burned down in the night of the third, and forty ledgers with it. " * 3


def figures() -> MIMEText:
    made = MIMEText(FIGURES, "csv")
    made.add_header("Content-Disposition", "attachment", filename="figures.csv")
    return made


def holding(kind: str, *parts: MIMEBase) -> MIMEMultipart:
    made = MIMEMultipart(kind)
    for part in parts:
        made.attach(part)
    return made


def from_mail(message: MIMEMultipart) -> Reading:
    message["Subject"] = "The figures"
    message["From"] = "birch@tower.example"
    return read_message(message.as_bytes())


def test_what_hangs_on_the_form_that_is_not_taken() -> None:
    inner = EmailMessage()
    inner["Subject"] = "The shelf"
    inner.set_content("Nobody saw it.")
    full = holding("mixed", MIMEText(f"<p>{PLAIN}</p>", "html"), figures())
    full.attach(holding("related", MIMEText("<p>Regards</p>", "html"), MIMEMessage(inner)))
    reading = from_mail(holding("alternative", MIMEText(PLAIN), full))
    assert reading.text.count(PLAIN) == 1 and "Regards" not in reading.text
    assert "The shelf\n\nSubject: The shelf\n\nNobody saw it." in reading.text
    assert [(one.name, one.data.decode()) for one in reading.enclosed] == [("figures.csv", FIGURES)]


def test_what_hangs_on_each_form_is_enclosed_once() -> None:
    forms = [
        holding("mixed", MIMEText(words, kind), figures())
        for words, kind in ((PLAIN, "plain"), (f"<p>{PLAIN}</p>", "html"))
    ]
    reading = from_mail(holding("alternative", *forms))
    assert reading.text.count(PLAIN) == 1
    assert len(reading.enclosed) == 1


def test_a_plain_form_that_says_nothing_of_the_other() -> None:
    reading = from_mail(holding("alternative", MIMEText(STUB), MIMEText(f"<p>{NEWS}</p>", "html")))
    assert NEWS.strip() in reading.text and STUB not in reading.text


def test_the_plain_form_of_the_same_text_is_taken() -> None:
    footer = "<p>Sent from the tower. Unsubscribe here.</p>"
    full = MIMEText(f"<p>{NEWS} in HTML</p>{footer}", "html")
    reading = from_mail(holding("alternative", MIMEText(NEWS), full))
    assert NEWS.strip() in reading.text and "Unsubscribe" not in reading.text


@pytest.mark.parametrize("other", ["calendar", "x-amp-html"])
def test_a_form_for_other_programs_is_not_taken_for_the_words(other: str) -> None:
    plain, odd = MIMEText("Ledgers at ten."), MIMEText("BEGIN:VCALENDAR", other)
    full = MIMEText(f"<p>{NEWS}</p>", "html")
    assert "Ledgers at ten." in from_mail(holding("alternative", plain, odd)).text
    assert NEWS.strip() in from_mail(holding("alternative", plain, full, odd)).text
    alone = from_mail(holding("alternative", MIMEText(""), odd))
    assert f"text/{other}" in alone.text


@pytest.mark.parametrize("name", ["To", "Cc"])
def test_of_many_receivers_none_is_lost(name: str) -> None:
    many = [f"=?utf-8?q?Birch_=C3=96ak_{at}?= <birch{at}@tower.example>" for at in range(900)]
    fold = ",\r\n ".join(many)
    text = read_message(f"{name}: {fold}\r\nSubject: Figures\r\n\r\nSee below.".encode()).text
    assert len(fold) > 2 * 16_384
    for at in range(900):
        assert f"Birch Öak {at} <birch{at}@tower.example>" in text


def forwarded(body: bytes, more: str = "") -> Reading:
    head = f"Subject: Fwd\r\nMIME-Version: 1.0\r\nContent-Type: message/rfc822\r\n{more}\r\n"
    return read_message(head.encode() + body)


def test_a_forwarded_message_that_is_sent_in_letters_of_base64() -> None:
    inner = "From: yew@tower.example\r\nSubject: The shelf\r\n\r\nNobody saw it.\r\n"
    base64_of = "Content-Transfer-Encoding: base64\r\n"
    reading = forwarded(base64.encodebytes(inner.encode()), base64_of)
    assert (
        "The shelf\n\nFrom: yew@tower.example\nSubject: The shelf\n\nNobody saw it." in reading.text
    )
    assert "(no subject)" not in reading.text
    assert "Nobody saw it." in forwarded(b"\r\nNobody saw it.").text
    noise = forwarded(base64.encodebytes(b"\x00no mail at all"), base64_of)
    assert [loss.what for loss in noise.losses] == ["message"]


def test_what_was_not_delivered_and_why() -> None:
    status = (
        "Subject: Undelivered\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nIt came back.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; tower.example\r\n\r\n"
        "Final-Recipient: rfc822; yew@tower.example\r\nStatus: 5.1.1\r\n"
        "Diagnostic-Code: smtp; 550 no such\r\n user\r\n\r\n--b--\r\n"
    )
    text = read_message(status.encode()).text
    assert "Reporting-MTA: dns; tower.example" in text
    assert "Status: 5.1.1\nDiagnostic-Code: smtp; 550 no such user" in text


@pytest.mark.parametrize("code", ["iso-8859-1", "utf-8", "koi8-r"])
@pytest.mark.parametrize("whole", [True, False])
def test_fields_that_are_written_in_the_charset_of_the_text(code: str, whole: bool) -> None:
    subject, name = ("Überprüfung", "Jürgen") if code != "koi8-r" else ("Проверка", "Юрий")
    part = f"Content-Type: text/plain; charset={code}\r\n\r\n{subject} folgt.\r\n"
    if not whole:
        part = f"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n{part}--b--\r\n"
    head = f"From: {name} =?utf-8?q?=C3=96ak?= <j@tower.example>\r\nSubject: {subject}\r\n"
    reading = read_message(f"{head}MIME-Version: 1.0\r\n{part}".encode(code))
    assert reading.title == subject
    assert f"From: {name} Öak <j@tower.example>\nSubject: {subject}" in reading.text
    assert reading.authors == (f"{name} Öak",) and reading.losses == ()


def test_a_field_that_says_nothing_of_its_charset() -> None:
    reading = read_message("Subject: Überprüfung der Mühle\r\n\r\nSie folgt.\r\n".encode("cp1252"))
    assert reading.title == "Überprüfung der Mühle"
