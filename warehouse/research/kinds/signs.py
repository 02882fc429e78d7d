"""What the words of a question say about its kind: cheap, and the same every time.

English, German, French and Spanish. A sign is *sure*, or it leaves two kinds open, of which the
first is taken unless the model is clear about the other. Only the question is looked at, never
the library: a study that goes on after a document was added must take the same way.
"""

from __future__ import annotations

import re

from msgspec import Struct

from warehouse.cutting import shortened
from warehouse.research.ways import QuestionKind

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


POLITE = re.compile(
    r"^(?:please|bitte|por favor|s'il (?:te|vous) plaît"
    r"|(?:can|could|would|will) you(?: please)?|i (?:want|would like|need) (?:you )?to(?: know)?"
    r"|kannst du(?: mir)?|können sie(?: mir)?|peux-tu|pouvez-vous|puedes|podrías)[, ]+",
    re.IGNORECASE,
)

_DOCUMENT = (
    r"(?:documents?|files?|pdfs?|items? in my library|dokumente?n?|dateien?|fichiers?|documentos?"
    r"|archivos?)"
)
WRITING = (
    rf"(?:{_DOCUMENT}|papers?|reports?|articles?|books?|letters?|e-?mails?|web ?pages?|sources?"
    r"|manuals?|stud(?:y|ies)|minutes|berichte?n?|artikeln?|bücher|briefe?n?|quellen|rapports?"
    r"|livres?|lettres?|informes?|libros?|cartas?|artículos?)"
)
_MINE = (
    r"(?:do i (?:\w+ )?have|have i|i have|(?:in|of|is|does|about) (?:my|the|this|our) "
    r"(?:library|warehouse|collection)|my (?:library|documents|files|collection)"
    r"|did i (?:add|import|drop)"
    r"|(?:were|was) added(?! to (?!(?:my|this|our|the (?:library|warehouse|collection))\b)\w+)"
    r"|habe ich|(?:in )?(?:meiner?|der) bibliothek"
    r"|ai-je|(?:ma|la) bibliothèque|tengo|(?:mi|la) biblioteca)"
)
_HOW_MANY = r"(?:how many|number of|wie ?viele?|wieviele?|anzahl der|combien de|cuánt[oa]s)"
WHICH = (
    rf"(?:which|what|list|name|show(?: me)?|find|give me|in which|{_HOW_MANY}|in how many"
    r"|welche[rsmn]?|zeige?|nenne|liste|quels?|quelles?|montre|qué|cuáles|muestra)"
)
TELLS = (
    r"(?:mention\w*|contain\w*|discuss\w*|deal\w* with|say\w*|tell\w*|describe\w*|refer\w*|cover\w*"
    r"|speak\w*|talk\w*|nam(?:e|es|ed|ing)|cit\w+|concern\w*|regarding|about"
    r"|on the (?:subject|topic)"
    r"|erwähn\w+|handeln|über|enthalten|sprechen|nennen|mentionn\w+|parl\w+|contien\w+|sur|sobre"
    r"|habla\w*|mencion\w+|tratan)"
)

_UNREAD = (
    r"(?:(?:could|can|did|was|were|have|has)(?: ?n[o']t|not) (?:be |been )?"
    r"(?:read|opened|parsed|taken in)|unreadable|(?:need|want|have)s? (?:a )?password"
    r"|not (?:yet )?(?:been )?read)"
)
_SHUT = r"(?:failed|locked|encrypted)"  # banks fail and doors are locked, too
_UNREADABLE = _any(
    rf"\b(?:{WHICH}|were there)\b.*\b(?:{WRITING}|pages?|imports?)\b.*\b{_UNREAD}\b",
    rf"\b(?:{WHICH}|were there)\b.*\b(?:{_DOCUMENT}|pages?|imports?)\b.*\b{_SHUT}"
    r"(?: to (?:be )?(?:read|load|open)\w*)?\W*$",
    rf"^(?:(?:show|tell|give) me |list |name )?(?:all |everything )?(?:that|what|which(?: ones?)?"
    rf"|{_HOW_MANY})(?: (?:is|are|was|were|has|have|had))? (?:{_UNREAD}|{_SHUT})"
    r"(?: to (?:be )?(?:read|load|open)\w*)?(?: yet)?(?: in (?:my|the|this) \w+)?\W*$",
    r"\b(?:nicht (?:ge)?lesbar|nicht gelesen werden|unlesbar|illisibles?|ilegibles?"
    r"|pas (?:pu )?être lus?|no se pud\w+ leer)\b",
)
_UTMOST = (
    r"(?:newest|latest|oldest|longest|shortest|largest|biggest|smallest|most recent|last added"
    r"|recently added|neueste\w*|älteste\w*|längste\w*)"
)
_OF_LIBRARY = _any(
    rf"\b{_HOW_MANY}\b.*\b(?:{WRITING}|pages?|passages?|words?|collections?|tags?|languages?"
    rf"|authors?|seiten|sprachen|autoren|langues|auteurs|idiomas|autores|páginas)\b.*\b{_MINE}\b",
    rf"\b{_MINE}\b.*\b{_HOW_MANY}\b",
    rf"^{WHICH}\b.*\b(?:{WRITING}|languages?|kinds? of {_DOCUMENT}|collections?|tags?|authors?"
    rf"|sprachen|autoren|langues|auteurs|idiomas|autores|file types?|years?)\b.*\b{_MINE}\b",
    rf"^{WHICH} (?:all )?(?:of )?(?:my |the |meine |mes |mis )?{_DOCUMENT}\b(?: (?:are|is|were))?"
    r"(?: there)?(?: (?:from|in|by|of|since|before|after|between|dated|written|added|imported|aus"
    r"|auf|von|vor|nach|de|en|desde)\b.*)?\W*$",
    rf"\b{_UTMOST} (?:\w+ )?{_DOCUMENT}\b(?! by\b| of\b)",
    rf"\b{_UTMOST} (?:\w+ )?{WRITING}\b(?:\W*$| (?:that )?(?:i have|do i have|have i|is there"
    r"|there is)\b| (?:in|of) (?:my|this|our)\b)",
    r"^what (?:is|do i have|have i) (?:there )?in (?:my|the|this|our) (?:library|warehouse"
    r"|collection)\W*$",
    r"^(?:how (?:big|large)) is (?:my|the|this|our) (?:library|warehouse|collection)\W*$",
    r"^what did i (?:add|import|drop)\b",
    r"^was ist in (?:meiner|der) bibliothek\W*$",
)
_ON_A_TOPIC = re.compile(rf"\b{WRITING}\b.*\b{TELLS}\b", re.IGNORECASE)
OF_WRITINGS = _any(
    rf"^{WHICH} (?:all |every |(?:of )?(?:my |the |these |meine |mes |mis )?)*(?:\w+ )?{WRITING}\b"
    rf".*\b{TELLS}\b"
)
_COUNTING = re.compile(rf"^(?:in )?{_HOW_MANY}\b|^count\b|^zähle\b|^compte\b|^cuenta\b", re.I)

_SUM_UP = (
    r"(?:summari[sz]e|summary|sum up|overview|digest|gist|fasse?n?|zusammenfass\w*|zusammen"
    r"|überblick|résum\w+|aperçu|resum\w+|resumen)"
)
_WHOLE = (
    rf"(?:everything|all(?: of)?(?: (?:my|the|these))? {WRITING}|(?:my|these|those) {WRITING}"
    rf"|(?:my|this|the|our|whole|entire) (?:whole |entire )?(?:library|warehouse|collection)"
    rf"|(?:this|the) {WRITING}|alles|alle {WRITING}|meine?r? (?:bibliothek|{WRITING})"
    rf"|(?:diese|die) (?:bibliothek|sammlung|{WRITING})|tout|tous (?:mes|les) {WRITING}"
    rf"|(?:ma|cette|la) (?:bibliothèque|collection)|todo|todos (?:mis|los) {WRITING}"
    rf"|(?:mi|esta|la) (?:biblioteca|colección)|[\"“„«][^\"”“»]+[\"”“»])"
)
_SUMMARY = _any(
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
    r"^(?:thanks|thank you|many thanks|cheers|danke|vielen dank|merci|gracias)\b[\w ,!.]*$",
    r"^(?:bye|goodbye|see you|tschüss|auf wiedersehen|au revoir|adiós)\b\W*\w*\W*$",
    r"^(?:ok(?:ay)?|great|nice|cool|wonderful|well done|good job|super|prima|très bien)\W*$",
    r"^(?:how are you|how do you do|who are you|what are you|what(?:'s| is) your name"
    r"|what can you do|are you (?:a|an|there|human|alive)\b.*|wie geht(?:'s| es dir| es ihnen)"
    r"|wer bist du|was kannst du|comment (?:ça va|vas-tu|allez-vous)|qui es-tu|cómo estás"
    r"|quién eres)(?: (?:today|heute))?\W*$",
    r"^tell me (?:a joke|a story|something (?:funny|nice))\W*$",
)


def bare(question: str) -> str:
    """On one line, without "please" and the signs that begin a Spanish question."""
    return POLITE.sub("", " ".join(question.split()).lstrip("¿¡ "))


def read(question: str) -> Sign:
    """The sign that the question's words give; a fact where they give none."""
    asked = bare(question)
    if len(asked.split()) <= LONGEST_CHAT_WORDS and (found := _CHAT.search(asked)):
        return Sign(("chat",), _words(found))
    for kind, pattern in (("since", _SINCE), ("summary", _SUMMARY)):
        if found := pattern.search(asked):
            return Sign((kind,), _words(found))  # type: ignore[arg-type]
    if found := _UNREADABLE.search(asked):
        return Sign(("library",), _words(found))
    if found := OF_WRITINGS.search(asked):
        return Sign(("count" if _COUNTING.search(asked) else "list",), _words(found))
    if not _ON_A_TOPIC.search(asked) and (found := _OF_LIBRARY.search(asked)):
        return Sign(("library",), _words(found))
    return _by_number(asked)


def _by_number(asked: str) -> Sign:
    """One thing, or all of a kind?"""
    if found := _COUNTING.search(asked):
        told = _ALL_TOLD.search(asked)
        return Sign(("count",), _words(told)) if told else Sign(("fact", "count"), _words(found))
    if found := _COMPARE.search(asked):
        return Sign(("compare",), _words(found))
    if found := _LISTING.search(asked) or _ALL_NAMED.search(asked):
        return Sign(("list",), _words(found))
    if found := _PLURAL.search(asked):
        return Sign(("fact", "list"), _words(found))
    if found := _RELATIVE.search(asked):
        return Sign(("hops",), _words(found))
    return Sign(("fact",))


def _words(found: re.Match[str]) -> str:
    """What told, short enough to be said."""
    return shortened(found.group().strip(" ?!.,"), 60)
