"""Two English sentences with one subject as one: "She wrote it in 1906, and sold it in 1930".

Made by the program, so that nothing that is said of one is said of another, as a model does where
it makes a clause of one sentence hang on a word of the other. Only where the subject is plain: the
same words, then a verb in both, and nothing subordinate before the second.
"""

from __future__ import annotations

import re
from itertools import takewhile

LANGUAGE = "en"
MOST_SUBJECT = 5  # words
_HELPS = "is|are|was|were|has|have|had|does|did|can|could|may|might|must|will|would|should"
_PAST = (
    "became|began|broke|brought|built|came|chose|drew|fell|fought|gave|grew|held|kept|led|left|lost"
    "|made|met|ran|rose|said|sent|sold|spent|spoke|stood|taught|thought|told|took|went|won|wrote"
)
_VERB = re.compile(rf"(?:{_HELPS}|{_PAST}|[a-z]{{3,}}(?:ed|[^s\W]s)\b(?! (?:{_HELPS})\b))\b")
_NO_SUBJECT = re.compile(r"(?:the|a|an|this|that|these|those|his|her|its|their)", re.IGNORECASE)
_NO_VERB = re.compile(r"(?:this|its|his|hers|theirs|ours|as|plus|thus|always|sometimes)\b")
_HANGS = re.compile(
    r"[\"“”:;()–—]|\b(?:that|who|whom|whose|which|where|when|while|because|if|unless|until|though"
    r"|although|since|so|but|whether|how|why|as)\b",
    re.IGNORECASE,
)


def conjoined(one: str, other: str) -> str:
    """ "" where their subjects are not the same, or that is not plain."""
    first, second = one.split(), other.split()
    shared = list(takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    if not one.endswith(".") or not other.endswith("."):
        return ""
    for count in range(len(shared), 0, -1):  # "was" may be shared, too
        rest, more = " ".join(first[count:]), " ".join(second[count:])
        if _NO_SUBJECT.fullmatch(" ".join(first[:count])):
            return ""
        if all(_VERB.match(part) and not _NO_VERB.match(part) for part in (rest, more)):
            is_plain = count <= MOST_SUBJECT and not _HANGS.search(rest)
            return f"{one.rstrip('.')}, and {more}" if is_plain else ""
    return ""


def named_whole(text: str, like: str, about: str) -> str:
    """``text`` with the whole name that ``like`` begins with, where it begins with the end of it
    alone, and it is ``about`` what has all of it.
    """
    short, whole = _name(text), _name(like)
    ends_alike = len(short) < len(whole) and whole[len(whole) - len(short) :] == short
    if not short or not ends_alike or " ".join(whole) not in about:
        return text
    return " ".join([*whole, *text.split()[len(short) :]])


def _name(text: str) -> list[str]:
    """The words in capitals that it begins with."""
    return list(takewhile(lambda word: word.isalpha() and word[0].isupper(), text.split()))
