"""No test reaches the home of who runs it, at whatever time its fixtures are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import REAL_MODELS
from warehouse import settings


@pytest.fixture(scope="session")
def of_session() -> Path:
    return settings.home()


@pytest.fixture(scope="module")
def of_module() -> Path:
    return settings.home()


def test_no_home_is_that_of_the_user(of_session: Path, of_module: Path, home: Path) -> None:
    assert settings.home() == home
    assert REAL_MODELS.parent not in (of_session, of_module, home)
    assert home not in (of_session, of_module)
