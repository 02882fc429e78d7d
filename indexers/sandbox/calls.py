"""What a shut-in process may ask of Linux, as data: everything that is not here is refused.

What only computes, waits, takes memory, and reads or writes what is already open. Opening is here
too; which files can be opened is for Landlock to say. Each call stands with its number on x86_64
and on aarch64, -1 where that has none; ``checked`` allows more calls for certain arguments only.
"""

from __future__ import annotations

Test = tuple[int, int, int]
"""(word of the arguments, mask, value): two words an argument, the low one first."""
Ways = tuple[tuple[Test, ...], ...]
"""Allowed where all tests of any one way hold."""

MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""The audit number, and which of the two numbers of a call."""

NEWEST = 462
"""Later calls are answered as a kernel that has none: libraries then do without them."""
CLONE3 = 435
"""Answered so as well: its flags lie in memory, where a filter cannot see them."""

_OPEN_FILES = """
read 0 63 write 1 64 readv 19 65 writev 20 66 pread64 17 67 pwrite64 18 68 preadv 295 69
pwritev 296 70 preadv2 327 286 lseek 8 62 close 3 57 close_range 436 436 dup 32 23 dup2 33 -1
dup3 292 24 fstat 5 80 newfstatat 262 79 statx 332 291 stat 4 -1 lstat 6 -1 access 21 -1
faccessat 269 48 faccessat2 439 439 open 2 -1 openat 257 56 readlink 89 -1 readlinkat 267 78
getdents 78 -1 getdents64 217 61 getcwd 79 17 statfs 137 43 fstatfs 138 44 fadvise64 221 223
readahead 187 213 ftruncate 77 46 fallocate 285 47 memfd_create 319 279 sendfile 40 71
copy_file_range 326 285 pipe 22 -1 pipe2 293 59 poll 7 -1 ppoll 271 73 select 23 -1
pselect6 270 72 epoll_create 213 -1 epoll_create1 291 20 epoll_ctl 233 21 epoll_wait 232 -1
epoll_pwait 281 22 epoll_pwait2 441 441 eventfd 284 -1 eventfd2 290 19 timerfd_create 283 85
timerfd_settime 286 86 timerfd_gettime 287 87
"""
_MEMORY = """
brk 12 214 mmap 9 222 munmap 11 215 mremap 25 216 mprotect 10 226 madvise 28 233 mincore 27 232
msync 26 227 mlock 149 228 munlock 150 229 mlock2 325 284 get_mempolicy 239 236
pkey_alloc 330 289 pkey_free 331 290 pkey_mprotect 329 288 membarrier 324 283
"""
_THREADS_AND_SIGNALS = """
futex 202 98 futex_waitv 449 449 get_robust_list 274 100 set_robust_list 273 99 rseq 334 293
set_tid_address 218 96 arch_prctl 158 -1 exit 60 93 exit_group 231 94 restart_syscall 219 128
rt_sigaction 13 134 rt_sigprocmask 14 135 rt_sigreturn 15 139 rt_sigpending 127 136
rt_sigsuspend 130 133 rt_sigtimedwait 128 137 sigaltstack 131 132 pause 34 -1
sched_yield 24 124 sched_getaffinity 204 123 sched_getparam 143 121 sched_getscheduler 145 120
sched_get_priority_max 146 125 sched_get_priority_min 147 126
"""
_WHO_AND_WHEN = """
getpid 39 172 getppid 110 173 gettid 186 178 getuid 102 174 geteuid 107 175 getgid 104 176
getegid 108 177 getresuid 118 148 getresgid 120 150 getgroups 115 158 getpgrp 111 -1 capget 125 90
uname 63 160 sysinfo 99 179 getcpu 309 168 getrandom 318 278 getrusage 98 165 getrlimit 97 163
times 100 153 time 201 -1 gettimeofday 96 169 clock_gettime 228 113 clock_getres 229 114
clock_nanosleep 230 115 nanosleep 35 101 setitimer 38 103 getitimer 36 102 alarm 37 -1
timer_create 222 107 timer_settime 223 110 timer_gettime 224 108 timer_getoverrun 225 109
timer_delete 226 111
"""
_SHUTTING_IN = """
landlock_create_ruleset 444 444 landlock_add_rule 445 445 landlock_restrict_self 446 446
"""
_PROGRAM = """
execve 59 221
"""
_DRIVER = """
socket 41 198 bind 49 200 listen 50 201 setsockopt 54 208
"""
_NOT_THERE = """
connect 42 203 unlink 87 35
"""
_CHECKED = """
clone 56 220 kill 62 129 tgkill 234 131 prlimit64 302 261 fcntl 72 25 ioctl 16 29 prctl 157 167
sched_setaffinity 203 122 recvmsg 47 212
"""

_WHOLE = 0xFFFFFFFF
_ALWAYS: tuple[Test, ...] = ((0, 0, 0),)
_UNIX, _PACKETS = 1, 0x80005  # AF_UNIX; SOCK_SEQPACKET | SOCK_CLOEXEC
_THREAD = 0x00010000
_NEW_NAMESPACES = 0x7E020000
_CPU_SECONDS, _ADDRESS_SPACE = 0, 9
# Duplicating, flags, seals: not the ones that send signals or lock others out.
_FCNTL = (0, 1, 2, 3, 4, 1030, 1033, 1034)
# What a file is to a terminal, how much waits to be read, what is closed for a program.
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# Writing as if typed (TIOCSTI, TIOCLINUX) and taking a terminal over, also where devices are used.
_TERMINAL = (0x5412, 0x541C, 0x540E)
# Names of threads and of memory, and what Landlock asks for first.
_PRCTL = (3, 15, 16, 23, 29, 38, 41, 42, 0x53564D41)


def numbers(column: int) -> list[int]:
    """Of the calls that are allowed whatever their arguments."""
    tables = (_OPEN_FILES, _MEMORY, _THREADS_AND_SIGNALS, _WHO_AND_WHEN, _SHUTTING_IN)
    listed = [table[column] for text in tables for table in _table(text).values()]
    return [number for number in listed if number >= 0]


def program_call(column: int) -> int:
    """By which a process becomes another program; which one is for Landlock to say."""
    return _table(_PROGRAM)["execve"][column]


def checked(column: int, pid: int, files_from: int) -> dict[int, Ways]:
    """By number. ``pid`` is this process; ``files_from`` the socket on which it is handed files,
    -1 for none."""
    own = (((0, _WHOLE, 0), (4, _WHOLE, 0), (5, _WHOLE, 0)),)
    ways: dict[str, Ways] = {
        "clone": (((0, _NEW_NAMESPACES | _THREAD, _THREAD),),),
        "kill": (((0, _WHOLE, pid),),),
        "tgkill": (((0, _WHOLE, pid),),),
        "prlimit64": (*own, ((0, _WHOLE, 0), (2, _WHOLE, _CPU_SECONDS))),
        "fcntl": _any_of(2, _FCNTL),
        "ioctl": _any_of(2, _IOCTL),
        "prctl": _any_of(0, _PRCTL),
        "sched_setaffinity": (((0, _WHOLE, 0),),),
    }
    if files_from >= 0:
        ways["recvmsg"] = (((0, _WHOLE, files_from),),)
    table = _table(_CHECKED)
    return {table[name][column]: allowed for name, allowed in ways.items()}


def without_memory_limit(column: int) -> dict[int, Ways]:
    """For a process that has none: it may set its own, and take it away again."""
    limits = (_CPU_SECONDS, _ADDRESS_SPACE)
    ask = ((0, _WHOLE, 0), (4, _WHOLE, 0), (5, _WHOLE, 0))
    change = tuple(((0, _WHOLE, 0), (2, _WHOLE, limit)) for limit in limits)
    return {_table(_CHECKED)["prlimit64"][column]: (ask, *change)}


def device_calls(column: int) -> tuple[int, tuple[int, ...]]:
    """The call by which devices are driven, and what is refused even then."""
    return _table(_CHECKED)["ioctl"][column], _TERMINAL


def driver_calls(column: int) -> dict[int, Ways]:
    """CUDA listens on a socket of this machine that has no file (``@cuda-uvmfd-...``) and does not
    start without. Nothing can be sent on it: neither connecting nor accepting is allowed.
    """
    of_this_machine = ((0, _WHOLE, _UNIX), (2, _WHOLE, _PACKETS))
    ways: dict[str, Ways] = dict.fromkeys(_table(_DRIVER), (_ALWAYS,))
    ways["socket"] = (of_this_machine,)
    return {_table(_DRIVER)[name][column]: allowed for name, allowed in ways.items()}


def not_there(column: int) -> list[int]:
    """CUDA looks for a server that shares a card, and takes away what an earlier start left behind;
    it does without where nothing is there, and does not start where it may not.
    """
    return [numbers[column] for numbers in _table(_NOT_THERE).values()]


def _any_of(word: int, values: tuple[int, ...]) -> Ways:
    return tuple(((word, _WHOLE, value),) for value in values)


def _table(text: str) -> dict[str, tuple[int, int]]:
    parts = text.split()
    triples = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {name: (int(first), int(second)) for name, first, second in triples}
