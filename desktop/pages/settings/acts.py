"""What can be done on the Settings page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.acts import Act, act

if TYPE_CHECKING:
    from desktop.pages.settings.page import SettingsPage


ACTS: tuple[Act[SettingsPage], ...] = (
    act("find-settings", "Search the settings", "Ctrl+F").does(
        "By name or by what they do.", lambda page: page.words.setFocus()
    ),
    act("watch-folder", "Watch a folder").does(
        "New and changed files in it come in by themselves.", lambda page: page.watching.ask()
    ),
    act("back-up", "Back up the library").does(
        "Into one file, which is read back before it is called whole.",
        lambda page: page.keeping.ask_backup(),
        also="backup save copy",
    ),
    act("check-library", "Check the library").does(
        "Is everything still what it was? Every original is read.",
        lambda page: page.keeping.check(),
        also="verify integrity",
    ),
    act("starting-values", "Set everything back to the start values").does(
        "All settings but the folder and the model; it can be undone.",
        lambda page: page.restore(),
        also="reset default",
    ),
)
