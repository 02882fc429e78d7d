"""llama-server (llama.cpp), which tells tokens, and likelihoods of the tokens it writes.

``score``: a grammar of token numbers leaves the model no choice but the wanted continuation; the
likelihoods reported are those before the grammar. One decoding step a token, but no step more. A
token that is a part of a character, or ends the reply, cannot stand in a grammar: it is forced with
a bias, in a request of its own.
``choose``: with a large bias on the labels' tokens alone, the shares after sampling are theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from warehouse.engine.endpoint.servers import (
    AS_ASKED,
    UNTHINKING,
    Ask,
    Known,
    Listed,
    Parted,
    Telling,
    Tokens,
    harmless,
    identity,
    spoken,
    understood,
)
from warehouse.engine.protocol import Choice, ChooseRequest, Message, Request
from warehouse.errors import EndpointFailed

BIAS = 100.0
LISTED = 1000


class Generation(Struct, frozen=True):
    n_ctx: int = 0


class Props(Struct, frozen=True):
    default_generation_settings: Generation
    total_slots: int = 0
    chat_template: str = ""
    eos_token: str = ""


class _Piece(Struct, frozen=True):
    """``piece`` is bytes where the token is a part of a character."""

    id: int
    piece: str | list[int]


class _Pieces(Struct, frozen=True):
    tokens: list[_Piece]


class _Template(Struct, frozen=True):
    prompt: str


class _Share(Struct, frozen=True):
    id: int
    prob: float


class _Likely(Struct, frozen=True):
    id: int
    logprob: float


class _Forced(Struct, frozen=True):
    id: int
    logprob: float = 0.0
    top_probs: list[_Share] = []
    top_logprobs: list[_Likely] = []


class _Completed(Struct, frozen=True):
    completion_probabilities: list[_Forced] = []


class LlamaServer(Telling):
    def __init__(self, model: Listed, props: Props) -> None:
        about = {name: (model.meta or {}).get(name) for name in ("size", "n_params", "n_vocab")}
        self._model = model.id
        self._end = props.eos_token
        self._alone: set[int] = set()
        self._whole = 0
        self._vocabulary = int(about["n_vocab"] or LISTED)
        self.known = Known(
            model=model.name,
            identity=identity(model.id, about, props.chat_template),
            context=props.default_generation_settings.n_ctx,
            slots=props.total_slots,
        )

    def fields(self, request: Request) -> dict[str, Any]:
        said = spoken(request.messages, request.prefill)
        return {"model": self._model, "messages": said, **UNTHINKING, **AS_ASKED}

    def tokens(self, ask: Ask, messages: Sequence[Message], prefill: str = "") -> list[int]:
        return self._read(ask, self._prompt(ask, messages) + harmless(prefill))

    def after(self, ask: Ask, messages: Sequence[Message], texts: Sequence[str]) -> list[Parted]:
        prompt = self._prompt(ask, messages)
        before = self._read(ask, prompt)
        return [_parted(before, self._pieces(ask, prompt + harmless(text))) for text in texts]

    def end(self, ask: Ask, messages: Sequence[Message], text: str, part: Parted) -> int:
        if not self._end:
            raise EndpointFailed("The server does not tell how a reply ends.")
        end = self._read(ask, self._end)[-1]
        self._alone.add(end)
        return end

    def likelihoods(self, ask: Ask, part: Parted) -> list[float]:
        logprobs: list[float] = []
        for alone, run in groupby(part.more, lambda token: token in self._alone):
            tokens = list(run)
            if alone:
                for token in tokens:
                    logprobs.append(
                        self._next(ask, [*part.prompt, *part.more[: len(logprobs)]], token)
                    )
                continue
            rule = " ".join(f"<[{token}]>" for token in tokens)
            body = {"n_probs": 1, "temperature": 0.0, "grammar": f"root ::= {rule}"}
            prompt = [*part.prompt, *part.more[: len(logprobs)]]
            completed = self._complete(ask, prompt, len(tokens), body)
            if [share.id for share in completed] != tokens:
                raise _untold()
            logprobs += [share.logprob for share in completed]
        return logprobs

    def choose(self, ask: Ask, request: ChooseRequest, parts: list[Parted]) -> Choice:
        spelled = self.spelled(ask, request, parts)
        if any(len(part.more) > 1 or part.prompt != parts[0].prompt for part in parts):
            return super().choose(ask, request, parts)
        tokens = [part.more[0] for ways in spelled for part in ways]
        body = {
            "logit_bias": [[token, BIAS] for token in tokens],
            "post_sampling_probs": True,
            "n_probs": len(tokens),
            "temperature": 1.0,
        }
        (answer,) = self._complete(ask, parts[0].prompt, 1, body)
        likely = {share.id: share.prob for share in answer.top_probs}
        weights = [sum(likely.get(part.more[0], 0.0) for part in ways) for ways in spelled]
        if not sum(weights) > 0:
            raise EndpointFailed("The server does not tell the likelihood of labels.")
        return Choice(tuple(w / sum(weights) for w in weights), len(parts[0].prompt))

    def count(self, ask: Ask, text: str) -> int:
        body = {"content": text, "add_special": False, "parse_special": False}
        return len(understood(ask("/tokenize", body), Tokens).tokens)

    def _prompt(self, ask: Ask, messages: Sequence[Message]) -> str:
        body = {"messages": spoken(messages), **UNTHINKING}
        return understood(ask("/apply-template", body), _Template).prompt

    def _read(self, ask: Ask, text: str) -> list[int]:
        body = {"content": text, "add_special": True, "parse_special": True}
        return understood(ask("/tokenize", body), Tokens).tokens

    def _pieces(self, ask: Ask, text: str) -> list[int]:
        body = {"content": text, "add_special": True, "parse_special": True, "with_pieces": True}
        pieces = understood(ask("/tokenize", body), _Pieces).tokens
        self._alone |= {piece.id for piece in pieces if not isinstance(piece.piece, str)}
        self._whole = next((piece.id for piece in pieces if isinstance(piece.piece, str)), 0)
        return [piece.id for piece in pieces]

    def _next(self, ask: Ask, prompt: list[int], token: int) -> float:
        """By a bias; of the first part of a character, which is not reported, in the long list."""
        for forced, listed in ((token, 1), (self._whole, LISTED), (self._whole, self._vocabulary)):
            body = {"n_probs": listed, "temperature": 0.0, "logit_bias": [[forced, 10 * BIAS]]}
            completed = self._complete(ask, prompt, 1, body)
            likely = {
                share.id: share.logprob for whole in completed for share in whole.top_logprobs
            }
            likely |= {share.id: share.logprob for share in completed}
            if token in likely:
                return likely[token]
        raise _untold()

    def _complete(
        self, ask: Ask, prompt: list[int], count: int, how: dict[str, Any]
    ) -> list[_Forced]:
        body = {
            "prompt": prompt,
            "n_predict": count,
            "samplers": ["temperature"],
            "cache_prompt": True,
            "response_fields": ["completion_probabilities"],
            **how,
        }
        return understood(ask("/completion", body), _Completed).completion_probabilities


def _parted(before: list[int], whole: list[int]) -> Parted:
    same = 0
    while same < min(len(before), len(whole)) and before[same] == whole[same]:
        same += 1
    return Parted(whole[:same], whole[same:])


def _untold() -> EndpointFailed:
    return EndpointFailed(
        "The server does not tell the likelihood of a given text.",
        "A llama-server of the year 2026 does, and vLLM; or clear the endpoint in Settings.",
    )
