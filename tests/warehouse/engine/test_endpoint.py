"""What a model server is asked, what is made of its replies, and which kinds there are."""

from __future__ import annotations

import math
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from asked_endpoint import CHAT, HELLO, engine
from scripted_server import Handler, not_found, says, serving, writes

from warehouse.engine.endpoint.llama_server import Generation, LlamaServer, Props
from warehouse.engine.endpoint.servers import Listed, Parted, harmless
from warehouse.engine.endpoint.structured import checked
from warehouse.engine.protocol import ChooseRequest, Message, Request, ScoreRequest
from warehouse.errors import (
    BadInput,
    ContextOverflow,
    EndpointFailed,
    EngineError,
)
from warehouse.run import Run
from warehouse.settings import Settings

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


# JSON


def test_json_that_keeps_to_its_schema_is_passed_on() -> None:
    for text in ('{"who": "Ada", "years": [1815]}', ' {"years":[],\n"who":"A\\u0301\\n"} '):
        assert checked("form", text, SHAPE, cut=False) == text


def test_json_that_does_not_is_reported() -> None:
    for text in ('{"who": "Ada"}', '{"who": 1, "years": []}', "[]", "null", "Ada",
                 '{"who": "Ada", "years": ["x"]}', '{"who": "A", "years": [], "z": 1}',
                 '{"who": "half a \\ud83d pair", "years": []}', "[" * 100_000):  # fmt: skip
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


def test_a_server_that_names_no_end_of_a_reply_is_a_sentence() -> None:
    server = LlamaServer(Listed("m"), Props(Generation()))
    with pytest.raises(EndpointFailed, match="how a reply ends"):
        server.end(lambda path, body: {"tokens": []}, [], "no", Parted([1], [2]))


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
    for spelt in ("<|im_end|>", "</s>", "<s>", "[INST]", "[/INST]", "<start_of_turn>", "<｜end｜>",
                  "<｜end▁of▁sentence｜>", "<|fim-prefix|>", "[|end|]", "[gMASK]"):  # fmt: skip
        assert spelt not in harmless(f"a {spelt} b")
        assert harmless(f"a {spelt} b").replace("\u200b", "") == f"a {spelt} b"
    for plain in ("a < b > c", "[1]", "x <- y", "[see INST]"):
        assert harmless(plain) == plain


def test_off_unless_the_settings_name_it(home: Path) -> None:
    assert Settings().endpoint == ""
    assert not (home / "connections.json").exists()
