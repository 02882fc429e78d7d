"""``muniment bench engine``: the engine against the high-level class, llama-server, plain prefill.

``rows`` is the table, ``choosing`` and ``waiting`` two parts of it, ``pairs`` how two things are
compared, ``work`` what they are given to do, ``peers`` and ``reference`` who does it.
"""
