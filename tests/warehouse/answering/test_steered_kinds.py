"""Steering where there is no plan: plain answers, lists, beginnings, summaries, the catalog."""

from __future__ import annotations

from bridges import BRIDGE, OVENS, WORKS, Shelve, reads
from steered_studies import BARGES, SETTINGS, engine, id_of, titles

from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.records import Place
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.steering import Act
from warehouse.studies import retry
from warehouse.studies.keeper import Studies
from warehouse.studies.report import how_found


def test_a_plain_answer_reads_what_is_pinned(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS, BARGES)
    studies = Studies(library)
    row = studies.start("ask", "Who cast the arches of Lune Bridge?", "rag")
    studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))
    studies.steer(row, Act("ban", document=id_of(library, "Barges")))
    result = studies.run(row, engine(), SETTINGS, Run())
    assert isinstance(result, Answer)
    assert "Bread ovens" in titles(result)
    assert "Barges" not in titles(result)


def test_a_checked_text_keeps_its_numbers_when_a_document_is_banned(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    text = "The deck was widened in 1934 for the tramway. Skerton Works closed in 1922."
    row = studies.start("ask", text, "check")
    before = studies.run(row, engine(), SETTINGS, Run())
    studies.steer(row, Act("ban", document=id_of(library, "Lune Bridge")))
    after = studies.run(row, engine(), SETTINGS, Run())
    works = id_of(library, "Skerton Works")
    [known] = {one.number for one in before.research.evidence if one.place.document == works}
    assert known > 1
    assert [one.number for one in after.research.evidence if one.place.document == works] == [known]


def test_a_question_without_a_plan_says_so_and_reads_what_is_pinned(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    studies = Studies(library)
    row = studies.start("ask", "List all documents about bridges")
    studies.steer(row, Act("add", "The tramway"))
    studies.steer(row, Act("pin", document=id_of(library, "Bread ovens")))
    studies.steer(row, Act("ban", document=id_of(library, "Skerton Works")))
    model = ScriptedEngine(
        [
            *reads("list", "bridges", "documents"),
            *(Line(judge, "", (0.1, 0.9), repeat=True) for judge in ("belongs", "listed")),
        ]
    )
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert [act.state for act in result.research.acts] == ["late", "taken", "taken"]
    assert id_of(library, "Bread ovens") in result.research.read
    assert id_of(library, "Skerton Works") not in {
        *result.research.read,
        *(loss.document for loss in result.research.losses if loss.stage != "steering"),
    }


FERRY = (
    "Ferry",
    "The ferry crossed the Lune from 1790. A boat was named in the roll of 1803. The ferry"
    " was closed in 1934.",
)
ROCKS = (
    "Rocks",
    "A rock is of one of two sorts.\n\nSort: lava\tMade: by fire\nSort: chalk\tMade: by water",
)
QUARRY = ("Quarry", "The quarry at Halton sold slate. Its slate roofed the town for a century.")


def first(library: Library, question: str, model: ScriptedEngine) -> Answer:
    studies = Studies(library)
    result = studies.run(studies.start("ask", question), model, SETTINGS, Run())
    assert isinstance(result, Answer)
    return result


def tried_again(library: Library, before: Answer, what: str, model: ScriptedEngine) -> Answer:
    """The same study after what its judge left out was tried again."""
    studies = Studies(library)
    [row] = studies.list()
    lost = (one for one in before.research.losses if one.stage == "judging")
    act = retry.of_loss(next(one for one in lost if what in one.what))
    assert isinstance(act, Act)
    assert act.kind == "keep"
    studies.steer(row, act)
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert [act.state for act in result.research.acts] == ["taken"]
    for claim in result.claims:
        assert result.text[claim.start : claim.end] == claim.text
    return result


def test_a_document_that_was_judged_out_of_a_list_is_kept(shelve: Shelve) -> None:
    library = shelve(BRIDGE, WORKS, OVENS)
    model = ScriptedEngine(
        [
            *reads("list", "Skerton Works", "documents"),
            Line("belongs", "Lune Bridge is an iron", (0.9, 0.1), repeat=True),
            Line("listed", "Lune Bridge is an iron", (0.9, 0.1), repeat=True),
            Line("belongs", "", (0.1, 0.9), repeat=True),
            Line("listed", "", (0.1, 0.9), repeat=True),
        ],
    )
    before = first(library, "List all documents about Skerton Works", model)
    assert len(before.claims) == 1
    after = tried_again(library, before, "Skerton Works", model)
    assert after.text.startswith("2 documents were found")
    assert any("you kept it" in claim.why for claim in after.claims)
    assert "1 you kept" in (after.way.how if after.way else "")
    assert not any(
        (one.stage, one.what) == ("judging", "Skerton Works") for one in after.research.losses
    )


def test_a_thing_that_was_judged_out_of_a_list_is_kept(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    model = ScriptedEngine(
        [
            *reads("list", "works of the iron bridge", noun="works"),
            Line("items", "", {"items": ["Skerton Works", "arches", "tramway"]}, repeat=True),
            Line("belongs", "tramway", (0.1, 0.9), repeat=True),
            Line("listed", "tramway", (0.1, 0.9), repeat=True),
            Line("belongs", "", (0.9, 0.1), repeat=True),
            Line("listed", "", (0.9, 0.1), repeat=True),
        ],
    )
    before = first(library, "List all works of the iron bridge.", model)
    assert "tramway:" not in before.text
    after = tried_again(library, before, "tramway", model)
    assert [item.name for item in how_found.rolls(after)[0].items] == [
        "Skerton Works",
        "arches",
        "tramway",
    ]
    assert not any(one.what == "tramway" for one in after.research.losses)


def test_words_that_no_list_rests_on_are_an_entry_of_their_own(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    studies = Studies(library)
    row = studies.start("ask", "How many documents mention Skerton?")
    ovens = id_of(library, "Bread ovens")
    text = library.catalog.text(ovens)
    place = Place(ovens, 0, text.index("The baker"), len(text))
    studies.steer(row, Act("keep", target="the baker", document=ovens, place=place))
    result = studies.run(
        row, ScriptedEngine(reads("count", "Skerton", "mentions")), SETTINGS, Run()
    )
    assert isinstance(result, Answer)
    assert result.text.startswith("2 documents were found")
    assert "The baker rakes out the ashes" in result.text
    assert ovens in result.research.read


def test_a_pinned_document_is_read_for_names_beside_a_table(shelve: Shelve) -> None:
    library = shelve(ROCKS, QUARRY)
    studies = Studies(library)
    row = studies.start("ask", "List all sorts of rock.")
    studies.steer(row, Act("pin", document=id_of(library, "Quarry")))
    model = ScriptedEngine(
        [
            *reads("list", "sorts of rock", noun="sorts"),
            Line("items", "Quarry: ", {"items": ["slate"]}),
            Line("belongs", "", (0.9, 0.1), repeat=True),
            Line("listed", "", (0.9, 0.1), repeat=True),
        ],
    )
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert [item.name for item in how_found.rolls(result)[0].items] == ["lava", "chalk", "slate"]


def test_a_year_that_was_judged_out_is_kept(shelve: Shelve) -> None:
    library = shelve(FERRY, OVENS)
    model = ScriptedEngine(
        [
            *reads("since", "ferry"),
            Line("begins", "closed in 1934", (0.9, 0.1), repeat=True),
            Line("begins", "", (0.1, 0.9), repeat=True),
        ],
    )
    before = first(library, "Since when is there a ferry?", model)
    assert "is 1934 (list 1)" in before.text
    after = tried_again(library, before, "1790", model)
    assert "is 1790 (list 1)" in after.text
    assert [claim.text[:4] for claim in after.claims] == ["1790", "1934"]
    assert "you kept it" in after.claims[0].why


def test_kept_words_without_a_year_begin_nothing_and_that_is_said(shelve: Shelve) -> None:
    library = shelve(FERRY, OVENS)
    studies = Studies(library)
    row = studies.start("ask", "Since when is there a ferry?")
    ovens = id_of(library, "Bread ovens")
    place = Place(ovens, 0, 0, library.catalog.text(ovens).index(" The baker"))
    studies.steer(row, Act("keep", target="x", document=ovens, place=place))
    model = ScriptedEngine([*reads("since", "ferry"), Line("begins", "", (0.9, 0.1), repeat=True)])
    result = studies.run(row, model, SETTINGS, Run())
    [loss] = [one for one in result.research.losses if one.stage == "steering"]
    assert "no year" in loss.reason
    assert "Take the change back" in str(retry.of_loss(loss))


def test_a_summary_tells_the_words_that_are_kept(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    studies = Studies(library)
    row = studies.start("ask", "Summarise “Lune Bridge”")
    ovens = id_of(library, "Bread ovens")
    text = library.catalog.text(ovens)
    place = Place(ovens, 0, text.index("The baker"), len(text))
    studies.steer(row, Act("keep", target="x", document=ovens, place=place))
    lead = "A bridge and an oven are told of [1]."
    model = ScriptedEngine(
        [
            *reads("summary"),
            Line("reword", "", "", repeat=True),
            Line("lead", "", lead, repeat=True),
            *(line for line in engine()._lines if line.prompt.startswith("claim")),
        ],
    )
    result = studies.run(row, model, SETTINGS, Run())
    assert isinstance(result, Answer)
    assert "rakes out the ashes" in result.text
    assert [act.state for act in result.research.acts] == ["taken"]


def test_the_catalog_reads_nothing_and_says_so(shelve: Shelve) -> None:
    library = shelve(BRIDGE, OVENS)
    studies = Studies(library)
    row = studies.start("ask", "How many documents do I have?", taken_as="library")
    ovens = id_of(library, "Bread ovens")
    place = Place(ovens, 0, 0, 30)
    studies.steer(row, Act("keep", target="x", document=ovens, place=place))
    studies.steer(row, Act("pin", document=ovens))
    result = studies.run(row, ScriptedEngine(reads("library")), SETTINGS, Run())
    assert [act.state for act in result.research.acts] == ["late", "late"]
    assert "reads no document" in result.research.acts[0].note
