"""One field over the window: find an act, search everything, see all keys."""
