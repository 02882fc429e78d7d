"""What kind of answer does a question want: a fact, or an explanation?

A fact gets one or two sentences from clean, short evidence; an explanation needs the sentences
around the best one too. Judged by the question's words alone, without the model, in four
languages; elsewhere a question is taken to want a fact.
"""

from __future__ import annotations

import re

from warehouse.ingest.headers_plain import is_common
from warehouse.search import analyzer

_FACT = re.compile(
    r"^how (?:many|much|long|old|far|tall|often|big|large|high|deep|fast|late|early|heavy|wide)\b"
    r"|^(?:wie (?:viele?|lange?|alt|weit|hoch|oft|groß)|combien|cuánt[oa]s?)\b",
    re.IGNORECASE,
)
_EXPLAIN = re.compile(
    r"\b(?:how|why|explain|describe|compare|summari[sz]e|differences?|what happens|reasons?|steps"
    r"|wie|warum|weshalb|wieso|erkläre?|beschreibe?|vergleiche?|unterschiede?"
    r"|comment|pourquoi|expliquez?|décri\w+|comparez?|cómo|explica|describe|por qué|porqué)\b",
    re.IGNORECASE,
)
# What somebody makes of a thing: "what is said about it", "what is most important about it", "what
# came of it". One sentence is no answer to that.
_MADE_OF = re.compile(
    r"\b(?:important about|(?:is|are|was|were) (?:said|known|told|written|reported) (?:about|of)"
    r"|tell (?:me|us) (?:more )?about)\b|^what (?:led to|came of|became of|followed)\b"
    r"|^was (?:wird|wurde|ist) (?:über|zu) .+ (?:gesagt|berichtet|bekannt)\b|^was führte zu\b"
    r"|^que (?:dit|sait)-on (?:de|du|des|sur)\b|^qué se (?:dice|sabe) (?:de|del|sobre)\b",
    re.IGNORECASE,
)
# A matter as a whole: nothing in particular is asked of it.
_WHOLE = re.compile(
    r"^(?:please |bitte )?"
    r"(?:describe|portray|introduce|beschreibe?|décri(?:s|vez)"
    r"|tell (?:me|us) (?:more )?about|erzähle? (?:mir )?(?:mehr )?(?:von|über)"
    r"|what (?:do (?:we|you|they) know|(?:is|was) (?:known|there to know)) (?:about|of)"
    r"|(?:give|write|gib|donne[zr]?|da)(?: me| us| mir| uns|[- ]moi)? (?:an?|einen|une?)"
    r"(?: \w+)? (?:overview|description|account|portrait|profile|überblick|aperçu|resumen)"
    r" (?:of|on|about|über|de|du|sobre)"
    r"|what (?:is|was) (?:most |so )?important (?:about|in)"
    r"|why (?:is|are|was|were)(?=.* (?:worth knowing|important|remembered)\b))"
    r" (?!how\b|why\b|whether\b|what\b|wie\b|comment\b|cómo\b"
    r"|(?:the )?(?:steps|process|procedure|differences?|relation\w*|way|role|causes?|reasons?"
    r"|effects?|consequences)\b)(?P<what>.+)$",
    re.IGNORECASE,
)
_REMEMBERED = re.compile(r"\s(?:worth knowing(?: about)?|important|remembered)\b.*$", re.IGNORECASE)
_LIST = re.compile(
    r"^(?:which|what) (?:[\w-]+ ){0,2}[\w-]{2,}s (?:are|were|can|do|does|will|should)\b"
    r"|^(?:list|name) (?:all|the)\b",
    re.IGNORECASE,
)
_DOING = re.compile(r"^what (?:does|do|did) .+", re.IGNORECASE)
_DEFINITION = re.compile(r"^what (?:is|are) (?:an? )?[\w-]+(?: [\w-]+){0,2}\?*$", re.IGNORECASE)


_POLAR = re.compile(
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must"
    r"|ist|sind|war|waren|hat|haben|kann|können|est-ce|es|son|está|están)\b",
    re.IGNORECASE,
)
# A name that begins with such a word, "Do Lafzon Ki Kahani, is a film": capitals, then a verb of
# its own, which a question of yes or no cannot have there.
_TITLED = re.compile(
    r"^\w+(?: (?:[^\W_a-z][\w'’.-]*|of|the|and|de|la|der|die|das))+[,?!:\"”]* "
    r"(?:is|was|are|were|has|had|ist|war|est|était|es|fue)\b"
)
_CHOICE = re.compile(r"\b(?:or|oder|ou|o)\b", re.IGNORECASE)


_AND, _OR = r"(?:and|und|et|y)", r"(?:or|oder|ou|o)"
_ONE, _OTHER = r"(?P<one>[^,:?]{3,60}?)", r"(?P<other>[^,?.]{3,60})"
_SIDES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:differen\w+|distin\w+|unterschied\w*|différence\w*|diferencia\w*) "
        rf"(?:\w+ )?(?:between|zwischen|entre) {_ONE} {_AND} {_OTHER}",
        rf"\b(?:compare|contrast|vergleiche?|comparez?|compara) {_ONE} "
        rf"(?:{_AND}|with|to|against|mit|avec|à|con) {_OTHER}",
        rf"\b(?:do|does|is|are) {_ONE} (?:differ|different) from {_OTHER}",
        rf"(?:^|[,:] |\b(?:is|are|does|do) ){_ONE} (?:versus|vs\.?) {_OTHER}",
        rf"^(?:which|who|what|welche\w*|wer|quel\w*|qui|cuál|quién)\b[^,:]*[,:] "
        rf"{_ONE} {_OR} {_OTHER}",
    )
)
_CALLED = r"[^\W\d_a-z][\w'’.&-]*(?: (?:(?:of|the|and|de|la|von) )?[^\W_a-z][\w'’.&-]*)*"
_ONE_OF_TWO = re.compile(
    rf"^(?:which|who|what|welche\w*|wer|quel\w*|qui|cuál|quién)\b.*?[ ,:]"
    rf"(?P<one>{_CALLED}),? (?i:{_OR}) (?:(?:the|der|die|das|le|la|el) )?"
    rf"(?P<other>{_CALLED})\s*\?*$",
)
# "What is Lune Bridge?", "What was the Battle of Hastings?": a name alone, however long.
_NAMED = re.compile(rf"^[Ww]hat (?:is|are|was|were) (?:the |an? )?(?:\d{{4}} )?{_CALLED}\s*\?*$")
_PLACED = re.compile(r"\b(?:in|of|from|by|to|at|for|on|with|about|von|aus|bei|mit|de|à|en|con) $")
_WORDY = re.compile(r"[^\W\d_]{3,}")
_ARTICLE = re.compile(
    r"^(?:(?:an?|the|der|die|das|den|dem|ein\w*|les?|la|une?|des|el|los|las|una?)\s|l['’])", re.I
)

_SPOKEN = {
    "de": r"wie|was (?=ist|sind|war|wird|wurde|hat|haben|kann|können|muss|soll|bedeutet|heißt|macht"
    r"|passiert|geschieht|steht|sagt|sagen|gibt|tut|für)\w*|warum"
    r"|weshalb|wieso|wer|wo|wann|womit|wozu|(?:in )?welche[rsnm]?|ist|sind|gibt"
    r"|seit wann|nenne|erkläre?|beschreibe?|vergleiche?",
    "fr": r"comment|pourquoi|qui|quand|combien|est-ce|qu['’]|quel(?:le)?s?|où|depuis quand"
    r"|expliquez?|décri\w+|comparez?",
    "es": r"cómo|qué|por qué|quién(?:es)?|cuándo|cuánt[oa]s?|cuál(?:es)?|dónde|desde cuándo"
    r"|explica|compara",
}
_BEGINNINGS = {code: re.compile(rf"^[¿¡]?(?:{words})\b", re.I) for code, words in _SPOKEN.items()}
_HAN = re.compile("[\u4e00-\u9fff]")
_ASKING = frozenset(
    """what which when where whose whom does have happen happens explain describe there their
    about between used with that this from they them into said important worth knowing""".split()  # noqa: SIM905
)
SHORTEST = 4
_AROUND = "\"'“”‘’«»()[]¿¡?!.,:;"


def content(question: str) -> frozenset[str]:
    """The index terms of a question that say what it is about."""
    words = (word for word in re.findall(r"\w+", question.casefold()) if word not in _ASKING)
    return frozenset(
        term for word in words if len(word) >= SHORTEST for term in analyzer.terms(word)
    )


def telling(question: str) -> str:
    """The question without words of asking and the small words; itself where nothing is left."""
    words = question.split()
    bare = [word.strip(_AROUND).casefold() for word in words]
    kept = [
        word
        for word, one in zip(words, bare, strict=True)
        if one and one not in _ASKING and not is_common(one)
    ]
    return " ".join(kept) or question


def explanation(question: str) -> bool:
    """Does the question ask how, why, for a description, a definition or a list?"""
    question = _bare(question)
    if _FACT.search(question):
        return False
    forms = (_EXPLAIN, _MADE_OF, _WHOLE, _LIST, _DOING, _DEFINITION, _NAMED)
    return any(form.search(question) for form in forms)


def whole(question: str) -> str:
    """The matter that is asked about as a whole; "" where something of it is asked."""
    question = _bare(question)
    found = _WHOLE.search(question)
    if found is not None:
        return telling(_REMEMBERED.sub("", found["what"])).strip(_AROUND)
    return telling(question).strip(_AROUND) if _NAMED.search(question) else ""


def spoken(question: str) -> str:
    """The language (ISO 639-1) that its first words tell; "" where they tell none, as in English.

    A question is too short for the classifier of documents.
    """
    if _HAN.search(question):
        return "zh"
    begins = question.strip()
    return next((code for code, form in _BEGINNINGS.items() if form.search(begins)), "")


def polar(question: str) -> bool:
    """Is the answer yes or no? "Is it red or blue?" wants one of two instead."""
    question = _bare(question)
    if _CHOICE.search(question) or _TITLED.search(question):
        return False
    return bool(_POLAR.search(question))


def sides(question: str) -> list[str]:
    """The two things that a question compares, as it calls them; none where it does not say."""
    asked = _bare(question)
    found = next((one for form in _SIDES if (one := form.search(asked))), None)
    if found is None:
        return []
    both = [_ARTICLE.sub("", found[side].strip(" ,;:")) for side in ("one", "other")]
    return both if all(map(_WORDY.search, both)) else []


def alternatives(question: str) -> list[str]:
    """The two things of which the answer is one, as it calls them: "…, Mark King or Nick Hexum?"

    Names need no comma before them; what is no name does. A name keeps its own article.
    """
    asked = _bare(question)
    begins = asked[:1].lower() + asked[1:]
    found = _ONE_OF_TWO.search(begins) or _SIDES[-1].search(asked)
    if found is None or _PLACED.search(begins[: found.start("one")]):
        return []
    both = [found[side].strip(" ,;:") for side in ("one", "other")]
    return [one if one[:1].isupper() else _ARTICLE.sub("", one) for one in both]


def _bare(question: str) -> str:
    return " ".join(question.split()).lstrip("¿¡ ")
