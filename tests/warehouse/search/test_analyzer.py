from __future__ import annotations

import threading

import pytest

from warehouse.search import analyzer


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("The Running dogs", "en", ["the", "run", "dog"]),
        ("The Running dogs", "", ["the", "run", "dog"]),
        ("The king's men don't", "en", ["the", "king", "men", "don't"]),
        ("Häuser und Straßen", "de", ["haus", "und", "strass"]),
        ("l'histoire des résumés", "fr", ["l", "histoir", "de", "resum"]),
        ("1,000 or 3.14 in 1984", "en", ["1000", "or", "3.14", "in", "1984"]),
        ("3,14 Meter", "de", ["3.14", "met"]),
        (
            "GPT-4 uses CO2 in 2020年 10km x_y",
            "en",
            ["gpt", "4", "use", "co2", "in", "2020", "年", "10km", "x", "y", "gpt-4"],
        ),
        ("ﬁnance　ＡＢＣ", "en", ["financ", "abc"]),
        ("water¹ rose.¹² In 1998³,⁴ 5 m²", "en", ["water", "rose", "in", "1998", "5", "m2"]),
        ("", "en", []),
        ("… — !!", "en", []),
    ],
)
def test_terms(text: str, language: str, expected: list[str]) -> None:
    assert analyzer.terms(text, language) == expected


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Einstein's E=mc² is known.", "e=mc2"),
        ("(x^2+y^2)", "x^2+y^2"),
        ("the SARS-CoV-2 virus", "sars-cov-2"),
        ("EN-1992-1-1:", "en-1992-1-1"),
        ("on 12/05/2020.", "12/05/2020"),
        ("the war of 1914–1918", "1914-1918"),
        ("COVID‑19", "covid-19"),
        ("x−1", "x-1"),
        ("written in C++, not C#", "c++"),
        ("a p<0.05 result", "p<0.05"),
        ("since C++17", "c++"),
        ("ein C#-Programm", "c#"),
        ("Visual C++/CLI", "c++"),
        ("an ASP.NET page", ".net"),
        ("(.NET 8)", ".net"),
        ("in sales_2019.csv there", ".csv"),
        ("see src/report.final.pdf", ".pdf"),
        ("in ASP.NET/MVC", ".net"),
        (".NET/C# alike", ".net"),
    ],
)
def test_formulas_and_codes_are_kept_whole_beside_their_pieces(text: str, whole: str) -> None:
    found = analyzer.terms(text, "en")
    assert whole in found
    assert whole in analyzer.query_terms(whole)
    pieces = [term for term in analyzer.terms(whole, "en") if term != whole]
    assert pieces and set(pieces) <= set(found)


@pytest.mark.parametrize(
    "text",
    [
        *("well-known", "and/or", "- a list", "a - b", "https://example.org/a=b", "*bold*", "…=…"),
        *("a+b", "x#y", "www.example.org", "john.smith@example.org", "so ...and", "at 3 p.m."),
    ],
)
def test_other_signs_make_no_term(text: str) -> None:
    assert all(term.isalnum() for term in analyzer.terms(text, "en"))


def test_unspaced_scripts_give_characters_and_pairs() -> None:
    assert analyzer.terms("東京都 2020", "ja") == ["東", "京", "都", "東京", "京都", "2020"]
    assert analyzer.query_terms("東京都", ["ja"]) == ["東京", "京都"]
    assert analyzer.query_terms("京", ["ja"]) == ["京"]
    assert "한국" in analyzer.terms("한국어", "ko")
    assert "ภา" in analyzer.terms("ภาษา", "th")


@pytest.mark.parametrize(
    ("written", "plain", "language"),
    [
        ("Donau\u00addampf\u00adschiff\u00adfahrt", "Donaudampfschifffahrt", "de"),
        ("wa\u200bter\u2060mill\ufeff", "watermill", "en"),
        ("کتاب\u200cها", "کتابها", "fa"),
        ("葛\U000e0100城市", "葛城市", "ja"),
        ("Ста́рый за́мок у доро́ги", "Старый замок у дороги", "ru"),
        ("בְּרֵאשִׁית", "בראשית", "he"),
        ("كِتَابٌ جَدِيدٌ", "كتاب جديد", "ar"),
        ("İSTANBUL", "istanbul", "tr"),
        ("क़लम", "कलम", "hi"),
    ],
)
def test_what_is_not_seen_or_only_helps_to_read_changes_no_term(
    written: str, plain: str, language: str
) -> None:
    assert analyzer.terms(written, language) == analyzer.terms(plain, language)
    assert analyzer.query_terms(written, [language]) == analyzer.query_terms(plain, [language])


@pytest.mark.parametrize("word", ["हिन्दी", "தமிழ்", "বাংলা", "മലയാളം", "བོད"])
def test_signs_that_spell_a_word_are_part_of_it(word: str) -> None:
    assert len(analyzer.terms(f"{word}।")) == 1
    assert analyzer.terms(word) != analyzer.terms(word[0]) != []
    assert [(one.start, one.end) for one in analyzer.located(word)] == [(0, len(word))]


def test_other_words_of_the_same_consonants_are_other_terms() -> None:
    assert not set(analyzer.query_terms("दिन", ["hi"])) & set(analyzer.terms("हिन्दी", "hi"))
    assert analyzer.terms("பல்", "ta") != analyzer.terms("பல", "ta")


def test_mixed_scripts_are_split() -> None:
    assert analyzer.terms("Python言語x", "ja") == ["python", "言", "語", "言語", "x"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "ru", "ja", "tr"])
def test_a_query_finds_what_was_indexed(language: str) -> None:
    text = "Häuser running résumés 東京都 книги 1,000"
    wanted = set(analyzer.query_terms(text, ["en", language]))
    assert wanted & set(analyzer.terms(text, language))
    for word in text.split():
        assert set(analyzer.query_terms(word, [language])) & set(analyzer.terms(word, language))


def test_indexed_text_splits_back_into_its_terms() -> None:
    text = "A don't　1 000 x:y «é» 東京"
    assert analyzer.indexed(text).split(" ") == analyzer.terms(text)


def test_endless_words_are_left_out() -> None:
    assert analyzer.terms("a" * 500 + " b") == ["b"]


def test_threads_do_not_disturb_each_other() -> None:
    words = [f"running{'s' * (at % 3)} {suffix}ness" for at, suffix in enumerate("abcdefgh" * 20)]
    expected = [analyzer.terms(word, "en") for word in words]
    analyzer.stem.cache_clear()
    wrong: list[str] = []

    def work() -> None:
        wrong.extend(w for w, e in zip(words, expected, strict=True) if analyzer.terms(w) != e)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "language", "stands"),
    [
        ("The Mills grind.", "en", ["The", "Mills", "grind"]),
        ("Die ﬁnnische Mühle", "de", ["Die", "ﬁnnische", "Mühle"]),
        ("A\u030angstro\u0308m 1,000", "en", ["A\u030angstro\u0308m", "1,000"]),
        ("東京 2020年", "ja", ["東", "京", "2020", "年"]),
        ("l'eau", "fr", ["l'eau", "l'eau"]),
        ("In İstanbul, ﬁne", "tr", ["In", "İstanbul", "ﬁne"]),
        ("Die Donau\u00addampf\u00adfahrt.", "de", ["Die", "Donau\u00addampf\u00adfahrt"]),
        ("за́мок в лесу", "ru", ["за́мок", "в", "лесу"]),
        ("বো\u09c7\u09beল ＡＢ", "bn", ["বো\u09c7\u09beল", "ＡＢ"]),
        ("\u1112\u1161\u1103\u1161 ｶﾞ", "ko", ["\u1112\u1161", "\u1103\u1161", "ｶﾞ"]),
        ("…", "en", []),
    ],
)
def test_terms_know_where_they_stand(text: str, language: str, stands: list[str]) -> None:
    found = analyzer.located(text, language)
    assert [text[one.start : one.end] for one in found] == stands
    said = [one.term for one in found]
    assert [term for term in analyzer.terms(text, language) if term in said] == said


def test_a_piece_has_a_choice_for_each_language() -> None:
    assert analyzer.alternatives("running l'eau", ["en", "fr"]) == [
        (("run",), ("running",)),
        (("l'eau",), ("l", "eau")),
    ]
    assert analyzer.alternatives("日本語", ["en"]) == [(("日本", "本語"),)]
    assert analyzer.alternatives("!?", ["en"]) == []
    assert analyzer.alternatives("C++", ["en"]) == [(("c",),), (("c++",),)]
    assert analyzer.alternatives(".NET", ["en"]) == [(("net",),), ((".net",),)]
    assert analyzer.alternatives("Issue#12", ["en"]) == [(("issu",),), (("12",),)]
    assert analyzer.alternatives("example.net", ["en"]) == [(("exampl",),), (("net",),)]
    assert analyzer.alternatives("COVID-19", ["en"]) == [(("covid",),), (("19",),)]


def test_the_pieces_of_a_code_stand_side_by_side() -> None:
    assert all(map(analyzer.is_code, ("COVID-19", "1914–1918", "E=mc²", "C++17")))
    assert not any(map(analyzer.is_code, ("C++", "C#", "well-known", "1918", "https://a.b/c-1")))
