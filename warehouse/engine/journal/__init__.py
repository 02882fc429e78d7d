"""The journal: every model call with its reply, so that work that was killed goes on for nothing.

    journal.py     one SQLite file of calls
    journaled.py   the engine around an engine that writes there, and is answered from there

May touch the engine's protocol and the prompts. Studies, headers and benchmarks keep one each.
"""
