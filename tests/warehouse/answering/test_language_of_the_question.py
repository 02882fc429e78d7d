"""What the model writes is in the language of the question, whatever the documents are in."""

from __future__ import annotations

import pytest
from bridges import BRIDGE, OVENS, WORKS, Shelve, cited, judging, reads
from shelf import reading

from warehouse.answering import routing
from warehouse.answering.answer import ask
from warehouse.context import Context
from warehouse.engine.protocol import AnyRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.methods.registry import AWARE, RAG
from warehouse.question import language
from warehouse.results.records import Answer
from warehouse.run import Run
from warehouse.settings import Settings

GERMAN = "Write it in this language: German (Deutsch)"
METAL = "Aus welchem Metall wurde die Lune Bridge damals eigentlich gebaut?"
WIDENED = "In welchem Jahr wurde die Lune Bridge verbreitert?"
LUNE = (
    "Lune Bridge",
    "The Lune Bridge was made of iron. The Lune Bridge was widened in 1934 for the tramway.",
)
MILLS = (
    "Mühlen der Lune",
    "Die Mühlen an der Lune mahlten Hafer und Gerste. Das Wasser trieb sechs große Räder.",
)


PLAZA = (
    "Plaza de la Constitución",
    "The square was paved in 1881. The town held its market there until 1934.",
)
PLANT = (
    "Bergkraftwerk Hinterrhein",
    "The plant was built of concrete in 1934. Its turbines stand inside the mountain.",
)


def summary_prompts(
    library: Library, question: str, settings: Settings, about: str = ""
) -> list[str]:
    """Of all requests to tell a piece and to open the summary, the last message."""
    asked: list[str] = []

    def written(request: AnyRequest) -> str:
        asked.append(request.messages[-1].content)
        return "Wizards built it."

    lines = [Line(name, "", written, repeat=True) for name in ("reword", "lead")]
    taken_for = reads("summary", about, wanted="documents")
    engine = ScriptedEngine([*taken_for, *lines, *judging()])
    answer = routing.ask(question, Context.of(library, engine, settings, Run()), AWARE)
    assert not answer.absent and asked
    return asked


def test_a_summary_is_asked_for_in_the_language_of_the_question(shelve: Shelve) -> None:
    library, none = shelve(BRIDGE, WORKS, OVENS), Settings()
    asked = summary_prompts(library, "Fasse alle Dokumente der Sammlung zusammen.", none)
    assert any(text.startswith("Section:") for text in asked)
    assert any(text.startswith("Topic:") for text in asked)
    assert all(text.endswith(f"\n\n{GERMAN}") for text in asked)
    english = "Summarise all documents of this collection."
    asked = summary_prompts(library, english, none)
    assert not any("language" in text for text in asked)
    of_articles = Settings(article_language="German")
    assert summary_prompts(library, english, of_articles) == asked, "no wish of an answer"


def test_only_what_is_in_another_language_is_asked_for_in_that_of_the_question(
    shelve: Shelve,
) -> None:
    library = shelve(BRIDGE, OVENS)
    title, text = MILLS
    german = reading(title, text, language="de")
    library.admit(german, f"{title}.html", text.encode(), Run())
    asked = summary_prompts(library, "Fasse alle Dokumente der Sammlung zusammen.", Settings())
    for text in asked:
        if text.startswith("Section:"):
            assert text.endswith(GERMAN) == ("Mühlen" not in text)


@pytest.mark.parametrize(
    ("question", "about", "asked_for"),
    [
        ("Summarise Plaza de la Constitución", PLAZA[0], ""),
        ("Summarise Plaza de la Constitución", "", ""),
        ("summarise plaza de la constitución", "plaza constitución", ""),
        ("Summary: Bergkraftwerk Hinterrhein", PLANT[0], ""),
        ("Bergkraftwerk Hinterrhein", PLANT[0], ""),
        ("Fasse Plaza de la Constitución zusammen", PLAZA[0], "German (Deutsch)"),
        ("Fasse zusammen, was zur Lune Bridge gesagt wird", LUNE[0], "German (Deutsch)"),
        ("Resume lo que dicen sobre Bergkraftwerk Hinterrhein", PLANT[0], "Spanish (español)"),
    ],
)
def test_the_title_that_is_summarised_does_not_say_in_which_language(
    shelve: Shelve, question: str, about: str, asked_for: str
) -> None:
    asked = summary_prompts(shelve(PLAZA, PLANT, LUNE), question, Settings(), about)
    wish = f"Write it in this language: {asked_for}"
    assert all(text.endswith(wish) if asked_for else "language" not in text for text in asked)


def test_a_topic_in_the_language_of_a_few_words_that_ask_says_it(shelve: Shelve) -> None:
    library = shelve()
    title, text = MILLS
    german = reading(title, text, language="de")
    library.admit(german, f"{title}.html", text.encode(), Run())
    topic = "what drove the wheels of the mills"
    asked = summary_prompts(library, f"Summarise {topic}", Settings(), topic)
    assert all(text.endswith("Write it in this language: English") for text in asked)
    asked = summary_prompts(library, "Summarise Mühlen der Lune", Settings(), title)
    assert not any("language" in text for text in asked)


def test_none_is_asked_for_where_that_of_the_documents_is_not_known(shelve: Shelve) -> None:
    library = shelve(OVENS)
    [english] = library.documents()
    title, text = MILLS
    library.admit(reading(title, text, language=""), f"{title}.html", text.encode(), Run())
    [untold] = [one for one in library.documents() if one.id != english.id]
    assert untold.language == ""
    assert language.wanted("de", [english.id], library) == "German"
    for ids in ([], ["gone"], [untold.id], [english.id, untold.id]):
        assert language.wanted("de", ids, library) == ""


def thorough(library: Library, question: str, voted: str, written: str, says: float) -> Answer:
    """``says`` is how likely ``written`` holds what was ``voted``."""
    engine = ScriptedEngine(
        [
            Line("steps", "", {"steps": [question]}, repeat=True),
            Line("few_words", "", {"answer": voted}, repeat=True),
            Line("short_answer", "", voted, repeat=True),
            Line("holds", written, (says, 1 - says), repeat=True),
            Line("holds", "", (0.9, 0.1), repeat=True),
            cited("answer_known", (written, (1,))),
            *judging(),
        ]
    )
    settings = Settings(absence=False, effort="thorough")
    return ask(question, Context.of(library, engine, settings, Run()), AWARE)


@pytest.mark.parametrize(
    ("question", "voted", "written", "says", "stands"),
    [
        (METAL, "iron", "Die Lune Bridge wurde aus Eisen gebaut.", 0.9, True),
        (METAL, "iron", "Die Lune Bridge wurde aus Holz gebaut.", 0.1, False),
        (WIDENED, "in 1934", "Verbreitert wurde die Lune Bridge 1934.", 0.9, True),
        (WIDENED, "in 1934", "Verbreitert wurde die Lune Bridge 1943.", 0.9, False),
    ],
)
def test_a_translated_answer_stands_where_it_says_what_was_voted(
    shelve: Shelve, question: str, voted: str, written: str, says: float, stands: bool
) -> None:
    answer = thorough(shelve(LUNE), question, voted, written, says)
    assert (written[:-1] in answer.text) is stands
    lost = [one.reason for one in answer.research.losses if one.stage == "answering"]
    assert any(voted in reason for reason in lost) is not stands
    if not stands:
        assert voted.split()[-1] in answer.text, "the page says it instead"


def test_in_one_language_the_words_that_were_voted_have_to_be_there(shelve: Shelve) -> None:
    question, written = "What was the Lune Bridge made of?", "The Lune Bridge was made of metal."
    answer = thorough(shelve(LUNE), question, "iron", written, 0.9)
    assert "metal" not in answer.text and "iron" in answer.text


def test_an_answer_is_written_and_mended_in_the_language_of_the_question(shelve: Shelve) -> None:
    asked: list[str] = []

    def mended(request: AnyRequest) -> dict[str, object]:
        asked.append(request.messages[-1].content)
        return {"sentences": [{"text": "Die Lune Bridge wurde aus Eisen gebaut.", "notes": [1]}]}

    wrong = "Die Lune Bridge wurde von Zauberern gebaut."
    engine = ScriptedEngine(
        [
            Line("answer", f"{METAL}\nAnswer in German.\n", f"{wrong[:-1]} [1]."),
            Line("repair", "", mended),
            Line("claim_check", "Zauberern", (0.01, 0.99), repeat=True),
            Line("claim_known", "Zauberern", (0.01, 0.99), repeat=True),
            *judging(),
        ]
    )
    context = Context.of(shelve(LUNE), engine, Settings(absence=False), Run())
    answer = ask(METAL, context, RAG)
    assert [text.endswith(GERMAN) for text in asked] == [True]
    assert "aus Eisen" in answer.text
