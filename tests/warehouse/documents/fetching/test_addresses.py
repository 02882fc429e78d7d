"""Addresses: what is public, in every spelling that hides something else."""

from __future__ import annotations

import pytest

from warehouse.documents.fetching.addresses import (
    Address,
    NotAllowed,
    is_public,
    parse,
    public_addresses,
    typed,
)

PRIVATE = """
127.0.0.1 127.8.8.8 0.0.0.0 0.1.2.3 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254
100.64.0.1 192.0.2.1 198.18.0.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 nonsense
:: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::127.0.0.1
64:ff9b::10.0.0.1 64:ff9b:1::1 2002:7f00:1:: 2002:c0a8:101:: fe80::1 fe80::1%eth0 fc00::1 fec0::1
2606:4700::5efe:127.0.0.1 2606:4700::200:5efe:10.0.0.1 ::ffff:0:127.0.0.1 3fff::1 192.88.99.1
fd12:3456::1 ff02::1 2001:db8::1 2001:0000:4136:e378:8000:63bf:80ff:fffe
"""
PUBLIC = "1.1.1.1 93.184.216.34 2606:4700::1111 ::ffff:1.1.1.1 64:ff9b::1.1.1.1"
THIS_MACHINE = "127.0.0.1 2130706433 0x7f000001 0177.0.0.1 127.1 0 ::1 localhost"


@pytest.mark.parametrize("address", PRIVATE.split())
def test_own_and_special_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC.split())
def test_others_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "::1", "localhost"],
)
def test_every_spelling_of_this_machine_is_refused(host: str) -> None:
    with pytest.raises(NotAllowed):
        public_addresses(host, 80)


def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(host: str, port: int, type: int) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", (ip, port)) for ip in ("1.1.1.1", "192.168.0.1")]

    monkeypatch.setattr("socket.getaddrinfo", answers)
    with pytest.raises(NotAllowed, match=r"192\.168\.0\.1"):
        public_addresses("two-faced.example", 443)


def test_an_address_is_taken_apart() -> None:
    assert parse(" https://Example.ORG./a b?q=ü#part ".replace("a b", "a%20b")) == Address(
        "https", "example.org", 443, "/a%20b?q=%C3%BC"
    )
    assert parse("http://bücher.example:8080").url == "http://xn--bcher-kva.example:8080/"
    assert parse("http://[2606:4700::1111]/").url == "http://[2606:4700::1111]/"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://",
        "https://user:secret@example.org/",
        "https://user@example.org/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\r\nX-Evil: 1",
        "https://example.org/\x00",
        "https://-example.org/",
        "https://" + "a" * 300 + ".org/",
        "https://example.org/" + "a" * 5000,
        "https://[::1",
    ],
)
def test_what_is_no_plain_web_address_is_refused(url: str) -> None:
    with pytest.raises(NotAllowed):
        parse(url)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (" example.org/page?q=1 ", "https://example.org/page?q=1"),
        ("example.org:8443", "https://example.org:8443/"),
        ("www.example.org", "https://www.example.org/"),
        ("http://example.org", "http://example.org/"),
    ],
)
def test_an_address_may_be_written_without_its_scheme(text: str, url: str) -> None:
    assert typed(text).url == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        "two words",
        "javascript:alert(1)",
        "mailto:a@b.org",
        "file:///etc/passwd",
        "//b.org/",
        "/x",
    ],
)
def test_what_is_written_without_being_an_address_is_refused(text: str) -> None:
    with pytest.raises(NotAllowed):
        typed(text)
