"""A question about another matter altogether is told, not answered from what the search brought."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve, cited, judging, plan, reads
from msgspec import structs

from warehouse.answering import routing
from warehouse.answering.answer import ask
from warehouse.context import Context
from warehouse.engine.calibrated import AS_ANOTHER
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.evaluate.research.offtopic import cases
from warehouse.methods.absence import offtopic
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.registry import AWARE
from warehouse.records import Place
from warehouse.results.records import Evidence, Node, Research, Structure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Course, Steering
from warehouse.writing.retold.article import write

FOREIGN = "Why do cats purr so warmly on carpets beside a bridge player tonight?"


def engine() -> ScriptedEngine:
    return ScriptedEngine(
        [
            *reads("explain"),
            plan("Who cast the arches of Lune Bridge", "Lune Bridge arches cast"),
            Line("enough", "", (0.9, 0.1), repeat=True),
            Line("explain", "", "Skerton Works cast the arches of the bridge.", repeat=True),
            cited("answer", ("Skerton Works cast the arches.", (1,))),
            cited("repair", ("Skerton Works cast the arches.", (1,))),
            *judging(),
        ]
    )


def test_what_is_about_another_matter_is_not_explained(shelve: Shelve) -> None:
    model = engine()
    answer = ask(FOREIGN, Context.of(shelve(BRIDGE, WORKS, OVENS), model, Settings(), Run()), AWARE)
    assert answer.absent
    assert answer.text.startswith("Your library does not answer this.")
    assert "telling words of the question" in answer.text
    assert not [one for one in model.seen if one.prompt == "explain"]
    assert answer.nearest


def test_a_question_on_another_matter_asks_no_model(shelve: Shelve) -> None:
    model = engine()
    library = shelve(BRIDGE, WORKS, OVENS)
    answer = routing.ask(
        "Who painted the Mona Lisa?", Context.of(library, model, Settings(), Run()), AWARE
    )
    assert answer.absent
    assert "telling words of the question" in answer.text
    assert answer.way is not None and "other matters" in answer.way.how
    assert [one.prompt for one in model.seen] == ["kind", "whole"]
    assert [loss.stage for loss in answer.research.losses if loss.stage == "weighing"]


def test_what_the_user_looks_for_is_looked_for_on_any_matter(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    for course in (
        Course(searches={"1": ("bread oven",)}),
        Course(pinned={"1": (library.documents()[0].id,)}),
        Course(fixed={"2": "The bread oven"}),
    ):
        model = engine()
        context = Context.of(library, model, Settings(), Run(), Steering(course))
        answer = routing.ask("Who painted the Mona Lisa?", context, AWARE)
        assert not answer.research.foreign
        assert model.seen


def test_the_user_can_have_it_explained_all_the_same(shelve: Shelve) -> None:
    answer = ask(
        FOREIGN,
        Context.of(shelve(BRIDGE, WORKS), engine(), Settings(absence=False), Run()),
        AWARE,
    )
    assert not answer.absent


def test_what_is_about_the_library_is_explained(shelve: Shelve) -> None:
    question = "How did the Skerton Works cast the arches of the Lune Bridge?"
    answer = ask(
        question,
        Context.of(shelve(BRIDGE, WORKS, OVENS), engine(), Settings(), Run()),
        AWARE,
    )
    assert not answer.absent


def test_an_article_on_another_matter_asks_no_model(shelve: Shelve) -> None:
    model = engine()
    article = write(
        "Purring of domestic cats", Context.of(shelve(BRIDGE, WORKS), model, Settings(), Run())
    )
    assert not article.blocks
    assert article.lead.text.startswith("Your library does not tell of this.")
    assert not model.seen


def test_nothing_found_is_nothing_judged(shelve: Shelve) -> None:
    assert offtopic.judge("Why?", (), (), shelve(BRIDGE)) is None


def test_the_questions_of_the_benchmark_are_balanced() -> None:
    for group in ("handbook", "r"):
        about = [one.about for one in cases() if one.group == group]
        assert len(about) == 40
        assert sum(about) == 20


def test_a_question_in_another_language_than_what_was_found_is_not_judged(shelve: Shelve) -> None:
    question = "Warum schnurren Katzen neben bridge und works?"
    answer = ask(
        question,
        Context.of(shelve(BRIDGE, WORKS, OVENS), engine(), Settings(), Run()),
        AWARE,
    )
    assert not answer.absent


def test_an_article_in_another_language_is_not_judged(shelve: Shelve) -> None:
    article = write(
        "Warum schnurren Katzen?", Context.of(shelve(BRIDGE), engine(), Settings(), Run())
    )
    assert not any(loss.stage == "weighing" for loss in article.research.losses)


def test_the_words_of_a_whole_matter_stand_in_one_piece(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    place = Place(library.documents()[0].id, 0, 0, 9)

    def answers(*told: tuple[str, str]) -> bool:
        found = [Evidence(1, place, text, title, "1", "", "", 0.5) for title, text in told]
        judged = offtopic.judge("Tell me about the bread toll", found, (), library, "bread toll")
        assert judged is not None
        return judged.answers

    ovens = (
        "Ovens",
        "bakers in Halton made bread of rye on hearths of clay, and sold it by weight.",
    )
    carts = ("Carts", "every cart paid a toll of one penny at the gate until the county let it go.")
    both = ("Halton", "a toll on bread was taken at the gate until the county let it go in 1820.")
    assert not answers(ovens, carts)
    assert answers(ovens, both)


@pytest.mark.parametrize(("score", "about"), [(0.2, True), (0.001, False)])
def test_a_weighed_explanation_from_long_documents_is_judged_by_its_best_sentence(
    shelve: Shelve, score: float, about: bool
) -> None:
    """Neither words nor likeness of the page: "far", where the sentences were not weighed."""
    long = (
        "Trams",
        " ".join(f"Tram number {at} is kept at the depot of Halton." for at in range(99)),
    )
    library = shelve(long)
    document = library.documents()[0].id
    found = Evidence(1, Place(document, 0, 0, 9), "Tram number", "Trams", "1", "", "", score)
    context = Context.of(library, ScriptedEngine(), Settings(), Run())
    first = Node("1", FOREIGN, "resolved", evidence=(1,))
    chain = Research(FOREIGN, Structure(nodes=(first,)), (found,))
    unweighed = offtopic.of_research(chain, chain.evidence, (), context)
    assert unweighed is not None and unweighed.far
    weighed = structs.replace(chain, decisions=(part_of_answer.weighing(),))
    judged = offtopic.of_research(weighed, chain.evidence, (), context)
    assert judged is not None and (judged.answers, judged.far) == (about, not about)
    german = structs.replace(weighed, task="Warum schnurren Katzen am Abend auf dem Teppich?")
    assert offtopic.of_research(german, chain.evidence, (), context) is None
    of_another = structs.replace(weighed.decisions[0], how=AS_ANOTHER)
    other = structs.replace(weighed, decisions=(of_another,))
    assert offtopic.of_research(other, chain.evidence, (), context) == unweighed
