from __future__ import annotations

import pytest

from indexers.text.language import _LANGUAGES
from warehouse.search import languages


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("German", "de"),
        ("de", "de"),
        ("DE-at", "de"),
        ("zh", "zh"),
        ("Chinese", "zh"),
        ("zh_Hant", "zh"),
        ("中文", "zh"),
        ("日本語", "ja"),
        ("한국어", "ko"),
        ("Norwegian", "no"),
        ("français", "fr"),
        ("FRANCAIS", "fr"),
        ("Klingon", ""),
        ("", ""),
    ],
)
def test_a_language_by_name_or_code(name: str, code: str) -> None:
    assert languages.code_of(name) == code


def test_every_language_that_is_told_from_a_text_has_a_name() -> None:
    for code in _LANGUAGES.split():
        assert languages.code_of(languages.name_of(code)) == code
