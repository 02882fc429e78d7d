"""Lists, counts and beginnings: every document gone through, each line with its words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve, cited, enough, judging, plan, reads
from msgspec import structs
from shelf import prose

from warehouse.answering import routing
from warehouse.answering.lists import candidates, listing, years
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.engine.unneeded import UnneededEngine
from warehouse.methods.registry import AWARE
from warehouse.question.reading import Reading
from warehouse.question.topics import Topic
from warehouse.results.provenance import Route
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Course, Steering
from warehouse.studies.report import how_found

MILL = ("Halton mill", "The mill of Halton was built in 1790. It ground corn until 1922.")


READING = ("kind", "details")


def asked(
    shelve: Shelve, question: str, reading: Sequence[Line], *lines: Line
) -> tuple[Answer, ScriptedEngine]:
    library = shelve(BRIDGE, WORKS, OVENS, MILL)
    engine = ScriptedEngine([*reading, *lines])
    answer = routing.ask(question, Context.of(library, engine, Settings(), Run()), AWARE)
    for claim in answer.claims:
        assert answer.text[claim.start : claim.end] == claim.text
    return answer, engine


def test_documents_that_mention_words_are_found_without_the_model(shelve: Shelve) -> None:
    answer, engine = asked(
        shelve, "How many documents mention Halton?", reads("count", "Halton", "mentions")
    )
    assert {request.prompt for request in engine.seen} == {*READING}
    assert answer.text.startswith("2 documents were found for “Halton” (list 1), after all 4")
    assert answer.way is not None
    assert (answer.way.route.kind, answer.way.route.by) == ("count", "model")
    [first, *others] = how_found.rolls(answer)
    assert {item.name for item in first.items} == {"Skerton Works", "Halton mill"}
    assert all("its words stand there" in item.note and item.numbers for item in first.items)
    assert [roll.name for roll in others] == ["Read"]
    assert {claim.state for claim in answer.claims} == {"quoted"}


def test_what_documents_are_about_is_judged_one_by_one(shelve: Shelve) -> None:
    answer, engine = asked(
        shelve,
        "Which documents are about Halton?",
        reads("list", "Halton", "documents"),
        Line("belongs", "The mill of Halton", (0.8, 0.2), repeat=True),
        Line("listed", "The mill of Halton", (0.8, 0.2), repeat=True),
        Line("belongs", "", (0.2, 0.8), repeat=True),
        Line("listed", "", (0.2, 0.8), repeat=True),
    )
    assert [claim.text.partition(":")[0] for claim in answer.claims] == ["Halton mill"]
    assert any(loss.stage == "judging" for loss in answer.research.losses)
    assert {request.prompt for request in engine.seen} == {"belongs", "listed", *READING}


def test_things_are_picked_out_grounded_merged_and_judged(shelve: Shelve) -> None:
    answer, _ = asked(
        shelve,
        "List all works and mills of the bridge.",
        reads("list", "works and mills of the bridge", noun="works"),
        Line("items", "Skerton Works: ", {"items": ["Skerton Works", "Atlantis"]}, repeat=True),
        Line("items", "Halton mill: ", {"items": ["mill of Halton"]}, repeat=True),
        Line("items", "Lune Bridge: ", {"items": ["skerton works", "tramway"]}, repeat=True),
        Line("items", "", {"items": []}, repeat=True),
        Line("belongs", "tramway", (0.1, 0.9), repeat=True),
        Line("listed", "tramway", (0.1, 0.9), repeat=True),
        Line("belongs", "", (0.9, 0.1), repeat=True),
        Line("listed", "", (0.9, 0.1), repeat=True),
    )
    names = [item.name for item in how_found.rolls(answer)[0].items]
    assert sorted(name.lower() for name in names) == ["mill of halton", "skerton works"]
    twice = next(i for i in how_found.rolls(answer)[0].items if i.name.lower() == "skerton works")
    assert len(twice.numbers) == 2
    assert "Atlantis" not in answer.text
    assert any(loss.what == "tramway" for loss in answer.research.losses)


def rolls_of_ferries(shelve: Shelve, count: int) -> Context:
    """So many documents that name a ferry, and two that do not."""
    named = [(f"Roll {at}", f"The ferry of pier {at} is in this roll.") for at in range(count)]
    library = shelve(*named, OVENS, MILL)
    engine = ScriptedEngine(
        [
            Line("belongs", "", (0.9, 0.1), repeat=True),
            Line("listed", "", (0.9, 0.1), repeat=True),
        ]
    )
    return Context.of(library, engine, Settings(), Run())


def listed_as(topic: Topic, context: Context) -> Answer:
    reading = Reading(f"Documents: {topic.words}?", Route("count", "user"), about=topic)
    answer = listing.answer(reading, context)
    assert isinstance(answer, Answer)
    return answer


def test_where_words_decide_every_document_is_counted_and_the_first_are_quoted(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST", 3)
    context = rolls_of_ferries(shelve, 5)
    answer = listed_as(Topic("ferry", documents=True, named=True), context)
    assert answer.text.startswith("5 documents were found for “ferry” (list 1), after all 7")
    assert answer.text.endswith("- and 2 more: list 1")
    assert len(answer.claims) == 3
    [found, *_] = how_found.rolls(answer)
    assert len({item.document for item in found.items}) == 5
    lost = {loss.document for loss in answer.research.losses}
    assert not lost & {item.document for item in found.items}


def test_a_document_that_has_the_words_in_its_title_alone_is_counted(shelve: Shelve) -> None:
    library = shelve(("Ferry", "1, 2, 3"), ("Pier", "The ferry of the pier is old."))
    context = Context.of(library, ScriptedEngine(), Settings(), Run())
    answer = listed_as(Topic("ferry", documents=True, named=True), context)
    assert answer.text.startswith("2 documents were found")
    assert answer.way is not None and "1 more has all the words" in answer.way.how


def test_where_the_limit_cut_it_is_at_least_so_many(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MOST", 3)
    context = rolls_of_ferries(shelve, 5)
    answer = listed_as(Topic("ferry", documents=True), context)
    assert answer.text.startswith("At least 3 documents were found for “ferry” (list 1), after")
    assert "; 2 that came near enough were not read." in answer.text


def test_a_sign_without_letters_stands_in_no_document(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    pins = Steering(Course(pinned={"1": tuple(one.id for one in library.documents())}))
    context = Context.of(library, UnneededEngine(), Settings(), Run(), pins)
    reached = candidates.find(Topic("§", documents=True, named=True), context)
    assert [one.said for one in reached.reached] == [False, False]


def test_nothing_found_is_said_with_what_was_tried(shelve: Shelve) -> None:
    no = Line("belongs", "", (0.1, 0.9), repeat=True)
    answer, _ = asked(
        shelve, "Which documents mention submarines?", reads("list", "submarines", "mentions"), no
    )
    assert answer.absent
    assert answer.text.startswith("Your library does not answer this.")
    assert "submarines" in answer.text
    assert answer.way is not None and "all 4 readable documents" in answer.way.how


def test_since_when_is_the_earliest_year_that_tells_a_beginning(shelve: Shelve) -> None:
    answer, _ = asked(
        shelve,
        "Since when is there a mill in Halton?",
        reads("since", "mill in Halton"),
        Line("begins", "built in 1790", (0.9, 0.1), repeat=True),
        Line("begins", "", (0.1, 0.9), repeat=True),
    )
    assert answer.text.startswith("The earliest year that your documents give for “mill in Halton”")
    assert "is 1790 (list 1)" in answer.text
    assert [claim.text.partition(":")[0] for claim in answer.claims] == ["1790"]


def test_how_many_people_is_no_year(shelve: Shelve) -> None:
    ferry = ("Ferry", "The ferry carried 1200 people a day. The ferry is named in a roll of 1803.")
    engine = ScriptedEngine([*reads("since", "ferry"), Line("begins", "", (0.9, 0.1), repeat=True)])
    answer = routing.ask(
        "Since when is there a ferry?",
        Context.of(shelve(ferry), engine, Settings(), Run()),
        AWARE,
    )
    assert "is 1803 (list 1)" in answer.text
    assert len(answer.claims) == 1


def test_years_beside_the_topic_are_not_called_a_beginning(shelve: Shelve) -> None:
    no = Line("begins", "", (0.1, 0.9), repeat=True)
    answer, _ = asked(
        shelve, "Since when is there a mill in Halton?", reads("since", "mill in Halton"), no
    )
    assert answer.text.startswith("Your documents do not say since when")
    assert "the model does not take it for the beginning" in answer.claims[0].why


def test_years_that_are_not_shown_are_in_the_ledger(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(years, "SHOWN_OTHERS", 1)
    library = shelve(*((f"Roll {at}", f"The ferry is in the roll of 19{at}.") for at in (10, 11)))
    engine = ScriptedEngine([*reads("since", "ferry"), Line("begins", "", (0.1, 0.9), repeat=True)])
    answer = routing.ask(
        "Since when is there a ferry?", Context.of(library, engine, Settings(), Run()), AWARE
    )
    assert [claim.text.partition(":")[0] for claim in answer.claims] == ["1910"]
    assert [loss.what[:4] for loss in answer.research.losses if loss.stage == "judging"] == ["1911"]


def test_of_too_many_years_the_earliest_are_judged_and_the_others_told(
    shelve: Shelve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(years, "MOST", 2)
    dates = (1903, 1875, 1950, 1811, 1890)
    library = shelve(*((f"Roll {year}", f"The ferry is in the roll of {year}.") for year in dates))
    engine = ScriptedEngine(
        [
            *reads("since", "ferry"),
            Line("begins", "", (0.9, 0.1), repeat=True),
        ]
    )
    answer = routing.ask(
        "Since when is there a ferry?", Context.of(library, engine, Settings(), Run()), AWARE
    )
    assert "is 1811 (list 1)" in answer.text
    over = [loss.what[:4] for loss in answer.research.losses if loss.reason == years.OVER]
    assert sorted(over) == ["1890", "1903", "1950"]


def test_what_is_passed_over_is_in_the_loss_ledger(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    reached = candidates.find(
        Topic("tramway", documents=True, named=True),
        Context.of(library, UnneededEngine(), Settings(), Run()),
    )
    read = {one.document.title for one in reached.reached}
    assert "Lune Bridge" in read
    lost = {loss.what for loss in reached.losses}
    assert read | lost == {"Lune Bridge", "Skerton Works", "Bread ovens"}
    assert not read & lost


def test_a_long_sentence_without_blanks_is_quoted_too(shelve: Shelve) -> None:
    flood = ("Lune flood", f"Lune {'桥梁于一九五三年被洪水冲毁' * 30}。")
    answer = routing.ask(
        "How many documents mention Lune?",
        Context.of(
            shelve(flood),
            ScriptedEngine(reads("count", "Lune", "mentions")),
            Settings(),
            Run(),
        ),
        AWARE,
    )
    [claim] = answer.claims
    assert "“Lune 桥梁于一九五三年" in claim.text


ROCKS = (
    "Rocks",
    "A rock is of one of two sorts.\n\nSort: lava\tMade: by fire\nSort: sandstone\tMade: by water",
)


def test_a_table_with_a_column_of_them_is_the_list(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, ROCKS)
    engine = ScriptedEngine(reads("list", "sorts of rock", noun="sorts"))
    answer = routing.ask(
        "List all sorts of rock.", Context.of(library, engine, Settings(), Run()), AWARE
    )
    assert [item.name for item in how_found.rolls(answer)[0].items] == ["lava", "sandstone"]
    assert "it stands in the column “Sort”" in answer.claims[0].why
    assert answer.way is not None and "read off a table" in answer.way.how
    assert {request.prompt for request in engine.seen} == {*READING}


def test_where_no_list_is_sure_what_answers_is_looked_for(shelve: Shelve) -> None:
    answer, engine = asked(
        shelve,
        "List all parishes of Halton.",
        reads("list", "parishes of Halton", noun="parishes"),
        Line("items", "", {"items": ["parish", "Halton", "mill"]}, repeat=True),
        Line("belongs", "", (0.7, 0.3), repeat=True),
        Line("listed", "", (0.7, 0.3), repeat=True),
        plan("Halton", "Halton mill"),
        *enough(0.99),
        cited("answer", ("The mill of Halton was built in 1790.", (1,))),
        *judging(),
    )
    assert answer.way is not None and answer.way.how.startswith(routing.NO_LIST)
    assert answer.way.route.kind == "list" and "built in 1790" in answer.text
    assert ("judging", "Halton") in {(one.stage, one.what) for one in answer.research.losses}
    judged = [one for one in engine.seen if one.prompt == "belongs"]
    assert judged and not any("“parish”" in one.messages[-1].content for one in judged)


def test_of_what_may_be_a_question_for_a_fact_no_list_is_made(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, MILL)
    engine = ScriptedEngine(
        [
            *reads("list", "works of the bridge", noun="works"),
            Line("items", "", {"items": ["Skerton Works", "tramway"]}, repeat=True),
            *(Line(judge, "", (0.9, 0.1), repeat=True) for judge in ("belongs", "listed")),
        ]
    )
    context = Context.of(library, engine, Settings(), Run()).asked(
        "Which works of the bridge are there?", "list"
    )
    assert isinstance(listing.answer(context.reading, context), Answer)
    close = structs.replace(
        context.reading, route=structs.replace(context.reading.route, other="fact")
    )
    assert listing.answer(close, dataclasses.replace(context, reading=close)) == ()


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("states a claim can have", "states"),
        ("file formats that Muniment reads", "formats"),
        ("database packages", "packages"),
        ("of it", "of it"),
    ],
)
def test_what_the_things_of_a_list_are_called(words: str, head: str) -> None:
    assert Topic(words).head == head


CATON = (
    "Caton",
    "Caton is a village on the south bank of the Lune. Cotton was spun in Low Mill from 1784. The"
    " three mills of the valley had one owner. Forge Mill made bobbins.",
)
HORNBY = ("Hornby", "The corn mill of the castle stands below Mill Lane.")
TATHAM = ("Tatham", "There a corn mill burned in 1869.")


def test_what_is_called_by_the_noun_of_the_list_is_found_whatever_the_model_picks(
    shelve: Shelve,
) -> None:
    library = shelve(BRIDGE, CATON, HORNBY, TATHAM)
    engine = ScriptedEngine(
        [
            *reads("list", "mills on the Lune", noun="mills"),
            Line("items", "Caton: ", {"items": ["Caton", "Forge Mill"]}, repeat=True),
            Line("items", "", {"items": []}, repeat=True),
            Line("belongs", "“Caton”", (0.7, 0.3), repeat=True),
            Line("listed", "“Caton”", (0.4, 0.6), repeat=True),
            Line("belongs", "“Mill Lane”", (0.2, 0.8), repeat=True),
            Line("listed", "“Mill Lane”", (0.2, 0.8), repeat=True),
            Line("belongs", "", (0.6, 0.4), repeat=True),
            Line("listed", "", (0.6, 0.4), repeat=True),
        ]
    )
    answer = routing.ask(
        "List all mills on the Lune.", Context.of(library, engine, Settings(), Run()), AWARE
    )
    named = [item.name for item in how_found.rolls(answer)[0].items]
    assert sorted(named) == ["Forge Mill", "Low Mill"]
    lost = {loss.what: loss.reason for loss in answer.research.losses}
    assert "55% likely" in lost["Caton"]
    assert "Cotton was spun in Low Mill from 1784." in answer.text


def test_of_a_long_document_more_is_read_for_names_and_the_rest_is_told(shelve: Shelve) -> None:
    names = ("Ann", "Bede", "Clare", "Denys", "Ewan", "Faith", "Giles", "Hilda", "Ives")
    told = [
        f"{name} Mill grinds oats for {10 + at} farms. {prose(at, 8).replace('mill', 'forge')}"
        for at, name in enumerate(names)
    ]
    library = shelve(("Parishes", " ".join(told)))
    [document] = library.documents()
    context = Context.of(library, UnneededEngine(), Settings(), Run())
    few = candidates.find(Topic("mills"), context)
    reached = candidates.find(Topic("mills"), context, naming=True)
    assert sum("grinds oats" in line.text for line in reached.lines) == len(told)
    assert sum("grinds oats" in line.text for line in few.lines) <= 3
    [loss] = [loss for loss in few.losses if loss.document == document.id]
    assert loss.reason.endswith(f" of {document.passages:,} passages read")
