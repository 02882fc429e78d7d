"""The language of documents that have more than one."""

from __future__ import annotations

import pytest

from indexers.text import language

GERMAN = (
    "Vor der Sicherung wird geprüft, ob auf dem Datenträger noch genügend Platz ist, und danach "
    "wird jede Datei einzeln verglichen, damit keine unbemerkt verloren geht."
)
SCREEN = "(S)can system log for AppArmor events\n[(A)llow] / (D)eny / (G)lob / Abo(r)t / (F)inish"
LICENCE = (
    "The purpose of this License is to make a manual, textbook, or other functional and useful "
    "document free in the sense of freedom: to assure everyone the effective freedom to copy it."
)


def test_screens_and_a_licence_do_not_decide() -> None:
    own = "\n\n".join(f"{GERMAN}\n\n{SCREEN}\n{SCREEN}\n{SCREEN}" for _ in range(30))
    licence = "\n\n".join([LICENCE] * 30)
    assert language.detect(f"{own}\n\n{licence}") == "de"


def test_a_text_without_paragraphs_has_a_language() -> None:
    assert language.detect("\n".join([LICENCE] * 60)) == "en"


def test_a_short_text_is_judged_whole() -> None:
    assert language.detect(GERMAN) == "de"
    assert language.detect("12 34") == ""


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        *(("en-GB", "en"), (" DE_at ", "de"), ("tl", "tl"), ("spa", "es"), ("ger", "de")),
        *(("deu", "de"), ("CHI-TW", "zh"), ("und", ""), ("mul", ""), ("English", ""), ("", "")),
    ],
)
def test_what_a_file_says_is_two_letters(tag: str, code: str) -> None:
    assert language.of_tag(tag) == code
