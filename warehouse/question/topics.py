"""What a list, a count or a beginning is about: the question without the words that ask for it.

"Which of my reports mention the flood of 1953?" asks for documents, and for those in which the
flood of 1953 stands; "list all mills that closed" asks for mills, which have to be picked out of
the documents.
"""

from __future__ import annotations

import re

from msgspec import Struct

from warehouse.ingest.headers_plain import is_common
from warehouse.question import chinese, limits
from warehouse.question.signs import EVERY, OF_WRITINGS, bare
from warehouse.question.vocabulary import ANYTHING, TELLS, WHICH, WRITING

_NAMED = re.compile(
    r"\b(?:mention\w*|contain\w*|name[sd]?|cit\w+|refer\w*|erwähn\w+|enthalten|nennen|mentionn\w+"
    r"|mencion\w+)\b",
    re.IGNORECASE,
)
_UP_TO_TOPIC = re.compile(
    rf"^(?P<which>.*?\b(?:{WRITING}|{ANYTHING})\b.*?)\b{TELLS}\b\s*", re.IGNORECASE
)
_PASSIVE = re.compile(
    rf"^(?:in )?{WHICH} (?:\w+ )?{WRITING}\b\s*(?:is|are|was|were)?\s*(?P<what>.*?)\s*"
    rf"(?:is|are|was|were)?\s*\b{TELLS}\W*$",
    re.IGNORECASE,
)
_SPOKEN_OF = re.compile(r"^(?:of|about|with|to|on|that|whether|von|de|du|des|del)\b\s*", re.I)
_ORDER = re.compile(
    r"^(?:list|enumerate|count|name|give|show|find|make|write|tell|nenne|liste|zähle?|zeige?|donne"
    r"|nomme|énumère|nombra|dime|enumera|lista)\b\s*",
    re.IGNORECASE,
)
_ASKING = re.compile(
    rf"^(?:(?:me|us|a|an|the|full|complete|list of|{EVERY}|what|which|who|are|is|were|was|there|of"
    r"|different|how many|number of|wie ?viele?|welche|sind|gibt es|die|der|das|combien de|quels?"
    r"|quelles?|sont|les?|la|cuánt[oa]s|cuáles|son|los|las|qué|que|it|when|since|since when|first"
    r"|in which|has|have|had|did|do|does|been|seit wann|wann|wurde|depuis quand|desde cuándo"
    r"|earliest|record|mention|reference|existier(?:t|en)|existen?)\b[\s,]*)+",
    re.IGNORECASE,
)
_SINCE_WHEN = re.compile(
    r"^(?:from|since|starting|seit|ab|depuis|à partir de|desde|a partir de) "
    r"(?:what|which|welche[mr]|quelle|qué) \w+(?: on(?:wards)?)?\b\s*",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    rf"\s*\b(?:(?:are|is|were|was) (?:all )?(?:named|mentioned|listed|described|there|discussed"
    r"|told of)|(?:werden|wurden|sind) (?:genannt|erwähnt|aufgeführt|beschrieben)"
    r"|sont (?:nommé|mentionné|cité|décrit|énuméré)e?s|se (?:nombran|mencionan|citan|describen)"
    r"|son (?:nombrad|mencionad|citad|descrit)[oa]s"
    rf"|do the \w+ (?:name|mention|describe|list)"
    rf"|(?:in|across|among|of|from) (?:my|the|these|all|this|our)(?: \w+)? (?:library|collection"
    rf"|{WRITING})|in total|altogether|in all|overall|insgesamt|en tout|en total|auf|there"
    r"|first mentioned|first recorded|first appear|first named|erstmals erwähnt)\W*$",
    re.IGNORECASE,
)
_EXISTS = re.compile(
    r"\s+(?:exist(?:s|ed)?|existier(?:t|en)|(?:been )?(?:in existence|around))"
    r"(?=\s+(?:in|on|at|for|among)\b|\W*$)",
    re.IGNORECASE,
)
_ELIDED = re.compile(r"\b[ldjcnsmt]['’](?=\w)|\bqu['’](?=\w)")
_LAST = re.compile(rf"\s*\b(?:is |are |was |were )?{TELLS}$", re.IGNORECASE)

_ENDS_HEAD = re.compile(
    r"[,;:(]|\b(?:that|which|who|whom|whose|of|in|on|at|by|for|from|to|with|about|and|or|as|an?"
    r"|the|it|they|we|i|you|can|may|is|are|was|were|has|have|had|does|do|did|die|der|das|den|des"
    r"|von|qui|que|dont|de|du|des|del)\b",
    re.IGNORECASE,
)


class Topic(Struct, frozen=True):
    """``words`` is what is looked for. ``documents``: these are wanted, else things named in them.

    ``named``: it is enough that the words stand there.
    """

    words: str
    documents: bool
    named: bool

    @property
    def content(self) -> tuple[str, ...]:
        """The words that say something, in their order; all of them where none does."""
        plain = _ELIDED.sub("", self.words.lower())
        every = re.findall(r"[^\W_]+(?:['’.-][^\W_]+)*", plain)
        return tuple(word for word in every if not is_common(word)) or tuple(every)


def before(question: str) -> str:
    """What is said of the documents that a list is to hold, before what they tell: "which German
    reports" of "which German reports mention the flood?".
    """
    found = _UP_TO_TOPIC.match(bare(question))
    return found["which"] if found and found.end() < len(bare(question).rstrip(" ?!.")) else ""


def read(question: str) -> Topic:
    """The topic of a question; its own words where nothing else is left."""
    asked = bare(question).rstrip(" ?!.")
    if told := chinese.topic(asked):
        return Topic(told.words, told.documents, told.named)
    if OF_WRITINGS.search(limits.without(asked)):
        passive = _PASSIVE.match(asked)
        words = _LAST.sub("", _SPOKEN_OF.sub("", _UP_TO_TOPIC.sub("", asked)))
        if not words and passive:
            words = passive["what"]
        return Topic(words or asked, True, bool(_NAMED.search(asked)))
    words = _ASKING.sub("", _ORDER.sub("", _SINCE_WHEN.sub("", asked)))
    while (shorter := _TRAILING.sub("", _EXISTS.sub("", words))) != words:
        words = shorter
    return Topic(words or asked, False, False)


def head(words: str) -> str:
    """What the things on a list are called: "states" of "states a claim can have"."""
    before = _ENDS_HEAD.split(words.strip(), maxsplit=1)[0].split()
    return before[-1] if before else words
