"""Does one of two sentences say "not", and the other not? Told by words, in five languages.

A small model takes "it does not set the spacing" for what "it sets the spacing" says. So a claim
that denies must rest on something that denies: a "not", a word that holds one ("to fail", "unlike",
"without"), or, where the words are others, one that says less than all ("some", "once"). What claim
and source share tells nothing: "did not reject" against "rejected" is one "not" more. The other way
round the source must deny what the claim says, in the clause that is nearest, or have the opposite
of one of its words ("inhabited" against "uninhabited").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from warehouse.proof import checks
from warehouse.proof.lexicon import Tongue, tongue

RESTATED = 0.5  # least overlap at which a "not" in one of two sentences tells them apart
NEARLY = 0.7  # a sentence that shares this part of what the nearest shares is as near
DENIED = 0.6  # share of what a source denies that a claim has where it says it
SHORTEST = 4  # letters of a word that "un-" turns
STEM = 5  # letters by which two forms of a word are one
LACKS = ("lacks",)
LESS = ("lacks", "softens")
FAR = ("lacks", "softens", "weakens")
_CLAUSE = re.compile(
    r"[,;:()，；：]\s?|\s[-–—]\s"
    r"|\s(?:but|and|while|although|aber|und|während|obwohl|mais|et|pero|y|aunque)\s"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_WITHOUT = re.compile(r"\b(?:without|ohne|sans|sin)\s+((?:\w+\s?){1,2})", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:except(?:ing| for)?|unless|ausser|sauf|salvo|excepto)\s+([^,;:.]+)", re.IGNORECASE
)


def negates(claim: str, source: str) -> bool:
    """Is one of the two a denial of the other, as far as words tell?"""
    claim, source = _without_shared(claim.casefold(), source.casefold())
    told = checks.sentences(source)
    nearest = checks.nearest(claim, told)
    if not nearest:
        return False
    if opposite(claim, nearest):
        return True
    if _excepted(claim, nearest):
        return says_not(claim)
    if says_not(claim):
        return not _denies_too(claim, nearest, told)
    return checks.overlap(claim, nearest) >= RESTATED and _denied(claim, nearest)


def says_not(text: str) -> bool:
    """Is there a "not" in the text, in the words of its language?"""
    return bool(nots(checks.fold(text)))


def nots(folded: str) -> list[str]:
    """The words of a folded text that deny, those aside that only look so ("not only")."""
    own = tongue(folded)
    return own.words["not"].findall(own.bare(folded, "harmless"))


def opposite(claim: str, source: str) -> bool:
    """Has one the opposite of a word of the other ("unable", "able"), and both or neither a not?"""
    one, other = checks.fold(claim), checks.fold(source)
    return bool(nots(one)) == bool(nots(other)) and (_torn(one, other) or _torn(other, one))


def _without_shared(claim: str, source: str) -> tuple[str, str]:
    """Both without the "without …" that they share: it denies the same in both."""
    mine, theirs = ({each[0] for each in _WITHOUT.finditer(one)} for one in (claim, source))
    for each in mine & theirs:
        claim, source = claim.replace(each, " "), source.replace(each, " ")
    return claim, source


def _torn(folded: str, other: str) -> bool:
    """Has the text a word with "un-" or "in-" whose rest stands in the other, and not the word?"""
    words = frozenset(_WORD.findall(other))
    turned = _with_prefix(folded, tongue(folded))
    return any(rest in words and word not in words for word, rest in turned)


def _with_prefix(folded: str, own: Tongue) -> list[tuple[str, str]]:
    """(word, the word without its prefix) for those that a prefix makes the opposite."""
    if own.apart is None:
        return []
    found = []
    for word in _WORD.findall(own.bare(folded, "whole")):
        prefix = own.apart.match(word)
        if prefix and len(word) - prefix.end() >= SHORTEST:
            found.append((word, word[prefix.end() :]))
    return found


def _denies_too(claim: str, nearest: str, told: Sequence[str]) -> bool:
    """Does what the claim rests on deny as well, in a word that the claim has not besides?

    Where no sentence is near, the claim is in other words, and more of them may stand for a "not".
    """
    said = checks.fold(claim)
    close = checks.overlap(claim, nearest) >= RESTATED
    least = max(NEARLY * checks.overlap(claim, nearest), 0.2) if close else 0.0
    near = [checks.fold(one) for one in told if checks.overlap(claim, one) >= least]
    if any(nots(one) or _torn(one, said) or _both_unsure(one, said) for one in near):
        return True
    names = LESS if close else FAR
    mine = _holding(said, names)
    if any(_holding(one, LACKS) - mine for one in near):
        return True
    clause = checks.fold(checks.nearest(claim, _clauses(nearest)))
    return any(_holding(one, names) - mine for one in ([clause] if close else near))


def _both_unsure(one: str, other: str) -> bool:
    """Is neither sure? "It is not certain" denies nothing that "may have been" says."""
    return tongue(one).has("hedge", one) and tongue(other).has("hedge", other)


def _excepted(claim: str, nearest: str) -> bool:
    """Does the source deny it of all but what the claim speaks of?"""
    but = _EXCEPT.search(checks.fold(nearest))
    return (
        but is not None and says_not(nearest) and _says(claim, but[1]) and not _EXCEPT.search(claim)
    )


def _clauses(sentence: str) -> list[str]:
    return [one for one in _CLAUSE.split(sentence) if one.strip()]


def _holding(folded: str, names: tuple[str, ...]) -> set[str]:
    """The beginnings of the words that deny, or say that something is less, without a "not"."""
    words = tongue(folded).words
    return {word[:STEM] for name in names for word in words[name].findall(folded)}


def _denied(claim: str, nearest: str) -> bool:
    """Does the nearest clause deny what the claim says without a "not"?"""
    clause = checks.fold(checks.nearest(claim, _clauses(nearest)))
    said = checks.fold(claim)
    mine, theirs = _holding(said, LESS), _holding(clause, LESS)
    if mine - theirs or _torn(said, clause):
        return False
    if nots(clause) or _left_out(said, checks.fold(nearest)):
        return True
    lacking = tongue(clause).words["lacks"].search(clause)
    return lacking is not None and not mine and _says(said, clause[lacking.end() :])


def _left_out(said: str, nearest: str) -> bool:
    """Does the source say "without" of what the claim says?"""
    return any(_says(said, without[1]) for without in _WITHOUT.finditer(nearest))


def _says(claim: str, denied: str) -> bool:
    """Has the claim most words of what is denied?"""
    wanted = checks.content(denied)
    return bool(wanted) and len(wanted & checks.content(claim)) >= DENIED * len(wanted)
