"""What every piece of research is handed, as one value: library, engine, settings, run, steering.

Made where a study begins (studies/keeper.py) and handed down whole; a part of the work that may
see less of the library, or take fewer steps, gets a copy with that part replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from warehouse.engine import prompts
from warehouse.engine.metered import Metered
from warehouse.engine.protocol import Completion, Engine, Request, TextListener, sampled
from warehouse.library import Library
from warehouse.question.reading import NO_QUESTION, Reading, read
from warehouse.results.provenance import QuestionKind
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Steering


@dataclass(frozen=True)
class Context:
    """``engine`` counts what it is asked; ``dataclasses.replace`` makes a changed copy. ``reading``
    is what the question wants, where there is one: an article's topic has none.
    """

    library: Library
    engine: Metered
    settings: Settings
    run: Run
    steering: Steering = field(default_factory=Steering)
    reading: Reading = NO_QUESTION

    @classmethod
    def of(
        cls,
        library: Library,
        engine: Engine,
        settings: Settings,
        run: Run,
        steering: Steering | None = None,
    ) -> Context:
        """A new one, with a meter of its own around the engine."""
        return cls(library, Metered(engine), settings, run, steering or Steering())

    def asked(self, question: str, kind: QuestionKind | None = None) -> Context:
        """With what the question wants; ``kind`` is one that is given. Raises Cancelled."""
        if kind is None:
            self.run.step("understanding", 0, 1)
        reading = read(question, self.library, self.engine, self.settings, self.run, kind)
        return replace(self, reading=reading)

    def written(
        self,
        name: str,
        tokens: int,
        given: Mapping[str, str],
        schema: dict[str, Any] | None = None,
        stop: tuple[str, ...] = (),
        on_text: TextListener | None = None,
    ) -> Completion:
        """The likeliest reply to the prompt ``name``, whose places ``given`` fills. Raises
        Cancelled.
        """
        [reply] = self.written_each(name, tokens, [given], schema, stop, on_text)
        return reply

    def written_each(
        self,
        name: str,
        tokens: int,
        given: Iterable[Mapping[str, str]],
        schema: dict[str, Any] | None = None,
        stop: tuple[str, ...] = (),
        on_text: TextListener | None = None,
    ) -> list[Completion]:
        """The same for each of ``given``, side by side."""
        prompt, seed = prompts.load(name), self.settings.seed
        requests = [
            Request(name, prompt.render(**fields), tokens, schema, seed=seed, stop=stop)
            for fields in given
        ]
        return self.engine.complete(requests, self.run, on_text) if requests else []

    def samples(
        self, requests: Sequence[Request], count: int, likeliest: bool = True
    ) -> list[list[Completion]]:
        """``count`` replies to each request, worded as freely as the user has it, all side by side;
        the first the likeliest, if wanted. Raises Cancelled.
        """
        warmth = self.settings.writing_temperature, self.settings.writing_top_p
        every = [one for asked in requests for one in sampled(asked, count, *warmth, likeliest)]
        replies = self.engine.complete(every, self.run) if every else []
        return [replies[at : at + count] for at in range(0, len(replies), count)]
