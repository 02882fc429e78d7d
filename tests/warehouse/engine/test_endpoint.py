"""Model servers that misbehave, addresses outside this computer, and what the receipt says."""

from __future__ import annotations

import math
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Handler, Server, not_found, says, serving, writes

from warehouse import receipt
from warehouse.engine import EndpointEngine
from warehouse.engine.endpoint.address import is_loopback, parse, resolve
from warehouse.engine.endpoint.servers import harmless
from warehouse.engine.endpoint.structured import checked
from warehouse.engine.protocol import ChooseRequest, Message, Request, ScoreRequest
from warehouse.errors import (
    BadInput,
    Cancelled,
    ContextOverflow,
    EndpointFailed,
    EngineDied,
    EngineError,
    MunimentError,
)
from warehouse.run import Run
from warehouse.settings import Settings

CHAT = "/v1/chat/completions"
HELLO = Request("hello", (Message("user", "Hello?"),), 20)
SHAPE = {
    "type": "object",
    "properties": {
        "who": {"type": "string"},
        "years": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["who", "years"],
    "additionalProperties": False,
}
FORM = Request("form", (Message("user", "Fill in."),), 20, schema=SHAPE)


def engine(server: Server | str, **more: Any) -> EndpointEngine:
    url = server if isinstance(server, str) else server.url
    return EndpointEngine(Settings(endpoint=url, endpoint_patience_s=5, **more))


def failing(answer: Any, error: type[MunimentError] = EndpointFailed) -> str:
    """The sentence of the error that ``answer`` to a completion ends in."""
    with serving({CHAT: answer}) as server:
        asked = engine(server)
        with pytest.raises(error) as caught:
            asked.complete([HELLO], Run())
        asked.close()
    return str(caught.value)


# What is said and heard


def test_a_reply_is_streamed_and_its_end_told() -> None:
    with serving({CHAT: writes("It ", "is ", "so.")}) as server:
        asked = engine(server)
        texts: list[str] = []
        (reply,) = asked.complete([HELLO], Run(), lambda _, text: texts.append(text))
        asked.close()
    assert texts == ["It ", "It is ", "It is so."]
    assert (reply.text, reply.finish, reply.completion_tokens) == ("It is so.", "stop", 3)
    (body,) = server.asked(CHAT)
    assert body["messages"] == [{"role": "user", "content": "Hello?"}]
    assert (body["max_tokens"], body["temperature"], body["seed"]) == (20, 0, 42)


def test_requests_go_side_by_side() -> None:
    together = threading.Barrier(3)

    def answer(handler: Handler, body: dict[str, Any]) -> None:
        together.wait(10)
        writes(body["messages"][0]["content"])(handler, body)

    asked = [Request("hello", (Message("user", f"{n}"),), 20) for n in range(3)]
    with serving({CHAT: answer}) as server:
        three = engine(server, parallel=3)
        replies = three.complete(asked, Run())
        three.close()
    assert [reply.text for reply in replies] == ["0", "1", "2"]


def test_a_question_goes_before_background_work() -> None:
    order: list[str] = []
    first, go_on = threading.Event(), threading.Event()

    def answer(handler: Handler, body: dict[str, Any]) -> None:
        order.append(body["messages"][0]["content"])
        first.set()
        assert go_on.wait(10)
        writes("So.")(handler, body)

    def ask(words: list[str], foreground: bool) -> None:
        requests = [Request("hello", (Message("user", word),), 20) for word in words]
        one.complete(requests, Run(foreground=foreground))

    with serving({CHAT: answer}) as server:
        one = engine(server, parallel=1)
        one.info()
        behind = threading.Thread(target=ask, args=(["b1", "b2"], False))
        behind.start()
        assert first.wait(10)
        ahead = threading.Thread(target=ask, args=(["question"], True))
        ahead.start()
        while not one._gate._urgent:
            time.sleep(0.01)
        go_on.set()
        for thread in (behind, ahead):
            thread.join(10)
        one.close()
    assert order == ["b1", "question", "b2"]


# Servers that misbehave


def test_a_stream_that_breaks_off_is_asked_for_once_more() -> None:
    def cut(handler: Handler, body: dict[str, Any]) -> None:
        if len(handler.server.asked(CHAT)) > 1:
            writes("Whole.")(handler, body)
        else:
            handler.begin_stream()
            handler.piece("Ha")

    with serving({CHAT: cut}) as server:
        asked = engine(server)
        assert asked.complete([HELLO], Run())[0].text == "Whole."
        asked.close()


def test_a_stream_that_always_breaks_off_is_a_sentence() -> None:
    def cut(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        handler.piece("Ha")

    assert "broke off" in failing(cut)


def test_errors_of_the_server_are_sentences() -> None:
    assert "has failed: on fire" in failing(says({"error": {"message": "on fire"}}, 500))
    assert "refused: what?" in failing(says({"error": "what?"}, 400), EngineError)
    assert "wants a key" in failing(says({"error": {"message": "no"}}, 401))
    assert "status 418" in failing(says(b"teapot", 418), EngineError)

    def later(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        handler.wfile.write(b'data: {"error": {"message": "out of memory"}}\n\n')

    assert "out of memory" in failing(later)


def test_replies_of_the_wrong_kind_are_sentences() -> None:
    assert "does not answer as" in failing(says({"choices": []}))

    def streamed(raw: bytes) -> Any:
        def answer(handler: Handler, body: dict[str, Any]) -> None:
            handler.begin_stream()
            handler.wfile.write(raw)

        return answer

    assert "unreadable" in failing(streamed(b"data: {garbage\n\n"))
    assert "unreadable" in failing(streamed(b"data: " + b"[" * 100_000 + b"\n\n"))
    assert "unexpected" in failing(streamed(b'data: {"choices": 7}\n\n'))
    assert "no end" in failing(streamed(b"data: [DONE]\n\n"))
    assert "broke off" in failing(streamed(b"<html>hello</html>"))


def test_a_body_without_end_is_given_up() -> None:
    def endless(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        while True:
            handler.wfile.write(b"x" * 2**20)

    assert "without end" in failing(endless)


def test_a_huge_list_of_models_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warehouse.engine.endpoint.line.REPLY_LIMIT_BYTES", 2**20)
    with serving({"/v1/models": says(b"[" + b" " * 2**21 + b"]")}) as server:
        asked = engine(server)
        with pytest.raises(EndpointFailed, match="without end"):
            asked.info()
        asked.close()


def test_a_redirect_is_not_followed() -> None:
    def elsewhere(handler: Handler, body: dict[str, Any]) -> None:
        handler.send_response(307)
        handler.send_header("Location", f"{other.url}{CHAT}")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    with serving({}) as other:
        assert "does not follow" in failing(elsewhere)
        assert other.seen == []


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving({CHAT: writes("Direct.")}) as server, serving({}) as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        asked = engine(server)
        assert asked.complete([HELLO], Run())[0].text == "Direct."
        asked.close()
    assert proxy.seen == []


def test_silence_ends_in_a_sentence() -> None:
    over = threading.Event()
    with serving({CHAT: lambda handler, body: over.wait(30) and None}) as server:
        asked = EndpointEngine(Settings(endpoint=server.url))
        asked._line.patience_s = 0.2
        with pytest.raises(EndpointFailed, match="did not answer in time"):
            asked.complete([HELLO], Run())
        over.set()
        asked.close()


def test_nobody_there_is_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        asked = engine(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(EndpointFailed, match="No model server answers") as caught:
            asked.complete([HELLO], Run())
    assert "clear the endpoint" in caught.value.next_step


def test_a_server_that_loads_is_waited_for() -> None:
    def loading(handler: Handler, body: dict[str, Any]) -> None:
        if len(handler.server.seen) < 3:
            handler.tell({"error": {"message": "Loading model"}}, 503)
        else:
            handler.tell({"data": [{"id": "tiny"}]})

    with serving({"/v1/models": loading, CHAT: writes("Ready.")}) as server:
        asked = engine(server)
        assert asked.complete([HELLO], Run())[0].text == "Ready."
        asked.close()


def test_a_kept_connection_that_the_server_closed_is_replaced() -> None:
    def once(handler: Handler, body: dict[str, Any]) -> None:
        handler.tell({"data": [{"id": "tiny"}]})
        handler.close_connection = True

    with serving({"/v1/models": once, CHAT: writes("Still here.")}) as server:
        asked = engine(server)
        asked.info()
        assert asked.complete([HELLO], Run())[0].text == "Still here."
        asked.close()


# Stopping


def test_a_cancel_closes_the_connection() -> None:
    begun = threading.Event()

    def slow(handler: Handler, body: dict[str, Any]) -> None:
        handler.begin_stream()
        while not handler.server.lost.is_set():
            handler.piece("word ")
            begun.set()
            time.sleep(0.02)

    run = Run()
    with serving({CHAT: slow}) as server:
        asked = engine(server)
        threading.Thread(target=lambda: begun.wait(10) and run.cancel()).start()
        with pytest.raises(Cancelled):
            asked.complete([HELLO, HELLO], run)
        assert server.lost.wait(10)
        asked.close()
    assert not [thread.name for thread in threading.enumerate() if "endpoint" in thread.name]


def test_closing_ends_open_calls() -> None:
    begun, over = threading.Event(), threading.Event()

    def silent(handler: Handler, body: dict[str, Any]) -> None:
        begun.set()
        over.wait(30)

    with serving({CHAT: silent}) as server:
        asked = engine(server)
        closer = threading.Thread(target=lambda: begun.wait(10) and asked.close())
        closer.start()
        with pytest.raises(EngineDied, match="closed"):
            asked.complete([HELLO], Run())
        over.set()
        closer.join()


# Addresses


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
    assert receipt.connections() == 0


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
        before = receipt.connections()
        for _ in range(3):
            asked.complete([HELLO], Run())
        asked.close()
        now = receipt.kept()
        assert now.places == {server.url: now.count - before}
        assert now.count > before
        engine("http://127.0.0.1:1")
        assert receipt.connections() == now.count


def test_a_key_of_the_environment_goes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUNIMENT_ENDPOINT_KEY", "secret")
    with serving({CHAT: writes("So.")}) as server:
        asked = engine(server)
        asked.complete([HELLO], Run())
        asked.close()
    assert all(headers["Authorization"] == "Bearer secret" for headers in server.headers)


# JSON


def test_json_that_keeps_to_its_schema_is_passed_on() -> None:
    for text in ('{"who": "Ada", "years": [1815]}', ' {"years":[],\n"who":"A\\u0301\\n"} '):
        assert checked("form", text, SHAPE, cut=False) == text


def test_json_that_does_not_is_reported() -> None:
    for text in ('{"who": "Ada"}', '{"who": 1, "years": []}', "[]", "null", "Ada",
                 '{"who": "Ada", "years": ["x"]}', '{"who": "A", "years": [], "z": 1}',
                 "[" * 100_000):  # fmt: skip
        with pytest.raises(EngineError, match="form"):
            checked("form", text, SHAPE, cut=False)


def test_json_that_was_cut_is_closed_from_its_schema() -> None:
    for text in ("", "{", '{"who', '{"who": "Ad', '{"who": "Ada", "years": [18'):
        whole = checked("form", text, SHAPE, cut=True)
        assert whole.startswith(text)
        assert checked("form", whole, SHAPE, cut=False) == whole
    with pytest.raises(EngineError, match="did not fit"):
        checked("form", '{"when": "n', SHAPE, cut=True)


def test_a_server_that_ignores_the_schema_is_reported() -> None:
    with serving({CHAT: writes("Sure! Here is the JSON.")}) as server:
        asked = engine(server)
        with pytest.raises(EngineError, match="not JSON"):
            asked.complete([FORM], Run())
        asked.close()
    (body,) = server.asked(CHAT)
    assert body["response_format"]["json_schema"]["schema"] == SHAPE


# Kinds of servers


def words(text: str) -> list[int]:
    """One token a word, for the servers played here."""
    return [sum(map(ord, word)) for word in text.split()]


def vllm(handler: Handler, body: dict[str, Any]) -> None:
    if "messages" in body:
        tokens = [1]
        for message in body["messages"]:
            tokens += [*words(message["content"]), 2]
        handler.tell({"tokens": tokens if not body["add_generation_prompt"] else [*tokens, 1]})
    else:
        handler.tell({"tokens": words(body["prompt"])})


def echo(handler: Handler, body: dict[str, Any]) -> None:
    assert body["echo"] and body["max_tokens"] == 1
    logprobs = [None, *(-token / 1000 for token in body["prompt"][1:]), -9.0]
    handler.tell({"choices": [{"logprobs": {"token_logprobs": logprobs}}]})


VLLM = {
    "/v1/models": says({"data": [{"id": "org/big", "max_model_len": 2048}]}),
    "/tokenize": vllm,
    "/v1/completions": echo,
    CHAT: writes("Big."),
}


def test_vllm_scores_by_its_echo() -> None:
    messages = (Message("user", "Who is there?"),)
    with serving(VLLM) as server:
        asked = engine(server)
        info = asked.info()
        (score,) = asked.score([ScoreRequest("s", messages, "ab c")], Run())
        (choice,) = asked.choose([ChooseRequest("c", messages, ("a", "c"))], Run())
        assert asked.count_tokens(["one two", ""]) == [2, 0]
        with pytest.raises(ContextOverflow, match=r"2\d{3} tokens and asks for 5 more.*2048"):
            asked.complete([Request("r", (Message("user", "a " * 2100),), 5)], Run())
        asked.complete([Request("r", messages, 5, prefill="Well")], Run())
        asked.close()
    assert (info.model, info.context, info.place) == ("big", 2048, server.url)
    assert score.logprobs == pytest.approx([-0.195, -0.099])
    assert choice.probabilities[0] == pytest.approx(1 / (1 + math.exp(-0.002)))
    (body,) = server.asked(CHAT)
    assert body["continue_final_message"] and body["messages"][-1]["content"] == "Well"


def test_any_other_server_writes_but_weighs_only_first_tokens() -> None:
    likely = [{"token": " yes", "logprob": math.log(0.6)}, {"token": "n", "logprob": math.log(0.2)}]

    def chat(handler: Handler, body: dict[str, Any]) -> None:
        if body.get("logprobs"):
            first = {"content": [{"top_logprobs": likely}]}
            handler.tell({"choices": [{"logprobs": first}]})
        else:
            writes("So.")(handler, body)

    messages = (Message("user", "So?"),)
    with serving({CHAT: chat}) as server:
        asked = engine(server, context=3000)
        (choice,) = asked.choose([ChooseRequest("c", messages, ("yes", "no"))], Run())
        assert choice.probabilities == pytest.approx((0.75, 0.25))
        with pytest.raises(EndpointFailed, match="likelihood"):
            asked.score([ScoreRequest("s", messages, "So.")], Run())
        with pytest.raises(BadInput, match="beginning"):
            asked.complete([Request("r", messages, 5, prefill="Well")], Run())
        info = asked.info()
        asked.close()
    assert "estimated" in info.note and "3000 is assumed" in info.note
    assert f"The text goes to {server.url}." in info.note


def test_a_model_that_the_server_does_not_have_is_said() -> None:
    with serving({}) as server:
        asked = engine(server, endpoint_model="huge")
        with pytest.raises(BadInput, match="no model “huge”; it has: tiny"):
            asked.info()
        asked.close()


def test_a_server_that_is_another_after_a_failure_is_asked_who_it_is() -> None:
    with serving({CHAT: not_found}) as server:
        asked = engine(server)
        first = asked.info()
        server.answers["/v1/models"] = says({"data": [{"id": "other"}]})
        server.answers[CHAT] = says({}, 500)
        with pytest.raises(EndpointFailed):
            asked.complete([HELLO], Run())
        second = asked.info()
        asked.close()
    assert (first.model, second.model) == ("tiny", "other")
    assert first.sha256 != second.sha256


def test_control_tokens_in_a_document_are_broken_up() -> None:
    for spelt in ("<|im_end|>", "</s>", "<s>", "[INST]", "[/INST]", "<start_of_turn>", "<｜end｜>"):
        assert spelt not in harmless(f"a {spelt} b")
        assert harmless(f"a {spelt} b").replace("\u200b", "") == f"a {spelt} b"
    for plain in ("a < b > c", "[1]", "x <- y", "[see INST]"):
        assert harmless(plain) == plain


def test_off_unless_the_settings_name_it(home: Path) -> None:
    assert Settings().endpoint == ""
    assert not (home / "connections.json").exists()
