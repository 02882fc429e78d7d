"""A "not" in one of two sentences: told by words, in five languages."""

from __future__ import annotations

import pytest

from warehouse.proof import negation

SETS = "The option sets the spacing of the columns to two characters."


def test_negation_is_looked_for_in_the_nearest_sentence() -> None:
    source = "The bridge was not closed. The tower was open all year."
    assert negation.negates("The bridge was closed.", source)
    assert not negation.negates("The bridge wasn't closed.", source)
    assert not negation.negates("The tower was open all year.", source)
    longer = "He sat up and turned round, and he did not see the no-entry sign."
    assert not negation.negates("He sat up and turned round.", longer)
    assert negation.negates("He saw the no-entry sign.", longer)
    assert negation.negates("He did not sit up straight.", "He did sit up straight.")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("It does not change the spacing.", SETS),
        ("Nothing is altered by it.", SETS),
        ("Das Programm startet nicht von selbst.", "Der Dienst läuft nach dem Einschalten an."),
        ("Cela ne modifie rien.", "L'option règle la largeur de la table."),
        ("Esto no cambia nada.", "La opción define el ancho de la tabla."),
        ("它不改变宽度。", "该选项设置表格的宽度。"),
    ],
)
def test_in_other_words_too_a_not_needs_something_that_denies(claim: str, source: str) -> None:
    assert negation.negates(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Not everybody was met at home.", "Some of the doors stayed shut."),
        ("A file cannot be renamed.", "It is not possible to rename a file."),
        ("The driver no longer works.", "The driver stopped to work."),
        ("The mill has no wheel.", "The mill lacks a wheel."),
        ("The plan was not accepted.", "The council rejected the plan."),
        ("The comet cannot be seen, it is not visible.", "The comet is invisible."),
        ("Not only the tower burnt down.", "The tower burnt down."),
        ("The server does not restart.", "The server reads the file without restarting."),
        ("Das Kloster wurde nicht zerstört.", "Das Kloster blieb unzerstört."),
        ("La clave no es válida.", "La clave es inválida."),
        ("Le fichier ne s'ouvre pas.", "Il est impossible d'ouvrir le fichier."),
        ("不能打开该文件。", "无法打开该文件。"),
    ],
)
def test_what_denies_in_another_way(claim: str, source: str) -> None:
    assert not negation.negates(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The council did not reject the plan.", "The council rejected the plan."),
        ("The mill has a wheel.", "The mill lacks a wheel."),
        ("The island is inhabited.", "The island is uninhabited."),
        ("The file is valid.", "The file is not valid."),
        ("The server restarts.", "The server reads the file without restarts."),
        ("Der Schlüssel ist gültig.", "Der Schlüssel ist ungültig."),
        ("Le pont a été fermé.", "Le pont n'a pas été fermé."),
        ("El puente fue cerrado.", "El puente no fue cerrado."),
        ("寺庙在战争中被毁。", "寺庙在战争中没有被毁。"),
    ],
)
def test_the_opposite(claim: str, source: str) -> None:
    assert negation.negates(claim, source)


def test_no_is_a_not_in_its_own_language_alone() -> None:
    assert negation.says_not("El puente no fue cerrado.")
    assert negation.says_not("He committed no sin against the order.")
    assert not negation.says_not("The sin was forgiven by the bishop, and that is all.")
    assert not negation.says_not("The ne of the name is silent, as the author said.")


def test_a_not_is_looked_for_in_every_near_sentence() -> None:
    source = "The copy of the file is kept in the folder. The folder of the copy is not shown."
    assert not negation.negates("The copy of the file in the folder is not shown.", source)


def test_what_is_excepted_is_the_other_way_round() -> None:
    source = "Nobody under eighteen was allowed to work at night, except in the glassworks."
    assert not negation.negates("In the glassworks younger people could work at night.", source)
    assert negation.negates("In the glassworks nobody could work at night.", source)
    assert not negation.negates("Nobody could work at night except in the glassworks.", source)


def test_not_certain_is_no_denial_of_may() -> None:
    source = "The expedition may have reached the lake."
    assert not negation.negates("It is not certain that the lake was reached.", source)
