"""What a program can say of a claim without a model: is it copied, and are its facts there?

Every function takes the claim without its citation marks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from string import digits

from indexers.text import cells, language, sentences
from indexers.text.raised import MARKS
from warehouse.proof import citations
from warehouse.proof.dates import measures, months, readings
from warehouse.proof.numbers import Number, in_passing, listed, numbers, other_codes
from warehouse.proof.same_number import says
from warehouse.proof.units import agree, canonical, counts_in
from warehouse.search import analyzer

FEWEST_WORDS = 3
LONG = 8  # letters of a quotation where words have no gaps
CLEAR = 12.0  # log-likelihood by which German leads English; surnames have led it by 12 at most
ENOUGH = 3  # words without a capital that tell the language
SHORTEST_WORD = 3  # letters; a unit of fewer is a symbol
SHORT = 12  # letters of fewer words than that; some languages put no spaces between words
_FOLD = str.maketrans(
    dict.fromkeys("‘’‚‛‹›『』", "'") | dict.fromkeys("“”„‟«»「」〝〞〟", '"')
    | dict.fromkeys("–—‐‑−", "-") | dict.fromkeys("\u00ad\u200b", "")
)  # fmt: skip
# The marks that close a quotation, by the one that opens it.
_CLOSED_BY = {
    '"': '"',
    "“": "”",
    "„": '“”"',
    "”": "”",
    "«": "»",
    "»": "«»",
    "「": "」",
    "『": "』",
    "〝": "〞〟",
}
_SINGLE = r"‘(?:[^‘’]|(?<=\w)’(?=\w))*’(?!\w)"  # an apostrophe looks like the mark that closes
_DOUBLE = re.compile(r'(?<!\d)"')  # behind a digit they are inches or seconds
_CLOSING = re.compile(r'(".*\d)"(?=[\s.!?]*$)')  # and here the end of what is quoted
_ENDS = " .!?;:,。"
_AROUND = f"{_ENDS}'()"
_LEAD = re.compile(r"^(?:[-*+•]|\(?\d{1,3}[.)])\s+")  # the mark of an item
_CLAUSES = re.compile(r"(?<=[;；])\s+")
_MAY = re.compile(r"\bmay\b")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_LETTER = re.compile(r"\b[B-HJ-Z]\b")  # "R", "plan B"; A and I are words
_INITIAL = re.compile(r"\b([A-Z])\.(?= ?[A-Z])")
_RAISED = re.compile(  # the mark of a note: behind a word or a stop, not that of m² or 10⁹
    rf"[{MARKS}](?:(?<=[^\W\d_{MARKS}]{{3}}.)|(?<=[.,;:!?…。！？”’»].)|(?<=[.!?…][\"')\]].))"
    rf"[{MARKS}]*(?:,[{MARKS}]+)*"
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_UNDECLINED = frozenset({"en", "ca", "es", "fr", "gl", "it", "pt"})  # Mario there is not Maria
_STOP = frozenset(
    re.split(
        " ",
        "a an and are as at be been but by did do does for from had has have he her his i if in "
        "into is it its of on or she so such than that the their them then there these they this "
        "those to was we were what when which while who whom will with would you your",
    )
)


def fold(text: str) -> str:
    """For comparing: compatibility forms, quotes, dashes, case and white space made one, without
    the raised marks of notes.
    """
    text = _compatible(text).translate(_FOLD)
    return " ".join(text.casefold().split())


def fold_marks(text: str) -> str:
    """Folded, without marks of notes; quotation marks are single, as inside of a quotation."""
    return _DOUBLE.sub("'", _CLOSING.sub(r"\1'", fold(citations.without_any_note(text))))


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", _RAISED.sub("", text))


def is_quoted(claim: str, sources: Sequence[str]) -> bool:
    """Is the claim, end marks and outer quotes aside, a whole sentence or clause of a source?

    Part of a sentence is not enough: "it was built" stands in "he denied it was built", and in "he
    lied: it was built". Nor is a question, or a row of a table, which is no sentence: of that only
    single cells are quoted.
    """
    return bool(quoting(claim, [folded(source) for source in sources]))


def folded(source: str) -> tuple[tuple[str, str], ...]:
    """What of a source can be quoted, block by block, and how it reads folded."""
    blocks = (
        _RAISED.sub("", citations.without_any_note(block)) for block in cells.statements(source)
    )
    return tuple((block, fold_marks(block)) for block in blocks)


def quoting(claim: str, sources: Sequence[tuple[tuple[str, str], ...]]) -> list[int]:
    """The places of those ``folded`` sources of which the claim is a quotation (``is_quoted``)."""
    whole, asks = fold_marks(claim), is_question(claim)
    wanted, bare = whole.strip(_AROUND), _LEAD.sub("", whole).strip(_AROUND)
    if not bare:
        return []
    return [
        at
        for at, blocks in enumerate(sources)
        if any(
            bare in plain and _is_run(wanted, bare, asks, _clauses(block))
            for block, plain in blocks
        )
    ]


def _is_run(wanted: str, bare: str, asks: bool, clauses: Sequence[str]) -> bool:
    """Are the words those of whole clauses in a row, the mark of an item of either aside?"""
    for first in range(len(clauses)):
        for behind in range(first + 1, len(clauses) + 1):
            run = clauses[first:behind]
            whole = fold_marks(" ".join(run))
            said = [text.strip(_AROUND) for text in (whole, _LEAD.sub("", whole))]
            if (wanted in said or bare == said[0]) and (asks or not any(map(is_question, run))):
                return True
            if len(said[-1]) > len(wanted):
                break
    return False


def _clauses(block: str) -> list[str]:
    """Its sentences, parted at semicolons."""
    return [clause for text in sentences.texts(block) for clause in _CLAUSES.split(text)]


def is_question(text: str) -> bool:
    """Is it a question, in quotation marks or not?"""
    return _RAISED.sub("", text).rstrip(" \n\"'”’»」』)").endswith(("?", "？"))


def quotations(claim: str) -> tuple[str, ...]:
    """The parts of the claim in quotation marks that are long enough to be said by another, folded:
    of three words, or LONG letters of a script without gaps.
    """
    marked = _paired().finditer(_compatible(claim))
    return tuple(fold(match[0][1:-1]) for match in marked if _is_long(match[0]))


def outside_quotations(claim: str) -> str:
    """What of the claim stands in none of its ``quotations``, folded."""
    plain = _compatible(claim)
    return fold(_paired().sub(lambda one: " " if _is_long(one[0]) else one[0], plain))


@cache
def _paired() -> re.Pattern[str]:
    """Marks in pairs, one after the other: none opens where a word or sentence ends, as that of a
    quotation which began earlier does, and none closes where a word begins.
    """
    mark = f"[{''.join(_CLOSED_BY)}]"
    ended = rf"(?<=[\w.,!?]){mark}(?:[\s.,;:!?)\]]|$)|{mark}[,;:!?)]"
    pairs = (
        rf"{begin}[^{begin}{ends}]*(?!(?<=\s)[{ends}]\w)[{ends}]"
        for begin, ends in _CLOSED_BY.items()
    )
    return re.compile(rf"(?<!\d)(?!{ended})(?:{'|'.join((*pairs, _SINGLE))})")


def _is_long(part: str) -> bool:
    return len(_WORD.findall(part)) >= FEWEST_WORDS or len(_CJK.findall(part)) >= LONG


def holds(source: str, part: str) -> bool:
    """Does the source hold the part verbatim, closing punctuation aside?"""
    return bool(in_whole_words(fold_marks(part).strip(_ENDS)).search(fold_marks(source)))


def in_whole_words(part: str) -> re.Pattern[str]:
    """Finds the part, but not "volatile memory" in "non-volatile memory"; where words have no gaps
    it may begin and end anywhere.
    """
    before = "" if _CJK.match(part) else r"(?<![\w-])"
    behind = "" if _CJK.match(part[-1:]) else r"(?![\w-])"
    return re.compile(f"{before}{re.escape(part)}{behind}")


def missing_facts(claim: str, source: str) -> tuple[str, ...]:
    """What the claim states and the source does not have, each as a reason in words.

    ``source`` is the cited text with its title and section path: a name may stand there only.
    """
    meant = readings(citations.NOTE.sub(" ", source))
    values = [number for text in meant for number in numbers(text)] + listed(meant[0])
    cased = (_MAY.sub("May", text) for text in meant)  # "on 4 may"
    dated = {month for text in cased for month in months(text)}
    reasons = min((_undated(text, source, values, dated) for text in readings(claim)), key=len)
    known = _known_words(source)
    unknown = [name for name in names(claim, source) if not _is_known(name, known, source)]
    reasons += [
        f"the name {name} is not in what it cites" for name in _undeclined(unknown, known, claim)
    ]
    return tuple(dict.fromkeys(reasons))


def _undated(claim: str, source: str, there: list[Number], dated: set[str]) -> list[str]:
    """The numbers and months that are not there."""
    reasons = [says(there, fact) for fact in numbers(claim) if not in_passing(fact, claim, source)]
    reasons += (f"the number {code} is not in what it cites" for code in other_codes(claim, source))
    absent = sorted(months(claim) - dated)
    return [
        *filter(None, reasons),
        *(f"the date {month.capitalize()} is not in what it cites" for month in absent),
    ]


def _undeclined(unknown: list[str], known: frozenset[str], claim: str) -> list[str]:
    """Those that are known in no other case of the language of the claim: "Москве" is "Москва"."""
    spoken = language.likeliest(claim) if unknown else "en"
    if spoken in _UNDECLINED:
        return unknown
    stems = {analyzer.stem(word, spoken) for word in known}
    return [name for name in unknown if analyzer.stem(fold(name), spoken) not in stems]


def has_word_of(phrase: str, source: str) -> bool:
    """Does the source have a word of the phrase that carries meaning?"""
    known = _known_words(source)
    words = [word for word in _WORD.findall(phrase) if fold(word) not in _STOP]
    return any(_is_known(word, known, source) for word in words)


def exchanged_names(claim: str, source: str) -> tuple[str, ...]:
    """Names between two words between which the source has another name, and never this one."""
    source_words = _WORD.findall(_unaccented(source))
    places: dict[tuple[str, str], set[str]] = {}
    for before, word, after in zip(source_words, source_words[1:], source_words[2:], strict=False):
        places.setdefault((before, after), set()).add(word)
    named = {_unaccented(name): name for name in (*names(claim, source), *_LETTER.findall(claim))}
    known = {_unaccented(name) for name in (*names(source), *_LETTER.findall(source))}
    initials = frozenset(map(_unaccented, _INITIAL.findall(f"{claim}\n{source}")))
    words = ["", *_WORD.findall(_unaccented(claim)), ""]
    return tuple(
        f"what it cites names another than {named[word]} there"
        for before, word, after in zip(words, words[1:], words[2:], strict=False)
        if word in named
        and (theirs := places.get((before, after), set())) & known
        and not any(_is_one_name(word, other, initials) for other in theirs)
    )


def _unaccented(text: str) -> str:
    return analyzer.fold(fold(text))


def _is_one_name(one: str, other: str, initials: frozenset[str]) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (short in initials and long.startswith(short))


def names(claim: str, source: str = "") -> tuple[str, ...]:
    """Capitalised words and words with digits in them, months and sentence beginnings aside.

    German capitalises every noun, so there only words such as "CO2" and "McLaren" count. What is
    cited helps to tell the language.
    """
    german = _is_german(claim, source)
    named = []
    plain = claim.translate(_FOLD)
    words = list(_WORD.finditer(plain))
    sized = {size.at + at for size in numbers(plain) if size.unit for at in range(len(size.raw))}
    for index, match in enumerate(words):
        for piece in match[0].split("-"):
            word = piece.removesuffix("'s")
            counted = word.lstrip(digits)
            beside = counted != word or (index and words[index - 1][0][-1].isdigit())
            if beside:
                measured = counts_in(counted) and not _may_be_named(counted, source)
            else:
                measured = match.start() in sized  # "5 degrees Celsius"
            if measured or _CJK.search(word):
                continue
            inner = any(letter.isupper() for letter in word[1:]) and not word.isupper()
            coded = word.isalnum() and not word.isalpha() and word[0].isalpha()
            always = inner or coded or (word.isupper() and len(word) > 1)
            capital = not german and _is_capital(word) and (index or _goes_on(words, claim))
            if always or capital:
                named.append(word)
    return tuple(dict.fromkeys(name for name in named if not months(f"4 {name} 2000")))


def _may_be_named(unit: str, source: str) -> bool:
    """Newton behind a number is a name unless the source measures in newtons."""
    if not unit.istitle() or len(unit) < SHORTEST_WORD or not (name := canonical(unit)):
        return False
    return not any(agree(name, other) for other in measures(source))


def _is_german(claim: str, source: str) -> bool:
    """Told by the words in lower case: a name may be of any language. Where the claim has few, by
    those of the source, too; in doubt it is not, so that names are checked.
    """
    plain = [word for word in claim.split() if word.islower()]
    lead = _german_lead(plain)
    if lead > 0 and len(plain) < ENOUGH:
        lead = _german_lead([*plain, *(word for word in source.split() if word.islower())])
    return lead >= CLEAR


def _german_lead(words: Sequence[str]) -> float:
    """By how much German is likelier than English."""
    likely = dict(language.ranked(" ".join(words)))
    return likely.get("de", 0.0) - likely.get("en", 0.0)


def overlap(claim: str, source: str) -> float:
    """Share of the claim's content words that the source has, 0..1; words match by their stem."""
    wanted = content(claim)
    return len(wanted & content(source)) / len(wanted) if wanted else 0.0


def nearest_overlap(claim: str, places: Sequence[str]) -> float:
    """Share of the claim's content words, 0..1, that two neighbouring sentences of each place have,
    with its first, which names what it is about.
    """
    wanted, held = content(claim), frozenset[str]()
    for place in (" ".join(text.split()) for text in places):
        had = [wanted & content(text) for text in sentences.texts(place)]
        pairs = (held.union(had[0], *had[at : at + 2]) for at in range(len(had)))
        held = max(pairs, key=len, default=held)
    return len(held) / len(wanted) if wanted else 0.0


def may_say(claim: str, source: str) -> bool:
    """False where no word is shared and the source has fewer words than the claim: so short a text
    does not say it in other words either. Of two scripts or languages nothing is told."""
    if not same_script(claim, source):
        return True
    wanted, had = content(claim), content(source)
    return bool(wanted & had) or len(had) >= len(wanted) or language.differ(claim, source)


def same_script(one: str, other: str) -> bool:
    """Are both written with gaps between words, or neither?"""
    return bool(_CJK.search(one)) == bool(_CJK.search(other))


def says_too_little(text: str) -> bool:
    """Is it a word or two, of which nothing can be proven?"""
    words = re.findall(r"\w+", text)
    return len(words) < FEWEST_WORDS and len("".join(words)) < SHORT


def content(text: str) -> frozenset[str]:
    """Rough stems of the words that carry meaning; pairs of characters where words have no gap."""
    folded = fold(text)
    stems = {
        word.removesuffix("'s")[:6]
        for word in _WORD.findall(folded)
        if word not in _STOP and not _CJK.search(word)
    }
    for run in re.findall(rf"{_CJK.pattern}+", folded):
        stems |= {run[i : i + 2] for i in range(max(1, len(run) - 1))}
    return frozenset(stems)


def _is_capital(word: str) -> bool:
    return word[:1].isupper() and len(word) > 1 and word.lower() not in _STOP


def _goes_on(words: list[re.Match[str]], claim: str) -> bool:
    """Is the first word part of a longer name? A lone first word may be any word."""
    second = words[1][0] if len(words) > 1 else ""
    return _is_capital(second) and claim[words[0].end() : words[1].start()] == " "


def _known_words(source: str) -> frozenset[str]:
    words = (word.removesuffix("'s") for word in _WORD.findall(fold(source)))
    pieces = {piece for word in words for piece in (word, *word.split("-"))}
    return frozenset(pieces.union(map(analyzer.fold, pieces)))


def _is_known(name: str, known: frozenset[str], source: str) -> bool:
    word = fold(name)
    if analyzer.fold(word) in known or word.removesuffix("s") in known or f"{word}s" in known:
        return True
    if name.isupper() and len(name) > 1:
        return name in "".join(other[0] for other in _WORD.findall(source) if other[0].isupper())
    stems = (other.removesuffix("s") for other in known if len(other) >= 5)
    return len(word) >= 4 and any(
        abs(len(word) - len(other)) <= 3 and (word.startswith(other) or other.startswith(word))
        for other in stems
    )
