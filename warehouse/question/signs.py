"""What the words of a question say about its kind: cheap, and the same every time.

English, German, French and Spanish here, Chinese in chinese.py; whether the library itself is
meant, in about_library.py. A sign is *sure*, or it leaves two kinds open, of which the
first is taken unless the model is clear about the other. Only the question is looked at, never
the library: a study that goes on after a document was added must take the same way.
"""

from __future__ import annotations

import re

from msgspec import Struct

from warehouse.question import about_library, chinese, limits
from warehouse.question.vocabulary import ANYTHING, HAVE, HOW_MANY, TELLS, WHICH, WRITING
from warehouse.results.provenance import QuestionKind
from warehouse.text import shortened

LONGEST_CHAT_WORDS = 7


class Sign(Struct, frozen=True):
    """``kinds`` begins with the likeliest; one alone is sure. ``why`` are the words that told."""

    kinds: tuple[QuestionKind, ...]
    why: str = ""

    @property
    def sure(self) -> bool:
        return len(self.kinds) == 1


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)


_POLITE = re.compile(
    r"^(?:please|bitte|por favor|s'il (?:te|vous) plaît"
    r"|(?:can|could|would|will) you(?: please)?(?= (?!speak|understand|hear|help))"
    r"|i (?:want|would like|need) (?:you )?to(?: know)?"
    r"|kannst du(?: mir)?|können sie(?: mir)?|peux-tu|pouvez-vous|puedes|podrías"
    r"|(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks(?: a lot)?|thank you|hallo|danke"
    r"|guten (?:tag|morgen|abend)|bonjour|merci|hola|gracias|ok(?:ay)?|great)(?=[,.!;]+ \w)"
    r"|(?:and|so|now|also|und|et|y)"
    r"(?= (?:which|what|who|how|when|where|list|wie|welche|quel|qué)\b)"
    r")[,.!; ]+",
    re.IGNORECASE,
)

OF_WRITINGS = _any(
    rf"^(?:{WHICH}|{HAVE}) (?:all |every |any |(?:of )?(?:my |the |these |meine |mes |mis )?)*"
    rf"(?:\w+ )?(?:{WRITING}|{ANYTHING})\b.*\b{TELLS}\b"
)
_COUNTING = re.compile(rf"^(?:in )?{HOW_MANY}\b|^count\b|^zähle\b|^compte\b|^cuenta\b", re.I)

_SUM_UP = (
    r"(?:summari[sz]e|summary|sum up|overview|digest|gist|fasse?n?|zusammenfass\w*|zusammen"
    r"|überblick|résum\w+|aperçu|resum\w+|resumen)"
)
_WHOLE = (
    rf"(?:everything|all(?: of)?(?: (?:my|the|these))? {WRITING}"
    rf"|(?:my|these|those|meinen?|mes|mis) (?:\w+ )?{WRITING}"
    rf"|(?:my|this|the|our|whole|entire) (?:whole |entire )?(?:library|warehouse|collection)"
    rf"|(?:this|the) {WRITING}|alles|alle {WRITING}|meine?r? (?:bibliothek|{WRITING})"
    rf"|(?:diese|die) (?:bibliothek|sammlung|{WRITING})|tout|tous (?:mes|les) {WRITING}"
    rf"|(?:ma|cette|la) (?:bibliothèque|collection)|todo|todos (?:mis|los) {WRITING}"
    rf"|(?:mi|esta|la) (?:biblioteca|colección)|[\"“„«][^\"”“»]+[\"”“»])"
)
_SUMMARY = _any(
    r"^(?:summari[sz]e|sum up|tl;?dr|résumez?(?:-moi)?|resume|resúm\w+)\b(?: of\b|:)?",
    r"^(?:(?:give|write|make|show)(?: me)? )?(?:an? )?(?:short |brief |quick |concise )?"
    r"(?:summary|overview|digest) (?:of|on)\b",
    r"^fasse?n? (?:sie )?(?:mir |uns )?.*\bzusammen\W*$",
    r"^(?:eine )?(?:kurze )?zusammenfassung (?:von|der|des)\b",
    rf"\b{_SUM_UP}\b.*{_WHOLE}",
    rf"{_WHOLE}.*\b(?:zusammen|{_SUM_UP})\b",
    rf"^what (?:are|is|do|does) {_WHOLE} (?:all )?(?:about|say in general|contain)\W*$",
    rf"^worum geht es in (?:(?:allen|meinen|diesen|den) {WRITING}|{_WHOLE})\W*$",
    rf"\b(?:main|key|central) (?:points?|ideas?|topics?|themes?) (?:of|in) {_WHOLE}",
    rf"^de quoi (?:parle|parlent|traitent?) {_WHOLE}\W*$",
    rf"^de qué (?:trata|tratan|habla|hablan) {_WHOLE}\W*$",
)
_SINCE = _any(
    r"^since when\b",
    r"^from when on\b",
    r"^seit wann\b",
    r"^depuis quand\b",
    r"^desde cuándo\b",
    r"^(?:from|since|starting) (?:what|which) (?:year|date|time|day|version) on(?:wards?)?\b",
    r"^since (?:what|which) (?:year|date|time|day|version)\b",
    r"^(?:seit|ab) welche[mr] (?:jahr|zeit|version)\b",
    r"^(?:depuis|à partir de) quelle (?:année|date|version)\b",
    r"^(?:desde|a partir de) qué (?:año|fecha|versión)\b",
    r"\b(?:earliest|first) (?:mention|record|reference|trace)\b",
    r"^when (?:was|were|is|did|does)\b.*\bfirst (?:mentioned|recorded|appear|named)\b",
    r"^wann (?:wurde|wird)\b.*\b(?:zuerst|erstmals|zum ersten mal) (?:erwähnt|genannt)\b",
)
EVERY = r"(?:all|every|each|alle[rns]?|sämtliche|tous|toutes|todos|todas)"
_LISTING = _any(
    r"^(?:list|enumerate|énumère[rz]?|enumera|lista|liste)\b",
    rf"^(?:name|give(?: me)?|show(?: me)?|find|tell me|what are|which are|who are|nenne|zähle"
    rf"|zeige?|welche sind|donne|nomme|quels sont|quelles sont|nombra|dime|cuáles son)"
    rf"\b(?: \S+){{0,3}} {EVERY}\b",
    r"^(?:give|make|write|show)(?: me)? (?:a|the) (?:full |complete )?list of\b",
)
_PLURAL = re.compile(
    r"^(?:which|what) (?:[\w-]+ ){0,2}(?!does\b|was\b|is\b|has\b)[\w-]{2,}s "
    r"(?:are|were|have|had|can|do|did|will|should)\b",
    re.IGNORECASE,
)
_ALL_TOLD = re.compile(
    r"\b(?:in total|altogether|in all|overall|(?:in|across|among) (?:my|the|these|all)(?: \w+)? "
    rf"(?:library|collection|{WRITING})|are (?:named|mentioned|listed|described)|insgesamt"
    r"|en tout|en total)\b",
    re.IGNORECASE,
)
_ALL_NAMED = _any(
    r"^(?:which|what) (?:[\w-]+ ){1,3}(?:are|were) (?:all )?(?:named|mentioned|listed|described"
    r"|discussed|told of)(?: (?:in|by|there|here|anywhere|across|among)\b.*)?\W*$",
    r"^welche (?:[\w-]+ ){1,3}(?:werden|wurden|sind)\b(?:.*\W)?(?:genannt|erwähnt|aufgeführt"
    r"|beschrieben)\W*$",
    r"^quel(?:le)?s (?:[\w-]+ ){1,3}sont (?:nommé|mentionné|cité|décrit|énuméré)e?s\b",
    r"^(?:qué|cuáles) (?:[\w-]+ ){1,3}(?:se (?:nombran|mencionan|citan|describen)"
    r"|son (?:nombrad|mencionad|citad|descrit)[oa]s)\b",
)
_COMPARE = _any(
    r"\b(?:compare[ds]?|comparison|differences?|differ|versus|vs\.?|in common|unlike"
    r"|vergleiche?n?|unterschiede?|gemeinsam|compare[rz]?|différences?|compara|diferencias?)\b",
    r"\bchange[ds]?\b.*\b(?:between\b.*\band|from\b.*\bto)\b",
    r"\b(?:which|who|what|welche\w*|wer|quel\w*|cuál|quién)\b.*\b(?:\w+er|more|less|first|earlier"
    r"|later)\b.*\b(?:or|oder|ou|o)\b",
    r"^(?:are|is|were|was|do|did|have|has)\b.*\b(?:both|same|either)\b",
)
_RELATIVE = re.compile(
    r"\b(?:that|who|whom|whose|which|where|when)\b(?=.*\b(?:that|who|whom|whose|which|where|when)\b)"
    r"|\bof the \w+(?: \w+){0,2} (?:that|who|which)\b|\bwhose\b",
    re.IGNORECASE,
)
_CHAT = _any(
    r"^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day|night)|greetings|howdy"
    r"|hallo|guten (?:tag|morgen|abend)|servus|moin|bonjour|bonsoir|salut|hola"
    r"|buen[oa]s (?:días|tardes|noches))(?: \w+)?\W*$",
    r"^(?:thanks|thank you|many thanks|thx|cheers|danke|vielen dank|merci|gracias)\b[\w ,!.]*$",
    r"^(?:bye|goodbye|see you|tschüss|auf wiedersehen|au revoir|adiós)\b\W*\w*\W*$",
    r"^(?:ok(?:ay)?|great|nice|cool|wonderful|well done|good job|super|prima|très bien)\W*$",
    r"^(?:how are you|how do you do|who are you|what are you|what(?:'s| is) your name"
    r"|what can you do|who (?:made|built|created|wrote|invented) you|how old are you"
    r"|(?:can|do) you (?:speak|understand) (?:\w+|me)|can you (?:help me|hear me)"
    r"|are you (?:a|an|there|human|alive)\b.*|wie geht(?:'s| es dir| es ihnen)"
    r"|wer bist du|was kannst du|comment (?:ça va|vas-tu|allez-vous)|qui es-tu|cómo estás"
    r"|quién eres)(?: (?:today|heute))?\W*$",
    r"^tell me (?:a joke|a story|something (?:funny|nice))\W*$",
)


def bare(question: str) -> str:
    """On one line, without courtesies and the signs that begin a Spanish question."""
    asked = " ".join(question.replace("’", "'").split()).lstrip("¿¡ ")
    while (shorter := _POLITE.sub("", asked)) != asked:
        asked = shorter
    return asked


def read(question: str) -> Sign:
    """The sign that the question's words give; a fact where they give none."""
    asked = bare(question)
    if len(asked.split()) <= LONGEST_CHAT_WORDS and (found := _CHAT.search(asked)):
        return Sign(("chat",), _words(found.group()))
    if told := chinese.read(asked):
        return Sign((told.kind,), _words(told.why))
    for kind, pattern in (("since", _SINCE), ("summary", _SUMMARY)):
        if found := pattern.search(asked):
            return Sign((kind,), _words(found.group()))  # type: ignore[arg-type]
    if words := about_library.unreadable(asked):
        return Sign(("library",), _words(words))
    free = limits.without(asked)  # "über 100 Seiten" tells of no topic
    if found := OF_WRITINGS.search(free):
        return Sign(("count" if _COUNTING.search(asked) else "list",), _words(found.group()))
    if words := about_library.speaks_of_it(asked):
        return Sign(("library",), _words(words))
    return _by_number(asked)


def _by_number(asked: str) -> Sign:
    """One thing, or all of a kind?"""
    if found := _COUNTING.search(asked):
        told = _ALL_TOLD.search(asked)
        if told:
            return Sign(("count",), _words(told.group()))
        return Sign(("fact", "count"), _words(found.group()))
    if found := _COMPARE.search(asked):
        return Sign(("compare",), _words(found.group()))
    if found := _LISTING.search(asked) or _ALL_NAMED.search(asked):
        return Sign(("list",), _words(found.group()))
    if found := _PLURAL.search(asked):
        return Sign(("fact", "list"), _words(found.group()))
    if found := _RELATIVE.search(asked):
        return Sign(("hops",), _words(found.group()))
    return Sign(("fact",))


def _words(said: str) -> str:
    """What told, short enough to be said."""
    return shortened(" ".join(said.split()).strip(" ?!.,？。！"), 60)
