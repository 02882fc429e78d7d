"""A page about a museum, whose sentences are copied, retold and got wrong."""

from __future__ import annotations

TEXT = (
    "The museum opened on 4 March 1902. It drew 1,200 visitors “on the "
    "first day alone”, said Marie Kahn of the World Health Organization. He denied that it was "
    "built by the Germans in Britain."
)
SOURCE = f"Lille Museum\nHistory\n{TEXT}"
