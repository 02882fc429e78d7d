"""Languages by their codes (ISO 639-1) and by what people call them."""

from __future__ import annotations

import re
from functools import cache

from babel import Locale, UnknownLocaleError

from warehouse.search.analyzer import fold

_NAMES = {
    "af": "Afrikaans",
    "ar": "Arabic",
    "az": "Azerbaijani",
    "be": "Belarusian",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "ca": "Catalan",
    "cs": "Czech",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "eo": "Esperanto",
    "es": "Spanish",
    "et": "Estonian",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "ga": "Irish",
    "gl": "Galician",
    "gu": "Gujarati",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "hy": "Armenian",
    "id": "Indonesian",
    "is": "Icelandic",
    "it": "Italian",
    "ja": "Japanese",
    "ka": "Georgian",
    "kk": "Kazakh",
    "km": "Khmer",
    "kn": "Kannada",
    "ko": "Korean",
    "la": "Latin",
    "lo": "Lao",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mk": "Macedonian",
    "ml": "Malayalam",
    "mn": "Mongolian",
    "mr": "Marathi",
    "ms": "Malay",
    "my": "Burmese",
    "nb": "Norwegian Bokmål",
    "ne": "Nepali",
    "nl": "Dutch",
    "nn": "Norwegian Nynorsk",
    "no": "Norwegian",
    "pa": "Punjabi",
    "pl": "Polish",
    "ps": "Pashto",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sa": "Sanskrit",
    "si": "Sinhala",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sq": "Albanian",
    "sr": "Serbian",
    "sv": "Swedish",
    "sw": "Swahili",
    "ta": "Tamil",
    "te": "Telugu",
    "th": "Thai",
    "tl": "Tagalog",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "uz": "Uzbek",
    "vi": "Vietnamese",
    "yi": "Yiddish",
    "zh": "Chinese",
}
_ALSO = {
    "de": ("Deutsch", "allemand", "alemán", "德语", "德文"),
    "en": ("Englisch", "anglais", "inglés", "英语", "英文"),
    "es": ("español", "castellano", "Spanisch", "espagnol", "西班牙语", "西班牙文"),
    "fr": ("français", "Französisch", "francés", "法语", "法文"),
    "it": ("italiano", "Italienisch", "italien", "意大利语"),
    "ja": ("日本語", "Japanisch", "japonais", "japonés", "日语", "日文"),
    "ko": ("한국어", "Koreanisch", "coréen", "coreano"),
    "la": ("Latein",),
    "nl": ("Nederlands", "Niederländisch", "Flemish"),
    "pl": ("polski",),
    "pt": ("português",),
    "ru": ("русский", "Russisch", "russe", "ruso"),
    "zh": ("Mandarin", "中文", "汉语", "漢語", "Chinesisch", "chinois", "chino"),
}
_WORDS = re.compile(r"\w{4,}")
_CODES = {fold(name): code for code, name in _NAMES.items()} | {
    fold(name): code for code, names in _ALSO.items() for name in names
}


def code_of(name: str) -> str:
    """ "German", "Deutsch", "de" and "de-AT" are all "de"; "" for what is not known here."""
    folded = fold(name.strip())
    code = folded.replace("_", "-").partition("-")[0]
    return _CODES.get(folded) or (code if code in _NAMES else "")


def name_of(code: str) -> str:
    """ "German" for "de"; a code that is not known stays as it is."""
    return _NAMES.get(code, code)


def own_name(name: str) -> str:
    """What those call it who speak it, in their letters: "日本語" for "Japanese", "中文" for "easy
    Chinese"; "" where that is not known.
    """
    for said in (name, *_WORDS.findall(name)):
        code = code_of(said) or _every_code().get(fold(said.strip()), "")
        try:
            if code and (endonym := Locale.parse(code).get_display_name()):
                return endonym
        except (UnknownLocaleError, ValueError):
            continue
    return ""


@cache
def _every_code() -> dict[str, str]:
    """By the names that the CLDR has for languages in the languages of ``_ALSO``."""
    return {
        fold(name): code
        for spoken in _ALSO
        if spoken != "la"
        for code, name in Locale.parse(spoken).languages.items()
    }
