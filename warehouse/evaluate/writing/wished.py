"""Is what a user wishes of an article to be seen in it? Purpose, readers, style, language.

    muniment bench articles --row wishes

On each topic each method writes an article for either wish of each of PAIRS, and one in each of
LANGUAGES. ``WISH_told_METHOD`` is the share of pairs of which the model gives each text to its own
wish: by how likely either is beside the text, against the other text. It is .5 where nothing of the
wish is seen. ``sentence_words_METHOD_gain`` is by how many words the sentences in a formal style
are longer than the plain ones. ``language_kept_METHOD_CODE`` is the share of sentences that are
likeliest in the language that was wished; quotations are as a rule not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct, structs

from indexers.text import language
from warehouse.engine import prompts
from warehouse.engine.protocol import ScoreRequest
from warehouse.evaluate.metrics import interval, mean_row, paired, share
from warehouse.evaluate.records import Row
from warehouse.evaluate.writing import sentences
from warehouse.evaluate.writing.benched import Bench, about, bench
from warehouse.evaluate.writing.topics import Topic
from warehouse.proof import citations
from warehouse.results.records import Article
from warehouse.search.languages import name_of
from warehouse.text import shortened

WISHES, STYLE = "wishes", "style"
WORDS = 200
SHOWN = 4_000  # characters of an article that the model is asked about


class Pair(NamedTuple):
    """Two opposed wishes for one setting, for any topic."""

    name: str
    setting: str
    one: str
    other: str


PAIRS = (
    Pair("purpose", "article_purpose", "to tell how it came about", "to judge what it is worth"),
    Pair("readers", "article_readers", "children who hear of it first", "experts of the field"),
    Pair(STYLE, "article_style", "plain, in short sentences", "formal, in long sentences"),
)
LANGUAGES = ("de", "fr")

Writes = Callable[[Bench, Sequence[Topic], Sequence[str]], object]
"""Has every topic written on by every method, each kept as ``Bench.case`` says."""


class Told(Struct, frozen=True):
    """Of one article: its text, and its sentences without marks."""

    text: str
    sentences: tuple[str, ...]

    @property
    def sentence_words(self) -> float:
        words = sum(len(sentence.split()) for sentence in self.sentences)
        return words / max(1, len(self.sentences))


def rows(
    at: Bench, wanted: Sequence[Topic], methods: Sequence[str], write: Writes
) -> Iterator[Row]:
    """Raises Cancelled."""
    told = about(at, wanted)
    for method in methods:
        for pair in PAIRS:
            both = [
                _articles(_wishing(at, {pair.setting: wish}), wanted, method, write)
                for wish in (pair.one, pair.other)
            ]
            seen = [_is_seen(at, pair, *texts) for texts in zip(*both, strict=True)]
            found = interval([float(one) for one in seen])
            wishes = {"one": pair.one, "other": pair.other, "judge": "the model", **told}
            yield mean_row(f"{pair.name}_told_{method}", found, "share", **wishes)
            if pair.name == STYLE:
                plain, formal = ([one.sentence_words for one in side] for side in both)
                yield mean_row(
                    f"sentence_words_{method}_gain", paired(plain, formal), "words", **wishes
                )
        for code in LANGUAGES:
            wishing = _wishing(at, {"article_language": name_of(code)})
            shares = [_kept(one, code) for one in _articles(wishing, wanted, method, write)]
            yield mean_row(f"language_kept_{method}_{code}", interval(shares), "share", **told)


def _wishing(at: Bench, wish: dict[str, str]) -> Bench:
    settings = structs.replace(at.settings, **wish)
    return bench("articles", at.library, at.engine, at.job, settings)


def _articles(at: Bench, wanted: Sequence[Topic], method: str, write: Writes) -> list[Told]:
    write(at, wanted, [method])
    return [_told(at.case(topic, method).with_suffix(".json").read_bytes()) for topic in wanted]


def _told(kept: bytes) -> Told:
    article = msgspec.json.decode(kept, type=Article)
    claims = [claim for _, claim in sentences.told((article.lead, *article.blocks))]
    bare = tuple(citations.without_marks(claim.text) for claim in claims)
    return Told(" ".join(bare), bare)


def _is_seen(at: Bench, pair: Pair, one: Told, other: Told) -> bool:
    """Does each text, beside the other, make its own wish the likelier one?"""
    prompt = prompts.load("wished")
    requests = [
        ScoreRequest(prompt.name, prompt.render(article=shortened(told.text, SHOWN)), wish)
        for told in (one, other)
        for wish in (f"{pair.name}: {pair.one}", f"{pair.name}: {pair.other}")
    ]
    own, against, foreign, due = (score.total for score in at.engine.score(requests, at.job.run))
    return own - against > foreign - due


def _kept(told: Told, code: str) -> float:
    return share([language.likeliest(sentence) == code for sentence in told.sentences])
