"""Where text may go: addresses outside this computer, and what the receipt says."""

from __future__ import annotations

import socket

import pytest
from asked_endpoint import CHAT, HELLO, engine
from scripted_server import serving, writes

from warehouse.engine import receipt
from warehouse.engine.endpoint.address import is_loopback, parse, resolve
from warehouse.errors import (
    BadInput,
)
from warehouse.run import Run


@pytest.mark.parametrize(
    "url", ["", "127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://a b", "http://u:p@localhost",
            "http://127.0.0.1:99999", "file:///etc/passwd"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="not the address"):
        parse(url)


def test_addresses_are_taken_apart() -> None:
    assert str(parse("http://LOCALHOST:8080/v1/")) == "http://localhost:8080"
    assert str(parse("https://[::1]/model/v1")) == "https://[::1]:443/model"
    assert parse("http://localhost/größer/a%20b/v1").base == "/gr%C3%B6%C3%9Fer/a%20b"


@pytest.mark.parametrize(
    ("place", "own"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("::ffff:127.0.0.1", True),
     ("10.0.0.1", False), ("192.168.1.2", False), ("0.0.0.0", False), ("::", False),
     ("169.254.169.254", False), ("8.8.8.8", False), ("fe80::1%eth0", False),
     ("::ffff:8.8.8.8", False), ("2001:db8::1", False)],
)  # fmt: skip
def test_only_loopback_is_this_computer(place: str, own: bool) -> None:
    assert is_loopback(place) is own


def test_a_host_that_is_not_this_computer_is_refused_unless_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = parse("http://192.0.2.7:8080")
    with pytest.raises(BadInput, match="not this computer") as caught:
        resolve(address, frozenset())
    assert "Allowed hosts" in caught.value.next_step
    assert resolve(address, frozenset({"192.0.2.7"}))[0][1] == ("192.0.2.7", 8080)


def test_a_name_with_one_address_outside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = ("127.0.0.1", 80), ("192.0.2.7", 80)
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", place) for place in (inside, outside)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    asked = engine("http://both.example")
    with pytest.raises(BadInput, match=r"both\.example \(192\.0\.2\.7\) is not this computer"):
        asked.complete([HELLO], Run())
    assert receipt.kept().count == 0


def test_an_allowed_host_is_given_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name; another name of the same computer is not allowed with it."""
    with serving({CHAT: writes("Far away.")}) as server:
        there = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", server.server_port))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: there)
        monkeypatch.setattr("warehouse.engine.endpoint.address.is_loopback", lambda place: False)
        url = f"http://model.example:{server.server_port}"
        asked = engine(url, endpoint_hosts="other.example, Model.Example")
        assert asked.complete([HELLO], Run())[0].text == "Far away."
        asked.close()
        with pytest.raises(BadInput):
            engine(url, endpoint_hosts="other.example").info()


def test_every_connection_is_on_the_receipt() -> None:
    with serving({CHAT: writes("So.")}) as server:
        asked = engine(server)
        before = receipt.kept().count
        for _ in range(3):
            asked.complete([HELLO], Run())
        asked.close()
        now = receipt.kept()
        assert now.places == {server.url: now.count - before}
        assert now.count > before
        engine("http://127.0.0.1:1")
        assert receipt.kept().count == now.count


@pytest.mark.parametrize("key", ["schlüssel", "two\nlines"])
def test_a_key_that_cannot_be_sent_is_a_sentence(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("MUNIMENT_ENDPOINT_KEY", key)
    with pytest.raises(BadInput, match="characters that no key has"):
        engine("http://127.0.0.1:1")


def test_a_key_of_the_environment_goes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUNIMENT_ENDPOINT_KEY", "secret\n")
    with serving({CHAT: writes("So.")}) as server:
        asked = engine(server)
        asked.complete([HELLO], Run())
        asked.close()
    assert all(headers["Authorization"] == "Bearer secret" for headers in server.headers)
