"""What can be done on the Settings page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act

if TYPE_CHECKING:
    from desktop.pages.settings.page import SettingsPage


ACTS: tuple[Act[SettingsPage], ...] = (
    Act(
        id="find-settings",
        name="Search the settings",
        sentence="By name or by what they do.",
        keys=("Ctrl+F",),
        do=lambda page: page.words.setFocus(),
    ),
    Act(
        id="watch-folder",
        name="Watch a folder",
        sentence="New and changed files in it come in by themselves.",
        do=lambda page: page.watching.ask(),
    ),
    Act(
        id="back-up",
        name="Back up the library",
        sentence="Into one file, which is read back before it is called whole.",
        also="backup save copy",
        do=lambda page: page.keeping.ask_backup(),
    ),
    Act(
        id="check-library",
        name="Check the library",
        sentence="Is everything still what it was? Every original is read.",
        also="verify integrity",
        do=lambda page: page.keeping.check(),
    ),
    Act(
        id="starting-values",
        name="Set everything back to the start values",
        sentence="All settings but the folder and the model; it can be undone.",
        also="reset default",
        do=lambda page: page.restore(),
    ),
)
