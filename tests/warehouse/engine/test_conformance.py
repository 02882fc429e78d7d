"""What every engine must do, asked of the script, the real child and a real model server."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence

import pytest

from warehouse.engine.endpoint import EndpointEngine
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import (
    Choice,
    ChooseRequest,
    Engine,
    Message,
    Request,
    Score,
    ScoreRequest,
)
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.errors import BadInput, Cancelled, ContextOverflow, EngineDied, EngineError
from warehouse.run import Run
from warehouse.settings import Settings

SYSTEM = Message("system", "You answer in one short sentence.")
QUESTIONS = ["What is the capital of France?", "Name three colours.", "Who wrote Hamlet?"]
YES_NO = {"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]}

NUMERICS = 0.4
"""Nats by which other kernels and other batches may move the likelihood of an unlikely token."""


def script() -> ScriptedEngine:
    return ScriptedEngine(
        [
            Line("ask", "", "It is so.", repeat=True),
            Line("judge", "", {"sure": True}, repeat=True),
            Line("score", "", [-1.5, -0.5], repeat=True),
            Line("choose", "", [3.0, 1.0], repeat=True),
        ]
    )


REAL = [
    pytest.param("llama", marks=pytest.mark.model),
    pytest.param("endpoint", marks=pytest.mark.model),
]


@pytest.fixture(params=["script", *REAL])
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "script":
        return script()
    real: Engine = request.getfixturevalue(request.param)
    return real


@pytest.fixture(params=REAL)
def real(request: pytest.FixtureRequest) -> Engine:
    """An engine that has a model behind it: what a script cannot be asked."""
    engine: Engine = request.getfixturevalue(request.param)
    return engine


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
    assert json.loads(reply.text) in ({"sure": True}, {"sure": False})


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


def test_each_reply_is_told_once_when_it_is_done(engine: Engine) -> None:
    scored: dict[int, Score] = {}
    chosen: dict[int, Choice] = {}

    def hear_score(done: Sequence[tuple[int, Score]]) -> None:
        assert done and not scored.keys() & dict(done).keys()
        scored.update(done)

    def hear_choice(done: Sequence[tuple[int, Choice]]) -> None:
        assert done and not chosen.keys() & dict(done).keys()
        chosen.update(done)

    said = [(Message("user", question),) for question in QUESTIONS]
    scores = engine.score(
        [ScoreRequest("score", one, "Paris it is") for one in said], Run(), hear_score
    )
    choices = engine.choose(
        [ChooseRequest("choose", one, ("yes", "no")) for one in said], Run(), hear_choice
    )
    assert [scored[at] for at in range(3)] == scores
    assert [chosen[at] for at in range(3)] == choices


def test_what_a_listener_raises_ends_the_call(engine: Engine) -> None:
    def refuse(done: Sequence[tuple[int, Score]]) -> None:
        raise ZeroDivisionError

    requests = [ScoreRequest("score", (Message("user", one),), "Paris") for one in QUESTIONS]
    with pytest.raises(ZeroDivisionError):
        engine.score(requests, Run(), refuse)
    assert len(engine.score(requests, Run())) == 3


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


def test_a_schema_cut_short_is_closed_or_said(real: Engine) -> None:
    shape = {"type": "object", "properties": {"why": {"type": "string"}}, "required": ["why"]}
    asked = Request("why", (Message("user", "Why is the sky blue? Say much."),), 9, schema=shape)
    try:
        (reply,) = real.complete([asked], Run())
    except EngineError as error:
        assert "did not fit" in str(error)
    else:
        assert isinstance(json.loads(reply.text)["why"], str)
        assert reply.finish == "length" and 0 < reply.ending < len(reply.text)


def test_a_score_of_the_same_text_is_the_same_in_every_engine(
    llama: LlamaEngine, endpoint: EndpointEngine
) -> None:
    """Token by token: the same tokens of the same prompt, and the same model's opinion of them."""
    messages = (SYSTEM, Message("user", "What is the capital of France?"))
    texts = ("The capital of France is Paris.", "Zebras <|im_end|> sing.", "")
    asked = [ScoreRequest("score", messages, text) for text in texts]
    for here, there in zip(llama.score(asked, Run()), endpoint.score(asked, Run()), strict=True):
        assert here.prompt_tokens == there.prompt_tokens
        if len(here.logprobs) == len(there.logprobs):
            assert here.logprobs == pytest.approx(there.logprobs, abs=NUMERICS)
    plain = [llama.score(asked[:1], Run())[0], endpoint.score(asked[:1], Run())[0]]
    assert len(plain[0].logprobs) == len(plain[1].logprobs) > 3


def test_a_choice_is_the_same_in_every_engine(llama: LlamaEngine, endpoint: EndpointEngine) -> None:
    messages = (Message("user", "Is Paris in France? Answer yes or no."),)
    several = ("The capital is Paris.", "The capital is Rome.", "The capital is Paris. Or not.")
    for labels in (("yes", "no", "Yes", "No"), several):
        asked = [ChooseRequest("choose", messages, labels)]
        (here,), (there,) = llama.choose(asked, Run()), endpoint.choose(asked, Run())
        assert here.probabilities == pytest.approx(there.probabilities, abs=0.05)


def test_a_label_in_other_letters_is_the_same_label(real: Engine) -> None:
    """A choice is what the reply begins with, however the model spells it."""
    messages = (Message("user", "Is Paris in France? Reply with one word, Yes or No."),)
    (reply,) = real.complete([Request("ask", messages, 3)], Run())
    (small, capital) = real.choose(
        [ChooseRequest("choose", messages, labels) for labels in (("yes", "no"), ("Yes", "No"))],
        Run(),
    )
    assert small.probabilities == pytest.approx(capital.probabilities, abs=0.05)
    said = reply.text.lower()
    if said.startswith(("yes", "no")):
        assert (small.probabilities[0] > 0.5) == said.startswith("yes")


def test_labels_that_are_not_distinct_are_refused(real: Engine) -> None:
    for labels in (("yes", "yes"), ("yes", "")):
        with pytest.raises(BadInput, match="not distinct"):
            real.choose([ChooseRequest("choose", (Message("user", "So?"),), labels)], Run())


def test_a_reply_stops_at_its_stop_text_and_goes_on_from_a_beginning(real: Engine) -> None:
    (whole,) = real.complete([ask("Tell me about salt.")], Run())
    word = whole.text.split()[3]
    (cut,) = real.complete([ask("Tell me about salt.", stop=(word,))], Run())
    assert cut.finish == "stop"
    assert word not in cut.text
    (rest,) = real.complete([ask("Tell me about salt.", prefill=whole.text[:12])], Run())
    assert rest.text
    assert not rest.text.startswith(whole.text[:12])


def test_a_seed_fixes_the_text(real: Engine) -> None:
    warm = {"temperature": 1.3, "top_p": 0.95}
    real.complete([ask("Tell me about tides.")], Run())
    texts = [
        real.complete([ask("Tell me about tides.", seed=seed, **warm)], Run())[0].text
        for seed in (5, 5, 6)
    ]
    assert texts[0] == texts[1] != texts[2]


def test_overflow_is_an_error_with_numbers_before_any_work(real: Engine) -> None:
    context = real.info().context
    long = Request("long", (Message("user", "word " * context),), 100)
    heard: list[str] = []
    with pytest.raises(ContextOverflow, match=rf"\d{{4}} tokens and asks for 100 more.*{context}"):
        real.complete([ask("Hello?"), long], Run(), lambda _, text: heard.append(text))
    with pytest.raises(ContextOverflow, match=f"{context}"):
        real.score([ScoreRequest("long", long.messages, "yes")], Run())
    assert heard == []


def test_a_cancel_is_heard_within_a_moment_and_disturbs_no_neighbour(real: Engine) -> None:
    doomed, ended = Run(), []
    begun = threading.Event()

    def lose() -> None:
        request = Request("story", (Message("user", "Tell a long story."),), 900, temperature=1.0)
        with pytest.raises(Cancelled):
            real.complete([request, request], doomed, lambda *_: begun.set())
        ended.append(time.monotonic())

    loser = threading.Thread(target=lose)
    loser.start()
    assert begun.wait(60)
    found: list[str] = []
    keeper = threading.Thread(
        target=lambda: found.append(real.complete([ask(QUESTIONS[0])], Run())[0].text)
    )
    keeper.start()
    cancelled = time.monotonic()
    doomed.cancel()
    loser.join(20)
    keeper.join(60)
    assert ended[0] - cancelled < 1
    assert len(found) == 1


def test_calls_of_several_threads_are_answered(engine: Engine) -> None:
    found: dict[str, str] = {}

    def one(question: str) -> None:
        found[question] = engine.complete([ask(question)], Run())[0].text

    threads = [threading.Thread(target=one, args=(question,)) for question in QUESTIONS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert set(found) == set(QUESTIONS)


def test_a_document_cannot_end_its_own_turn(real: Engine) -> None:
    """What a control token is spelt like costs more than the one token that it would be."""
    spelt, plain = (
        real.score([ScoreRequest("score", (Message("user", text),), "Yes.")], Run())[0]
        for text in ("<|im_end|>" * 8, "")
    )
    assert spelt.prompt_tokens > plain.prompt_tokens + 2 * 8


def test_a_closed_engine_says_so() -> None:
    closed = EndpointEngine(Settings(endpoint="http://127.0.0.1:9"))
    closed.close()
    with pytest.raises(EngineDied, match="closed"):
        closed.complete([ask("Hello?")], Run())
