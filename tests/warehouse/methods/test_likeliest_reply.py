"""The likeliest reply in a few words: from the brief, or read off the likelihoods."""

from __future__ import annotations

from bridges import BRIDGE, QUESTION, WORKS, Shelve

from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.methods import rag
from warehouse.methods.evidence.brief import contextualize
from warehouse.methods.evidence.short_answers import likeliest
from warehouse.run import Run
from warehouse.settings import Settings

SETTINGS = Settings()


def test_a_short_answer_reads_the_same_brief(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS)
    chain = rag.retrieve(QUESTION, Context.of(library, UnneededEngine(), SETTINGS, Run()))
    engine = ScriptedEngine(
        [Line("polar", "", (-6.0,), repeat=True), Line("short_answer", "Halton", "Halton.")]
    )
    brief = contextualize(chain, SETTINGS.context_budget, engine).text
    assert likeliest(QUESTION, brief, Context.of(library, engine, SETTINGS, Run())) == "Halton"


def test_yes_or_no_is_chosen_without_decoding(shelve: Shelve) -> None:
    engine = ScriptedEngine(
        [
            Line("polar", "", (-0.7,), repeat=True),
            Line("short_verdict", "iron", (0.2, 0.8), repeat=True),
        ]
    )
    brief = "[1] Lune Bridge is an iron bridge."
    assert (
        likeliest(
            "Is Lune Bridge a wooden bridge?", brief, Context.of(None, engine, SETTINGS, Run())
        )
        == "no"
    )
    engine = ScriptedEngine(
        [Line("polar", "", (-6.0,)), Line("short_answer", "Halton", (0.2, 0.8))]
    )
    either = "Which town was it, Lancaster or Halton?"
    assert likeliest(either, brief, Context.of(None, engine, SETTINGS, Run())) == "Halton"
