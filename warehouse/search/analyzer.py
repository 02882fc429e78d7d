"""The one analyzer: from text to index terms, the same for LanceDB and for rank-bm25.

Lower case and compatibility forms without what is not seen (soft hyphens) or only helps to read
(vowel points, stress), then pieces: words (letters with their signs, and digits), numbers (kept,
thousands separators dropped), and, for scripts written without spaces, single characters and
their bigrams. Words are stemmed by the language of the document and lose their accents last. A
formula or code ("E=mc²", "SARS-CoV-2", "C++") is a term as a whole beside its pieces, and so is a
name that has a sign, within another word, too (C++17, C#-Code, ASP.NET). The mark of a note
("water¹") is no part of a word. A query does not know its language, so it is analysed once for
each language of the library.
"""

from __future__ import annotations

import functools
import re
import threading
import unicodedata
from collections.abc import Iterable

import snowballstemmer
from msgspec import Struct

VERSION = "5"
TERM_LIMIT_CHARS = 64

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7af"  # Hangul
)
_UNSPACED_MARK = re.compile(f"[{_UNSPACED}]")
# Soft hyphens, zero widths, marks of direction, and selectors of a character's form.
_UNSEEN = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069"
    "\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
)
_MARKS_FROM_TO = 0x300, 0x10000  # classes of rarer ones would be slow
_SPELLING_CLASSES = (0, 9, *range(84, 133))  # vowel signs and viramas, by their combining class


COMBINING = "".join(
    mark for mark in map(chr, range(*_MARKS_FROM_TO)) if unicodedata.category(mark)[0] == "M"
)
"""Signs and marks of all scripts, as the inside of a character class: parts of a word, which are
no letters to ``re``.
"""


def _combining_marks() -> tuple[str, str]:
    """Signs that spell a word, as vowels of Hindi, and marks that only stand at a letter; both as
    the inside of a character class, without those of scripts without spaces.
    """
    signs: list[str] = []
    marks: list[str] = []
    for mark in COMBINING:
        kind = unicodedata.category(mark)
        if not re.match(f"[{_UNSPACED}{_UNSEEN}]", mark):
            spells = kind != "Me" and unicodedata.combining(mark) in _SPELLING_CLASSES
            (signs if spells else marks).append(mark)
    return "".join(signs), "".join(marks)


_SIGNS, _MARKS = _combining_marks()
_DROPPED = re.compile(f"[{_UNSEEN}{_MARKS}]")
# What may be one with the character before it: marks, vowels of Hangul, marks of half-width kana.
_CLUSTER = re.compile(
    rf".[{_UNSEEN}{_SIGNS}{_MARKS}\u1160-\u11ff\u3099\u309a\uff9e\uff9f]*", re.DOTALL
)
_MARKED = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=[\d\W]))[⁰¹²³⁴-⁹]+(?:,[⁰¹²³⁴-⁹]+)*")
_LETTER = rf"(?:(?![{_UNSPACED}])[^\W\d_])"
_LETTERS = rf"(?:(?:(?![{_UNSPACED}])[^\W_])++[{_SIGNS}]*+)++"
_IN_WORD = rf"(?:(?![{_UNSPACED}])[\w{_SIGNS}{_MARKS}])"
_WITHIN = re.compile(rf"(?<={_IN_WORD}){_IN_WORD}|(?<=\d)[.,]\d|(?<=\d[.,])\d")
_PIECE = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<number>\d++(?:[.,]\d++)*+(?!{_LETTER}))"
    rf"|(?P<word>{_LETTERS}(?:['\u2019]{_LETTERS})*+)"
)
# Signs of a formula between or after letters and digits; a hyphen or slash only beside a digit.
# Each of these is looked for by itself: one pattern of them all takes the square of a long run.
_RUN = re.compile(r"[^\s,;]+")
_SIGNED = re.compile(r"\w[=^<>≤≥≠≈±×÷√∑∫#+*/_-]")
_FORMULA = re.compile(r"[=^<>≤≥≠≈±×÷√∑∫]|\w[#+]+$")
# Names that a sign ends or begins: C++ and C# in front of other signs and digits, .NET by itself or
# as the end of another (ASP.NET, sales_2019.csv), but of no address that can be told by its form.
# Before # stand more letters only where a number follows that it belongs to (Issue #12).
_SIGN_BEHIND = re.compile(r"(?<![^\W_])(?:[^\W_]+\+\++|[^\W\d_]{1,2}#)(?![^\W\d_]|[+#])")
_DOT_BEFORE = re.compile(rf"(?!.*://|.*@|\W*www\.).*(?<!\.)(\.{_LETTER}{{2,}}+)(?!\w*\.\w)")
_DOT_APART = re.compile(r"(?<![\w.])\.")
_DIGIT, _JOINT = re.compile(r"\d"), re.compile(r"[-/+*_]")
_AROUND = "()[]{}<>.:!?'\"“”‘’«»*_-/="
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_STEMMERS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
_stemmers = threading.local()


def terms(text: str, language: str = "") -> list[str]:
    """Index terms of a text in order; an unknown language is stemmed as English."""
    all_terms: list[str] = []
    for piece in _pieces(text):
        if piece.lastgroup == "unspaced":
            all_terms += _grams(piece.group(), singles=True)
        elif piece.lastgroup == "number":
            all_terms.append(_number(piece.group()))
        else:
            all_terms += _words(piece.group(), language)
    all_terms += _formulas(text)
    return [term for term in all_terms if term and len(term) <= TERM_LIMIT_CHARS]


def query_terms(text: str, languages: Iterable[str] = ("en",)) -> list[str]:
    """Distinct terms to look for, analysed as each of the languages would have indexed them."""
    all_terms: dict[str, None] = {}
    spoken = list(languages) or ["en"]
    for piece in _pieces(text):
        if piece.lastgroup == "unspaced":
            grams = _grams(piece.group(), singles=len(piece.group()) == 1)
            all_terms.update(dict.fromkeys(grams))
        elif piece.lastgroup == "number":
            all_terms[_number(piece.group())] = None
        else:
            for language in spoken:
                all_terms.update(dict.fromkeys(_words(piece.group(), language)))
    all_terms.update(dict.fromkeys(_formulas(text)))
    return [term for term in all_terms if term and len(term) <= TERM_LIMIT_CHARS]


class Located(Struct, frozen=True):
    """A term and where it stands in the text: ``text[start:end]``."""

    term: str
    start: int
    end: int


def located(text: str, language: str = "") -> list[Located]:
    """Terms in order with their places; scripts without spaces character by character."""
    clean, origin = _normal(text)
    return _placed(_located(clean, language), origin)


def signed_names(text: str) -> list[tuple[int, int]]:
    """Where names stand that a sign ends or begins, as C++ and .NET; none that ends another word,
    as of a file. Letters of scripts without spaces part them from others, as spaces do.
    """
    text = _UNSPACED_MARK.sub(" ", text)
    spans = [
        (run.start() + start, run.start() + end)
        for run in _RUN.finditer(text)
        for start, end in _signed(run.group())
    ]
    return sorted(span for span in spans if text[span[0]] != "." or _DOT_APART.match(text, span[0]))


def located_names(text: str, language: str = "") -> list[Located]:
    """As ``located``, with the signs that belong to names, also in the terms: C++ is not C."""
    clean, origin = _normal(text)
    spans = signed_names(clean)
    before = {start + 1: start for start, _ in spans if clean[start] == "."}
    behind = {start + len(clean[start:end].rstrip("+#")): end for start, end in spans}
    tokens: list[Located] = []
    for token in _located(clean, language):
        start, end = before.get(token.start, token.start), behind.get(token.end, token.end)
        term = clean[start : token.start] + token.term + clean[token.end : end]
        tokens.append(Located(term, start, end))
    return _placed(tokens, origin)


def _located(clean: str, language: str) -> list[Located]:
    """In a text that is normal already."""
    tokens: list[Located] = []
    for piece in _PIECE.finditer(clean):
        start, end = piece.span()
        if piece.lastgroup == "unspaced":
            tokens += [Located(clean[at], at, at + 1) for at in range(start, end)]
        else:
            tokens += [Located(term, start, end) for term in _of_piece(piece, language)]
    return [token for token in tokens if token.term and len(token.term) <= TERM_LIMIT_CHARS]


def _placed(tokens: Iterable[Located], origin: list[int]) -> list[Located]:
    return [Located(token.term, origin[token.start], origin[token.end]) for token in tokens]


def alternatives(
    text: str, languages: Iterable[str] = ("en",)
) -> list[tuple[tuple[str, ...], ...]]:
    """For each piece of a query the terms that stand for it: one choice for each language. A code
    is no piece, but where a sign ends or begins it: C++ is not C, and .NET is not net.
    """
    per_piece = []
    for piece in _pieces(text):
        if piece.lastgroup == "unspaced":
            choices = [_grams(piece.group(), singles=len(piece.group()) == 1)]
        else:
            choices = [_of_piece(piece, language) for language in languages]
        kept = dict.fromkeys(
            tuple(term for term in choice if term and len(term) <= TERM_LIMIT_CHARS)
            for choice in choices
        )
        per_piece.append(tuple(choice for choice in kept if choice))
    whole = [formula for formula in _formulas(text) if _has_its_sign(formula)]
    plain = _plain(text)
    wanted = [
        ((formula,),) for formula in whole if formula[0] != "." or _stands_apart(formula, plain)
    ]
    return [choices for choices in [*per_piece, *wanted] if choices]


def is_code(word: str) -> bool:
    """Whether the pieces of a word stand side by side where it stands, as those of COVID-19."""
    return any(not _has_its_sign(formula) for formula in _formulas(word))


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` parts no word and no number; in scripts without spaces nothing
    does.
    """
    return not (_WITHIN.match(text, start) or _WITHIN.match(text, end))


def is_unspaced(term: str) -> bool:
    """Whether a term is of a script that is written without spaces."""
    return _UNSPACED_MARK.match(term) is not None


def indexed(text: str, language: str = "") -> str:
    """The terms as stored: separated by single spaces."""
    return " ".join(terms(text, language))


def fold(word: str) -> str:
    """Without accents and other marks: "Ångström" and "angstrom" become the same."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(mark for mark in apart if not unicodedata.combining(mark))


def bare(text: str) -> str:
    """Without accents and case as ``fold``, but with the signs that spell a word."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return unicodedata.normalize("NFC", _DROPPED.sub("", apart))


def _pieces(text: str) -> Iterable[re.Match[str]]:
    return _PIECE.finditer(_plain(_without_marks(text)))


def _plain(text: str) -> str:
    """Compatibility forms in lower case; "İ" in lower case is an i and a mark that is dropped."""
    if text.isascii():
        return text.lower()
    return _DROPPED.sub("", unicodedata.normalize("NFKC", text).lower())


def _without_marks(text: str) -> str:
    """Spaces for numbers set above the line after words and numbers: marks of notes, and powers of
    ten. After one or two letters (m², mc²) they belong to them."""
    if text.isascii() or _MARKED.search(text) is None:
        return text
    return _MARKED.sub(lambda found: " " * len(found.group()), text)


def _of_piece(piece: re.Match[str], language: str) -> list[str]:
    if piece.lastgroup == "number":
        return [_number(piece.group())]
    return _words(piece.group(), language)


def _normal(text: str) -> tuple[str, list[int]]:
    """The text as pieces are looked for in it, and where each of its characters comes from.

    A character and the marks combined with it are normalised together; the list is one longer.
    """
    text = _without_marks(text)
    lower = text.lower()
    is_normal = len(lower) == len(text) and unicodedata.is_normalized("NFKC", text)
    if is_normal and _DROPPED.search(text) is None:
        return lower, list(range(len(text) + 1))
    parts: list[str] = []
    origin: list[int] = []
    for cluster in _CLUSTER.finditer(text):
        part, (start, end) = _plain(cluster.group()), cluster.span()
        parts.append(part)
        origin += range(start, end) if len(part) == end - start else [start] * len(part)
    return "".join(parts), [*origin, len(text)]


def _formulas(text: str) -> list[str]:
    """Whole formulas and codes, dashes as hyphens, in order; addresses of the web are none."""
    formulas: list[str] = []
    for run in _RUN.findall(_plain(text).translate(_DASHES)):
        names = _names(run)
        if not _SIGNED.search(run):
            formulas += names
            continue
        whole = run.strip(_AROUND)
        pieces = 0 if "://" in whole else sum(1 for _ in _PIECE.finditer(whole))
        is_one = _FORMULA.search(whole) or (_DIGIT.search(whole) and _JOINT.search(whole))
        if is_one and (pieces > 1 or _ends_in_sign(whole)):
            formulas.append(fold(whole))
        formulas += (name for name in names if name not in formulas[-1:])
    return formulas


def _names(run: str) -> list[str]:
    return [fold(run[start:end]) for start, end in _signed(run)]


def _signed(run: str) -> list[tuple[int, int]]:
    """Where the names are in it that have a sign of their own."""
    has_sign, has_dot = "#" in run or "++" in run, "." in run[:-2]
    if "://" in run or not (has_sign or has_dot):
        return []
    dotted = _DOT_BEFORE.match(run) if has_dot else None
    names = [name.span() for name in _SIGN_BEHIND.finditer(run)] if has_sign else []
    return [*names, dotted.span(1)] if dotted else names


def _stands_apart(name: str, text: str) -> bool:
    """Whether it is no end of another word there, as of a file or an address."""
    return re.search(rf"(?<![\w.]){re.escape(name)}", text) is not None


def _has_its_sign(name: str) -> bool:
    return _ends_in_sign(name) or name[:1] == "."


def _ends_in_sign(formula: str) -> bool:
    return formula[-1:] in ("+", "#")


def _grams(run: str, singles: bool) -> list[str]:
    pairs = [run[at : at + 2] for at in range(len(run) - 1)]
    return [*run, *pairs] if singles else pairs


def _number(digits: str) -> str:
    return digits.replace(",", "") if _THOUSANDS.fullmatch(digits) else digits.replace(",", ".")


def _words(word: str, language: str) -> list[str]:
    word = word.replace("\u2019", "'")
    if language in ("", "en"):
        return [stem(word, "en")]
    return [stem(part, language) for part in word.split("'")]


@functools.lru_cache(maxsize=200_000)
def stem(word: str, language: str) -> str:
    """The folded stem of one lower-case word."""
    stemmed = str(_stemmer(_STEMMERS.get(language, "english")).stemWord(word))
    return _DROPPED.sub("", unicodedata.normalize("NFKD", stemmed.casefold()))


def _stemmer(algorithm: str) -> snowballstemmer.stemmer:
    # A stemmer keeps the word it works on in itself, so each thread has its own.
    known: dict[str, snowballstemmer.stemmer] = _stemmers.__dict__
    if algorithm not in known:
        known[algorithm] = snowballstemmer.stemmer(algorithm)
    return known[algorithm]
