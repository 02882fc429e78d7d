"""What the words of a question say about its kind, and what is left of it as a topic."""

from __future__ import annotations

import pytest
from warehouse.evaluate.research.kinds import ALIKE, cases, kinds

from warehouse.answering import leaning
from warehouse.evaluate.records import Job
from warehouse.question import phrasing, signs, topics
from warehouse.run import Run
from warehouse.settings import Settings


def test_no_labelled_question_is_taken_for_a_kind_that_is_ruled_out() -> None:
    """In doubt the right kind is among the two that are left; of those that signs are made on."""
    wrong = [
        case.question
        for case in cases()[::2]
        if ALIKE.get(case.kind, case.kind)
        not in {ALIKE.get(kind, kind) for kind in signs.read(case.question).kinds}
    ]
    assert len(wrong) <= 1, wrong


def test_the_benchmark_tells_both_halves_and_the_doubts() -> None:
    rows = {row.name: row for row in kinds(Job(Settings(), Run()))}
    assert rows.keys() == {"kind_right_tuned", "kind_right_apart", "kind_left_to_the_model"}
    assert rows["kind_right_tuned"].value >= 0.95
    assert rows["kind_right_apart"].value >= 0.85
    assert rows["kind_left_to_the_model"].value <= 0.1


@pytest.mark.parametrize(
    ("question", "kind", "why"),
    [
        ("Please list all bridges over the Lune", "list", "list"),
        ("How many documents mention the flood?", "count", "How many documents mention"),
        ("What could not be read?", "library", "What could not be read"),
        ("Thanks a lot!", "chat", "Thanks a lot"),
    ],
)
def test_the_words_that_told_are_named(question: str, kind: str, why: str) -> None:
    sign = signs.read(question)
    assert (sign.kinds, sign.why) == ((kind,), why)


@pytest.mark.parametrize(
    ("question", "of_library"),
    [
        ("Which files failed?", True),
        ("What failed?", True),
        ("How many could not be read?", True),
        ("Which reports could not be opened?", True),
        ("Show me what was not read", True),
        ("How many of my documents are encrypted?", True),
        ("Which banks failed in 1931?", False),
        ("How many experiments failed?", False),
        ("Which messages were encrypted by the Enigma?", False),
        ("Which treaty was not read in parliament?", False),
        ("Which articles were added last week?", True),
        ("Which articles were added to the library in 1990?", True),
        ("Which articles were added to the treaty in 1990?", False),
        ("What is my longest book?", True),
        ("What is the oldest letter in my library?", True),
        ("What is the oldest letter in the world?", False),
        ("What was the largest book ever printed?", False),
    ],
)
def test_only_what_speaks_of_the_library_is_asked_of_the_catalog(
    question: str, of_library: bool
) -> None:
    assert (signs.read(question).kinds == ("library",)) == of_library


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Which rivers are named?", "rivers"),
        ("Which stone bridges are mentioned in my documents?", "stone bridges"),
        ("Welche Flüsse werden genannt?", "Flüsse"),
        ("Quelles rivières sont mentionnées ?", "rivières"),
        ("¿Qué ríos se mencionan?", "ríos"),
    ],
)
def test_what_is_named_is_a_list(question: str, topic: str) -> None:
    assert signs.read(question).kinds == ("list",)
    assert topics.read(question).words == topic


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which documents are longer than 100 pages?", "library"),
        ("Which PDFs do not have an author?", "library"),
        ("Show me all EPUBs", "library"),
        ("Do I have anything in Spanish?", "library"),
        ("Which document has the most pages?", "library"),
        ("What was added today?", "library"),
        ("Good morning, which documents could not be read?", "library"),
        ("¿Cuántos documentos hay en alemán?", "library"),
        ("哪些文件无法读取？", "library"),
        ("How many pages does the report have?", "fact"),
        ("Which documents were lost in the fire of 1953?", "fact"),
        ("How many books were published in 2010?", "fact"),
        ("Welche Dokumente haben über 100 Seiten?", "library"),
        ("Do I have documents about music?", "list"),
        ("Which PDFs from 2022 mention Unicode?", "list"),
        ("哪些文件提到图书馆？", "list"),
        ("从什么时候开始有渡轮？", "since"),
        ("Summarise the bread ovens", "summary"),
        ("总结所有文件", "summary"),
        ("What changed between the first and the second edition?", "compare"),
        ("Can you speak German?", "chat"),
        ("你好", "chat"),
    ],
)
def test_other_ways_to_ask(question: str, kind: str) -> None:
    assert signs.read(question).kinds[0] == kind


def test_what_is_said_of_the_documents_is_no_part_of_the_topic() -> None:
    assert topics.before("Which German reports mention the flood?").strip() == (
        "Which German reports"
    )
    assert topics.before("In which letters is the notary mentioned?") == ""
    assert topics.read("哪些文件提到图书馆？").words == "图书馆"


@pytest.mark.parametrize(
    ("question", "leans"),
    [
        ("And in German?", True),
        ("What about 2019?", True),
        ("Why?", True),
        ("Tell me more.", True),
        ("Why is the bridge red?", False),
        ("And which documents mention it?", False),
        ("What about the documents that were lost in the flood of 1953?", False),
    ],
)
def test_what_leans_on_another_question(question: str, leans: bool) -> None:
    assert leaning.says_little(question) == leans


def test_named_after_something_is_left_to_the_model() -> None:
    assert signs.read("Which two rivers are named after saints?").kinds == ("fact", "list")


def test_a_spanish_question_begins_with_a_sign() -> None:
    assert signs.read("¿Cuántos documentos tengo?").kinds == ("library",)
    assert phrasing.explanation("¿Cuántos habitantes tiene Halton?") is False
    assert phrasing.polar("¿Es verdad que Halton tiene un puente?")


def test_how_many_of_one_thing_is_left_to_the_model() -> None:
    assert signs.read("How many people did the foundry employ?").kinds == ("fact", "count")
    assert signs.read("Which mills were closed?").kinds == ("fact", "list")


@pytest.mark.parametrize(
    ("question", "words", "documents", "named"),
    [
        ("Which of my reports mention the flood of 1953?", "the flood of 1953", True, True),
        ("How many letters speak of money?", "money", True, False),
        ("List all mills that closed before 1950.", "mills that closed before 1950", False, False),
        ("How many bridges are named in my documents?", "bridges", False, False),
        ("In which letters is the name of the notary mentioned?", "the notary", True, True),
        ("Since when is there a tramway on the bridge?", "tramway on the bridge", False, False),
        ("Since when does the toll exist?", "toll", False, False),
        ("Since when has the ferry been in existence?", "ferry", False, False),
        ("Since when do canals exist in England?", "canals in England", False, False),
        ("Seit wann existiert die Brücke?", "Brücke", False, False),
        ("Which kinds of locks exist?", "kinds of locks", False, False),
        ("List the theories of existence", "theories of existence", False, False),
        ("When did the name first appear?", "name", False, False),
        ("From what year on is the ferry recorded?", "ferry recorded", False, False),
    ],
)
def test_topics(question: str, words: str, documents: bool, named: bool) -> None:
    topic = topics.read(question)
    assert (topic.words, topic.documents, topic.named) == (words, documents, named)


def test_a_topic_says_what_it_is_about() -> None:
    assert topics.read("Quels documents parlent de l'inondation ?").content == ("inondation",)


def test_a_title_that_begins_with_do_is_no_question_of_yes_or_no() -> None:
    film = "Do Lafzon Ki Kahani, is a 2016 film, it is a remake of Always, released in which year?"
    assert not phrasing.polar(film)
    assert not phrasing.polar("Are You Being Served? was first shown when?")
    assert phrasing.polar("Do the two bridges cross the Lune?")
    assert phrasing.polar("Are Christopher Nolan and Sathish Kalathil both film directors?")
    assert phrasing.polar("Did Anna say that the bridge was closed?")


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("What is the difference between a passage and a sentence?", ["passage", "sentence"]),
        ("Compare diesel engines with petrol engines.", ["diesel engines", "petrol engines"]),
        ("Which is heavier, the old deck or the new one?", ["old deck", "new one"]),
        ("How do passages differ from sentences?", ["passages", "sentences"]),
        ("Unterschied zwischen einer Brücke und einem Steg?", ["Brücke", "Steg"]),
        ("La différence entre un pont et une passerelle ?", ["pont", "passerelle"]),
        ("¿Qué diferencia hay entre un puente y una pasarela?", ["puente", "pasarela"]),
        ("When was the line between Halton and Lancaster built?", []),
        ("Compare the costs of 1950 and 1960", []),
        ("Who cast the arches?", []),
    ],
)
def test_the_sides_of_a_comparison(question: str, sides: list[str]) -> None:
    assert phrasing.sides(question) == sides


@pytest.mark.parametrize(
    ("question", "two"),
    [
        (
            "Which band was formed first The Exies or Circus Diablo ?",
            ["The Exies", "Circus Diablo"],
        ),
        ("Which plant is larger, the Pterocarya or the Cotula?", ["Pterocarya", "Cotula"]),
        ("What is older: Rome or the Bank of England?", ["Rome", "Bank of England"]),
        ("Which is faster, embedding or reading?", ["embedding", "reading"]),
        ("Wer ist älter, Goethe oder Schiller?", ["Goethe", "Schiller"]),
        ("What happens in Paris or London?", []),
        ("Who directed the film that was shot in or around Leland in 1986", []),
        ("Is Lune Bridge of iron or of wood?", []),
    ],
)
def test_the_two_things_of_which_one_is_the_answer(question: str, two: list[str]) -> None:
    assert phrasing.alternatives(question) == two
