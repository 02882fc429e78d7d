"""Formulas of Office documents in one line."""

from __future__ import annotations

import lxml.etree
import pytest

from indexers.office.formulas import linear


def of(name: str, *inner: str) -> str:
    return f"<{name}>{''.join(inner)}</{name}>"


def e(text: str) -> str:
    return of("e", of("r", of("t", text)))


def signs(name: str, **values: str) -> str:
    return of(name, "".join(f'<{key} val="{sign}"/>' for key, sign in values.items()))


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (of("m", of("mr", e("a"), e("b")), of("mr", e("c"), e("d"))), "a, b; c, d"),
        (
            of("d", signs("dPr", begChr="{", endChr=""), of("e", of("eqArr", e("x=1"), e("y=2")))),
            "{x=1; y=2",
        ),
        (of("d", e("a+b")), "(a+b)"),
        (of("d", signs("dPr", begChr="|", endChr="|"), e("x")), "|x|"),
        (of("d", signs("dPr", sepChr=","), e("a"), e("b")), "(a,b)"),
        (of("d", e("A"), e("B")), "(A|B)"),
        (of("acc", signs("accPr", chr="\u0305"), e("x")), "x\u0305"),
        (of("acc", e("x")), "x\u0302"),
        (of("bar", signs("barPr", pos="top"), e("x")), "x\u0305"),
        (of("bar", e("x")), "x\u0332"),
        (of("nary", e("x")), "∫ x"),
        (of("nary", signs("naryPr", chr="∑"), of("sub", of("t", "i")), e("x")), "∑_i x"),
    ],
)
def test_how_a_formula_is_arranged_is_told(formula: str, said: str) -> None:
    assert linear(lxml.etree.fromstring(of("oMath", formula))) == said
