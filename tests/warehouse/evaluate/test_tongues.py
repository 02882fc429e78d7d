"""The world in three languages: the same everywhere, and whole sentences."""

from __future__ import annotations

from warehouse.evaluate.retrieval import tongues


def test_every_language_tells_the_same() -> None:
    told = tongues.tongues()
    english = told["en"]
    assert set(told) == {"en", "de", "zh"}
    for one in told.values():
        assert tongues.world(one) == tongues.world(english)
        assert [q.gold for q in tongues.questions(one)] == [
            q.gold for q in tongues.questions(english)
        ]
        documents = tongues.documents(one)
        assert len({document.raw for document in documents}) == len(documents) == 240
        assert all(len(document.reading.sentences) == 4 for document in documents)
        for words in (q.text for q in tongues.questions(one)):
            assert "{" not in words and words[-1] in "?？"


def test_a_question_of_two_steps_hides_the_town() -> None:
    english = tongues.tongues()["en"]
    first = tongues.questions(english)[0]
    world = tongues.world(english)
    towns = {english.towns[world[at].town] for at in first.gold}
    assert len(towns) == 1 and towns.pop() not in first.text
