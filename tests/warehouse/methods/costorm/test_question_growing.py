"""A question that is being written is heard from its first letter on."""

from __future__ import annotations

import pytest

from warehouse.methods.costorm import asking


@pytest.mark.parametrize(
    ("reply", "heard"),
    [
        ("", ""),
        ('{"ques', ""),
        ('{"question": "', ""),
        ('{"question": "Who pa', "Who pa"),
        ('{"question":"Who said \\"no', 'Who said "no'),
        ('{"question":"Who said \\', "Who said"),
        ('{"question":"Caf\\u00', ""),
        ('{"question":"Caf\\u00e9s', "Cafés"),
        ('{"question":"Who paid?","searches":["tolls"', "Who paid?"),
        ('{"searches":["a"],"question":"Who', "Who"),
    ],
)
def test_what_is_heard_so_far(reply: str, heard: str) -> None:
    assert asking.so_far(reply) == heard
