"""Words that say nothing of what a text is about, in a few languages."""

from __future__ import annotations

import re

_COMMON = """
a about above after again all also although always am among an and any are as at be because been
before being below between both but by can could did do does doing done down during each either
else etc even ever every few first for from further get had has have having he hence her here
hers him his how however i if in instead into is it its itself just last least less let like
made make many may me might more most much must my near neither no nor not now of off often on
once one only onto or other our out over own per perhaps quite rather same second see several
shall she should since so some still such than that the their them then there these they this
those though three through thus to too two under until up upon us use used uses using very was
we well were what when where whether which while who whom whose why will with within without
would yes yet you your der die das den dem des ein eine einen einem einer eines und oder aber
nicht ist sind war waren wird werden wurde wurden mit von vom zu zum zur für auf aus bei nach
über unter durch als auch nur noch wie wenn dass sich es er sie wir ihr ich im um sein seine hat
haben hatte kann le la les un une du de et ou mais ne pas est sont était être avec pour par sur
dans que qui ce cette ces il elle ils elles nous vous je au aux en se son sa ses leur plus comme
el los las una unos unas y o pero era con por para del al su sus como más lo
"""
_STOP_WORDS = frozenset(re.findall(r"\S+", _COMMON))


def is_common(word: str) -> bool:
    """Whether it is one of the words that say nothing of what a text is about."""
    return word.lower() in _STOP_WORDS
