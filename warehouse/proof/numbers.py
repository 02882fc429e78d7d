"""The numbers of a sentence by value and unit: "1,200 km", "three hundred", "the 1990s".

Whether two agree: same_number.py.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from warehouse.proof.units import (
    LETTER_SCALES,
    begins_with_day,
    canonical,
    money,
    pattern,
    scales,
    units,
)
from warehouse.search.common_words import is_common


class Number(Struct, frozen=True):
    """``raw`` stands in the text from ``at`` on; ``step`` is the worth of its last significant
    digit, ``span`` how many whole numbers it stands for: 10 for a decade, 1 for any other.
    ``side`` is 1 for "more than", -1 for "less than". ``letter`` is a K, M, B or T that may be a
    scale or stand for something else, ``bare`` the value without it. ``low`` is where the range
    begins that it ends: 20 for the 30 of "20 to 30"; "from 20 to 30" may be a ``change``. ``also``
    is what else it may mean, ``per`` the units that follow on their own, parted by bars: the
    kilograms of "5 mg/kg".
    """

    raw: str
    value: float
    unit: str = ""
    step: float = 0.0
    about: bool = False
    side: int = 0
    span: int = 1
    at: int = 0
    letter: str = ""
    bare: float = 0.0
    low: float | None = None
    change: bool = False
    also: float | None = None
    per: str = ""


_SMALL = re.split(
    " ",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
)
_TENS = re.split(" ", "twenty thirty forty fifty sixty seventy eighty ninety")
_WORDS = {word: float(i) for i, word in enumerate(_SMALL)}
_WORDS |= {word: 20.0 + 10 * i for i, word in enumerate(_TENS)}
_ENGLISH = ("hundred", "thousand", "million", "billion", "trillion")
NTH = re.split(
    " ",
    "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
)
_WORDS |= {word: float(i) for i, word in enumerate(NTH, start=4)} | {"first": 1.0}
_VALUES = _WORDS | {"third": 3.0}  # by itself it is a part, or said in passing
_NUMERAL = "|".join((*_WORDS, *_ENGLISH))
_AND = "|".join(f"(?<={word} )and" for word in _ENGLISH)  # "ten and fifteen" are two
_ROUND = "|".join(_ENGLISH)
_A_ROUND = re.compile(
    rf"(?<!half )(?<!of )\ba ((?:{_ROUND})(?:[ -](?:{_ROUND}))*)\b(?![ -](?:{_NUMERAL}|and)\b)",
    re.IGNORECASE,
)
_NO_AMOUNT = (["one"], ["zero"], ["first"])
_IN_PASSING = {"1st": "first", "2nd": "second", "3rd": "third", "0": "zero", "1": "one"}
_FIGURE = re.compile(r"(?:1st|2nd|3rd)\b|[01](?=[ -]?[^\W_])", re.IGNORECASE)
_FOLLOWING = re.compile(r"[ -]?([^\W\d_]+)")
_MORE = re.compile(r"\bthan\s+$", re.IGNORECASE)  # "more than one" is an amount
_ABOUT = (
    r"(?P<about>\b(?:about|around|nearly|almost|roughly|some|over|under|approximately|circa|c\."
    r"|at least|up to|(?:not? )?(?:more|less|fewer) than) )?"
)
_SIDES = dict.fromkeys(("over", "more than", "at least"), 1) | dict.fromkeys(
    ("under", "less than", "fewer than", "up to"), -1
)
_CLAUSE = re.compile(r"[.,;:!?()\n\v]")
DENIES = re.compile(r"\b(?:not?|never|nor|cannot|without|only)\b|n['’]t\b", re.IGNORECASE)
# "8. The leader serves", "(3) any member": the place in a list, where a sentence follows.
_ITEM = re.compile(r"^\s*(?:\(?\d{1,2}\)|\d{1,2}\.)\s+(?=[^\W\d_]+(?:\s+\S+){3})")
_BEHIND = re.compile(rf" ?([{''.join(LETTER_SCALES).upper()}k])(?![^\W_])")
_TO = re.compile(r" ?[–-] ?| (?:to|bis|à) ")
_GAPS = re.compile(r"[\u00a0\u2007\u2009\u202f\n]")
# Between two numbers the end of a line or of a cell is no gap between thousands.
_APART = re.compile(r"(?<=\d)[^\S\n\t]*[\n\t]\s*(?=\d)")


# A comma before one or two digits parts the fraction, as it does behind points between thousands.
_WHOLE = r"\d{1,3}(?:\.\d{3})+(?=,\d)|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:[,' ]\d{3})+(?!\d)|\d+"
_WHOLE += r"|(?=\.\d)"  # ".43"
_EITHER = re.compile(r"[1-9]\d{0,2}\.\d{3}")  # thousands or a fraction: languages differ
_PART = r"\.\d+|,\d{1,2}(?!\d|[,.]\d)"
_MIXED = r" ?[¼-¾⅐-⅞]|(?<!\d{4}) [1-9]/[2-9](?![\d/])"
_TEN = r" ?[×x·⋅*] ?10"
_POWER = r"(?:\^[-−–]?\d{1,2}|⁻?[⁰¹²³⁴-⁹]{1,2})(?![\d⁰¹²³⁴-⁹])"
_ON_LINE = re.compile(rf"(?<=\d){_TEN} ?(?=[-−–]?\d{{1,2}}(?!\d))")
_CODE = re.compile(r"(?<![\d.])(?!\d{1,3}(?:\.\d{3})+(?!\.?\d))\d+(?:\.\d+){2,}")
_CENTURY_OR_ZEROS = re.compile(r"(?<=\d\.)(?:1\d|20)(?=\d\d$)|(?:\.0)+$")


@cache
def _digits() -> re.Pattern[str]:
    return re.compile(
        rf"{_ABOUT}(?P<minus>(?<![^\s(\[=<>:/])(?<!\d )[-−–])?"
        rf"(?P<money>(?:\bUS)?[$€£¥] ?|\b(?:usd|eur|gbp|jpy) ?)?"
        rf"(?<!(?![\u3040-\u30ff\u3400-\u9fff])[\w.])(?P<whole>{_WHOLE})(?P<part>{_PART})?"
        rf"(?P<mixed>{_MIXED})?(?:{_TEN}(?P<power>{_POWER}))?"
        rf"(?P<decade>(?<=0)s\b)?(?:[ -]?(?P<scale>{pattern(scales())})|(?P<letter>{_letter()}))?"
        rf"(?:(?(scale)\.?)[ -]?(?:d'|de )?(?P<unit>{pattern(units())}))?",
        re.IGNORECASE,
    )


def _letter() -> str:
    """A scale of one letter: with what is paid with ("£5m", "5 M€"), else a capital or a "k" at the
    digits ("5M"): "5m" are metres.
    """
    letters = "".join(LETTER_SCALES)
    paid = rf"(?(money)[{letters}]|(?!))| ?[{letters}](?= ?(?:{money()}))"
    return rf"(?:{paid}|(?-i:[{letters.upper()}k]))(?![^\W\d_])"


@cache
def _divisor() -> re.Pattern[str]:
    return re.compile(rf" ?(?:/|\bper\b) ?({pattern(units())}|[^\W_]+)", re.IGNORECASE)


@cache
def _in_words() -> re.Pattern[str]:
    return re.compile(
        rf"{_ABOUT}\b(?:(?:{_NUMERAL}|{_AND}|(?<=ty-)third)(?:[ -]|\b))+"
        rf"(?:(?P<unit>{pattern(units())}))?",
        re.IGNORECASE,
    )


def numbers(text: str) -> list[Number]:
    """Every number of the text that says how many, how much, which or when."""
    plain = one_line(text)
    if not begins_with_day(plain):
        plain = _ITEM.sub(lambda item: " " * len(item[0]), plain)
    in_order = sorted((*written(plain), *_spelled(plain)), key=lambda one: one.at)
    for at, (first, last) in enumerate(pairwise(in_order), start=1):
        if _is_range(first, last, plain):
            in_order[at - 1 : at + 1] = _as_range(first, last, plain)
    return in_order


def _as_range(first: Number, last: Number, text: str) -> tuple[Number, Number]:
    """The 10 of "$10–15 million" may mean ten million, and the 15 million are dollars."""
    low = first.value
    if text[first.at + len(first.raw) - 1].isdigit():
        scaled = low * last.value / last.bare if last.bare else low
        if low < scaled < last.value:
            first, low = replace(first, also=scaled), scaled
        last = replace(last, unit=last.unit or first.unit)
    led = text[max(0, first.at - len("from ")) : last.at].lower()
    return first, replace(last, low=low, change=led == f"from {first.raw.lower()} to ")


def _is_range(first: Number, last: Number, text: str) -> bool:
    """20 and 30 in "20–30 km", and in "between 20 and 30 km"; not in "20 km to 30 villages"."""
    end = first.at + len(first.raw)
    joined = _TO.fullmatch(text, end, last.at) or (
        text[end : last.at] == " and "
        and text[max(0, first.at - len("between ")) : first.at].lower() == "between "
    )
    alike = text[end - 1].isdigit() or first.unit in ("", last.unit)
    return bool(joined) and alike and first.value < last.value


def one_line(text: str) -> str:
    """Of the same length, with blanks for gaps and none between numbers of two lines or cells."""
    return _GAPS.sub(" ", _APART.sub(lambda gap: "\v" * len(gap[0]), text))


def written(text: str) -> list[Number]:
    """Numbers in digits; the text is ``one_line``."""
    figures = []
    for match in _digits().finditer(text):
        whole = re.sub(r"\D", "", match["whole"])
        part = (match["part"] or "").replace(",", ".")
        sign = -1.0 if match["minus"] else 1.0
        scale = _scale(match["scale"] or "", match["letter"] or "") * _power(match)
        plain = float(f"0{whole}{part}")
        amount = sign * (plain + _fraction(match["mixed"] or ""))
        step = 10.0 ** -(len(part) - 1) if part else 10.0 ** (len(whole) - len(whole.rstrip("0")))
        also = _also(match, plain)
        unit, about = match["money"] or match["unit"] or "", match["about"] or ""
        figures.append(
            Number(
                match[0].removeprefix(about).strip(),
                amount * scale,
                canonical(unit),
                step * scale,
                bool(about),
                _side(about, text, match),
                10 if match["decade"] else 1,
                match.start() + len(about),
                _letter_of(match),
                amount,
                also=None if also is None else sign * also * scale,
                per=_per(text, match.end()),
            )
        )
    return figures


def _also(match: re.Match[str], plain: float) -> float | None:
    """What else the digits may mean: a number of a language that parts thousands so, the "two" of
    "two and a half", or, behind "minus", a number below zero.
    """
    said, start = match["whole"] + (match["part"] or ""), match.start()
    if _EITHER.fullmatch(said):
        return float(said.replace(".", ""))
    if match["mixed"]:
        return plain
    minus = match.string[max(0, start - len("minus ")) : start].lower() == "minus "
    return -plain or None if minus else None


def _power(match: re.Match[str]) -> float:
    """The 10⁵ of "1.2×10⁵"."""
    if not match["power"]:
        return 1.0
    exponent = re.sub("[−–]", "-", unicodedata.normalize("NFKC", match["power"].strip("^")))
    return 10.0 ** int(exponent)


def _fraction(said: str) -> float:
    above, _, below = unicodedata.normalize("NFKC", said).replace("⁄", "/").partition("/")
    return float(above) / float(below) if below else 0.0


def other_codes(claim: str, source: str) -> list[str]:
    """Numbers of three or more parts, "3.2.4" or "192.168.1.1", that the source has not, nor one of
    more parts that begins so; thousands aside. "12.05.53" is "12.05.1953", and "3.11.0" is "3.11".
    """
    known = [f"{_short(code)}." for code in _CODE.findall(source)]
    codes = ((code, _short(code)) for code in _CODE.findall(claim))
    return [
        code
        for code, short in codes
        if _CODE.match(short) and not any(other.startswith(f"{short}.") for other in known)
    ]


def _short(code: str) -> str:
    return _CENTURY_OR_ZEROS.sub("", code)


def _side(about: str, text: str, match: re.Match[str]) -> int:
    """0 where another word of the clause denies: "cannot hold more than" is no "more than"."""
    said = about.strip().lower()
    than = re.sub("^not? ", "", said)
    side = _SIDES.get(than, 0) * (1 if than == said else -1)
    if side:
        before, behind = text[: match.start()], text[match.end() :]
        rest = f"{_CLAUSE.split(before)[-1]} {_CLAUSE.split(behind, maxsplit=1)[0]}"
        side *= not DENIES.search(rest)
    return side


def _per(text: str, at: int) -> str:
    names = []
    while divisor := _divisor().match(text, at):
        names.append(canonical(divisor[1]))
        at = divisor.end()
    return "|".join(filter(None, names))


def _letter_of(match: re.Match[str]) -> str:
    """The letter at or behind the digits, with no money: "10k" and "10 k" are both "K"."""
    if match["money"] or match["scale"] or match["unit"]:
        return ""
    letter = _BEHIND.match(match.string, match.end("part") if match["part"] else match.end("whole"))
    return letter[1].upper() if letter else ""


def _scale(word: str, letter: str) -> float:
    return scales()[word.lower()] if word else LETTER_SCALES.get(letter.strip().lower(), 1.0)


def listed(text: str) -> list[Number]:
    """Both numbers of each "12,13" that may be two in a row: nothing is counted or measured. And
    the 100 of "a hundred", which a text may say without counting, and what "1.2×10-7" is where the
    exponent has come to stand on the line.
    """
    plain = one_line(text)
    readings = [
        Number(match[0], _value(re.split("[ -]", match[1].lower())))
        for match in _A_ROUND.finditer(plain)
    ]
    if _ON_LINE.search(plain):
        readings += written(_ON_LINE.sub(r"\g<0>^", plain).replace(" ^", "^"))
    for match in _digits().finditer(plain):
        part = match["part"] or ""
        if part.startswith(",") and not (match["money"] or match["scale"] or match["unit"]):
            for raw in (match["whole"], part.removeprefix(",")):
                value = float(re.sub(r"\D", "", raw))
                readings.append(Number(raw, value, at=match.start()))
    return readings


def in_passing(number: Number, claim: str, source: str) -> bool:
    """Does the source say the claim's number by a word that mostly says none: "one of them", "a
    second time"? "2nd" is "second"; 1 is "one" where the same word or unit follows.
    """
    figure = _FIGURE.match(claim := one_line(claim), number.at)
    if not figure or number.value != float(figure[0][0]):
        return False
    source = one_line(source)
    word = _IN_PASSING[figure[0].lower()]
    ends = [match.end() for match in re.finditer(rf"\b{word}\b", source, re.IGNORECASE)]
    if not figure[0].isdigit():
        return bool(ends)
    wanted = _following(claim, figure.end())
    return bool(wanted) and any(_following(source, end) == wanted for end in ends)


def _following(text: str, at: int) -> str:
    """The word or unit there, "" for none: "one of" counts nothing yet."""
    word = _FOLLOWING.match(text, at)
    if not word or is_common(word[1]):
        return ""
    return canonical(word[1]) or word[1].lower()


def _spelled(text: str) -> list[Number]:
    amounts = []
    for match in _in_words().finditer(text):
        about = match["about"] or ""
        spelled = match[0].removeprefix(about).removesuffix(match["unit"] or "").strip(" -")
        words = [word for word in re.split(r"[ -]+", spelled.lower()) if word != "and"]
        counts = words not in _NO_AMOUNT or (
            words == ["one"] and _MORE.search(text, 0, match.start() + len(about))
        )
        if counts and any(word in _WORDS for word in words):
            value, nth = _value(words), match[0].lower().endswith("ty-second")
            amounts.append(
                Number(
                    spelled,
                    value,
                    canonical(match["unit"] or ""),
                    about=bool(about),
                    side=_side(about, text, match),
                    at=match.start() + len(about),
                    also=value + 2 if nth else None,
                )
            )
    return amounts


def _value(words: list[str]) -> float:
    """Three hundred and twelve -> 312."""
    total = group = 0.0
    for word in words:
        if word in _VALUES:
            group += _VALUES[word]
        elif word == "hundred":
            group = max(group, 1.0) * 100
        else:
            total += max(group, 1.0) * scales()[word]
            group = 0.0
    return total + group
