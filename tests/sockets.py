"""An audit hook, as a ``sitecustomize.py``: it writes down every attempt to use a socket."""

WATCH = """
import os, socket, sys

NAMES = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg",
         "socket.getaddrinfo", "socket.gethostbyname"}

def watch(event, arguments):
    if event not in NAMES:
        return
    if getattr(arguments[0], "family", None) == getattr(socket, "AF_UNIX", object()):
        return
    with open(os.environ["MUNIMENT_TEST_SOCKETS"], "a") as log:
        log.write(f"{event} {arguments!r} {sys.argv}\\n")

sys.addaudithook(watch)
"""
