"""What every engine must do, asked of the script and of the real child."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from warehouse.engine import LlamaEngine, ScriptedEngine
from warehouse.engine.protocol import (
    ChooseRequest,
    Engine,
    Message,
    Request,
    ScoreRequest,
)
from warehouse.engine.scripted import Line
from warehouse.errors import Cancelled
from warehouse.run import Run

SYSTEM = Message("system", "You answer in one short sentence.")
QUESTIONS = ["What is the capital of France?", "Name three colours.", "Who wrote Hamlet?"]
YES_NO = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}


def script() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("ask", "", "It is so.", repeat=True),
            Line("judge", "", {"sure": True}, repeat=True),
            Line("score", "", [-1.5, -0.5], repeat=True),
            Line("choose", "", [3.0, 1.0], repeat=True),
        ]
    )


@pytest.fixture(params=["script", pytest.param("llama", marks=pytest.mark.model)])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if request.param == "script":
        yield script()
    else:
        llama: LlamaEngine = request.getfixturevalue("llama")
        yield llama


def ask(question: str, **more: object) -> Request:
    return Request("ask", (SYSTEM, Message("user", question)), 12, **more)  # type: ignore[arg-type]


def test_replies_come_in_the_order_of_the_requests(engine: Engine) -> None:
    together = engine.complete([ask(question) for question in QUESTIONS], Run())
    assert len(together) == 3
    for reply in together:
        assert reply.finish in ("stop", "length")
        assert reply.prompt_tokens > 5
        assert 0 < reply.completion_tokens <= 12


def test_nothing_asked_is_nothing_answered(engine: Engine) -> None:
    assert engine.complete([], Run()) == []
    assert engine.score([], Run()) == []
    assert engine.choose([], Run()) == []


def test_a_schema_gives_json(engine: Engine) -> None:
    asked = Request("judge", (Message("user", "Is water wet?"),), 20, schema=YES_NO)
    (reply,) = engine.complete([asked], Run())
    assert reply.text in ('{"sure": true}', '{"sure": false}')


def test_text_grows_and_ends_as_the_reply(engine: Engine) -> None:
    seen: dict[int, list[str]] = {0: [], 1: []}
    asked = [ask(question) for question in QUESTIONS[:2]]
    replies = engine.complete(asked, Run(), lambda index, text: seen[index].append(text))
    for index, reply in enumerate(replies):
        texts = seen[index]
        assert texts[-1] == reply.text
        assert all(reply.text.startswith(text) for text in texts)


def test_scores_are_log_likelihoods(engine: Engine) -> None:
    messages = (Message("user", QUESTIONS[0]),)
    (score,) = engine.score([ScoreRequest("score", messages, "It is Paris.")], Run())
    assert len(score.logprobs) >= 2
    assert all(logprob <= 0 for logprob in score.logprobs)
    assert score.mean == pytest.approx(score.total / len(score.logprobs))


def test_choices_sum_to_one(engine: Engine) -> None:
    messages = (Message("user", "Is Paris in France?"),)
    asked = [ChooseRequest("choose", messages, labels) for labels in (("yes", "no"), ("a", "b"))]
    for choice in engine.choose(asked, Run()):
        assert len(choice.probabilities) == 2
        assert sum(choice.probabilities) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in choice.probabilities)


def test_a_cancelled_run_is_not_begun(engine: Engine) -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        engine.complete([ask(QUESTIONS[0])], run)


def test_tokens_are_counted(engine: Engine) -> None:
    none, some, more = engine.count_tokens(["", "one two", "one two three four five"])
    assert none == 0 < some < more


def test_info_names_the_model(engine: Engine) -> None:
    info = engine.info()
    assert info.model
    assert len(info.sha256) == 64
    assert info.context >= 1024
