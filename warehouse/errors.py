"""Every error a user can meet, each with its sentence and what to do next.

    MunimentError
    ├── Cancelled            stopped by the user; caught in one place, shown to nobody
    │   ├── Turned           steered by the user: the study begins anew with what it knows
    │   └── OutlineReady     the outline waits to be shaped: the article goes on after that
    ├── BadInput             a file, question or setting that cannot be used
    │   ├── NoWarehouse      a folder that was named and holds none
    │   ├── PassphraseNeeded an encrypted warehouse
    │   └── WrongPassphrase  one that does not open it
    ├── StorageError         the warehouse folder: full, read-only, damaged
    │   ├── InUse            another program has it open
    │   ├── DiskFull
    │   ├── NotWritable      the folder or its disk can only be read
    │   └── Damaged          bytes that are not what was written
    │       └── KeyMissing   an encrypted warehouse without its warehouse.key
    ├── EngineError          the model side
    │   ├── ModelMissing     no model chosen or its file is gone
    │   ├── ModelRefused     a GGUF that failed the checks before loading
    │   ├── DoesNotFit       not enough memory, with the numbers
    │   ├── ContextOverflow  a request longer than the context, with the numbers
    │   ├── EngineDied       the child ended and could not be restarted
    │   └── EndpointFailed   the model server: not there, in error, or not understood
    └── DownloadError        no network, wrong hash, no space

Known error: a sentence. Anything else is a bug and keeps its traceback.
"""

from __future__ import annotations


class MunimentError(Exception):
    """``str(error)`` is the sentence for the user; ``next_step`` says what to do."""

    next_step = ""

    def __init__(self, sentence: str, next_step: str = "") -> None:
        super().__init__(sentence)
        if next_step:
            self.next_step = next_step


class Cancelled(MunimentError):
    def __init__(self) -> None:
        super().__init__("Stopped.")


class Turned(Cancelled):
    """Caught by the keeper of studies alone."""


class OutlineReady(Cancelled):
    """``str(error)`` says so; the study is *stopped*, and goes on like any other."""

    next_step = "Change it as you like, then go on."

    def __init__(self) -> None:
        MunimentError.__init__(self, "The outline is ready.")


class BadInput(MunimentError):
    pass


class NoWarehouse(BadInput):
    def __init__(self, folder: object) -> None:
        begin = f'To begin one there: muniment --warehouse "{folder}" add FILE'
        super().__init__(f"There is no warehouse at {folder}.", begin)


class PassphraseNeeded(BadInput):
    def __init__(self, folder: object) -> None:
        super().__init__(f"The warehouse at {folder} is encrypted.", "Give its passphrase.")


class WrongPassphrase(BadInput):
    def __init__(self) -> None:
        super().__init__("That passphrase does not open it.", "Try again.")


class StorageError(MunimentError):
    next_step = "Nothing was lost. See what is there with: muniment check"


class DiskFull(StorageError):
    next_step = "Free some space or choose another folder in Settings; nothing was lost."


class NotWritable(StorageError):
    next_step = "It can be searched and read; choose another folder in Settings to add to it."


class Damaged(StorageError):
    next_step = "Run: muniment check. It makes again what can be; a backup has the rest."


class KeyMissing(Damaged):
    next_step = "Put it back from a copy of the warehouse; nothing else here was touched."

    def __init__(self, folder: object) -> None:
        super().__init__(f"The encrypted warehouse in {folder} lacks its file warehouse.key.")


class InUse(StorageError):
    next_step = "Close the other program, or choose another folder in Settings."


class EngineError(MunimentError):
    pass


class ModelMissing(EngineError):
    next_step = "Choose one under Models, or run: muniment models fetch"


class ModelRefused(EngineError):
    next_step = "Fetch the file again, or choose another model in Models."


class DoesNotFit(EngineError):
    next_step = "Choose a smaller model, fewer GPU layers or a shorter context in Models."


class ContextOverflow(EngineError):
    next_step = "Raise the context in Models, or ask about fewer documents."


class EngineDied(EngineError):
    next_step = "The work so far is kept; start it again to go on from the last model call."


class EndpointFailed(EngineError):
    next_step = "See that the server runs, or clear the endpoint in Settings; the work is kept."


class CannotScore(EndpointFailed):
    next_step = "llama-server and vLLM do; or clear the endpoint in Settings."

    def __init__(self) -> None:
        super().__init__(
            "The server does not tell the likelihood of a given text, which is how Muniment weighs"
            " evidence."
        )


class DownloadError(MunimentError):
    next_step = "Check the network and run the same command again; finished parts are kept."
