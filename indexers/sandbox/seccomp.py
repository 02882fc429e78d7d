"""A filter in the kernel before every call of this process: those of ``calls.py`` and no other."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Iterable
from pathlib import Path

from indexers.sandbox import calls
from indexers.sandbox.calls import Ways

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER_MODE = 38, 22, 2
_ALLOW, _REFUSE, _KNOWS_NO_SUCH_CALL = 0x7FFF0000, 0x00050000 | 13, 0x00050000 | 38
_FINDS_NOTHING = 0x00050000 | 2
_LOAD, _EQUAL, _AT_LEAST, _AND, _ANSWER = 0x20, 0x15, 0x35, 0x54, 0x06
_CALL, _MACHINE, _ARGUMENTS = 0, 4, 16  # where they stand, in bytes
_OTHER_NUMBERS = 0x40000000  # x32: the same calls by other numbers


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Instruction)))


Steps = list[tuple[int, int, int, int]]


def hold(limited: bool, devices: bool, files_from: int, becomes_another: bool) -> bool:
    """From now on, in every thread that this one starts. ``limited`` is a process whose memory is;
    one with ``devices`` may drive them; ``files_from`` as in ``calls.checked``; one that
    ``becomes_another`` program may begin it.
    """
    machine = platform.machine().lower()
    if machine not in calls.MACHINES:
        return False
    number, column = calls.MACHINES[machine]
    checked = calls.checked(column, os.getpid(), files_from)
    if not limited:
        checked |= calls.without_memory_limit(column)
    steps = _beginning(number)
    if devices:
        driven, refused = calls.device_calls(column)
        del checked[driven]
        checked |= calls.driver_calls(column)
        steps += _except(driven, refused)
        for call in calls.not_there(column):
            steps += [(_EQUAL, 0, 1, call), (_ANSWER, 0, 0, _FINDS_NOTHING)]
    allowed = calls.numbers(column)
    if becomes_another:
        allowed.append(calls.program_call(column))
    steps += _list(allowed, checked)
    return _installed(steps)


def known() -> bool:
    """Whether this kernel filters calls, and this machine's are known."""
    filters = Path("/proc/sys/kernel/seccomp/actions_avail").exists()
    return filters and platform.machine().lower() in calls.MACHINES


def _installed(steps: Steps) -> bool:
    program = _Program(len(steps), (_Instruction * len(steps))(*(_Instruction(*s) for s in steps)))
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.prctl(_SET_SECCOMP, _FILTER_MODE, ctypes.byref(program), 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _beginning(machine: int) -> Steps:
    """Another machine's calls are refused, and those by other numbers."""
    return [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine),
        (_ANSWER, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _CALL),
        (_AT_LEAST, 0, 1, _OTHER_NUMBERS),
        (_ANSWER, 0, 0, _REFUSE),
    ]


def _list(numbers: Iterable[int], checked: dict[int, Ways]) -> Steps:
    steps: Steps = []
    for number in numbers:
        steps += [(_EQUAL, 0, 1, number), (_ANSWER, 0, 0, _ALLOW)]
    for number, ways in checked.items():
        steps += _where(number, [step for way in ways for step in _way(way)])
    return [
        *steps,
        (_EQUAL, 1, 0, calls.CLONE3),
        (_AT_LEAST, 0, 1, calls.NEWEST + 1),
        (_ANSWER, 0, 0, _KNOWS_NO_SUCH_CALL),
        (_ANSWER, 0, 0, _REFUSE),
    ]


def _where(number: int, inner: Steps) -> Steps:
    """``inner`` for one call, which is refused where that gives no answer."""
    return [(_EQUAL, 0, len(inner) + 1, number), *inner, (_ANSWER, 0, 0, _REFUSE)]


def _way(tests: tuple[calls.Test, ...]) -> Steps:
    left = 3 * len(tests) + 1
    steps: Steps = []
    for word, mask, value in tests:
        left -= 3
        steps += [
            (_LOAD, 0, 0, _ARGUMENTS + 4 * word),
            (_AND, 0, 0, mask),
            (_EQUAL, 0, left, value),
        ]
    return [*steps, (_ANSWER, 0, 0, _ALLOW)]


def _except(number: int, refused: tuple[int, ...]) -> Steps:
    """A call allowed but for some values of its second argument."""
    inner: Steps = [(_LOAD, 0, 0, _ARGUMENTS + 8)]
    for value in refused:
        inner += [(_EQUAL, 0, 1, value), (_ANSWER, 0, 0, _REFUSE)]
    inner.append((_ANSWER, 0, 0, _ALLOW))
    return _where(number, inner)
