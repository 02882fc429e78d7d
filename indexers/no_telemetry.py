"""No library telephones: what each is told before it is imported, in every process.

Set when one of the three packages is imported, which is before any library is, and again for every
child process. Several libraries carry code that reports their use or looks for something newer
(onnxruntime does so unless it is told not to); ``assets/manual/libraries.md`` lists them all. A
variable that the user has set otherwise gives way: nothing leaves is a promise of this program.
"""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping

VARIABLES = {
    "DO_NOT_TRACK": "1",
    "ORT_DISABLE_TELEMETRY": "1",
    "OTEL_SDK_DISABLED": "true",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "LLAMA_ARG_OFFLINE": "1",
}


def silence(environment: MutableMapping[str, str]) -> None:
    """Set the variables there."""
    environment.update(VARIABLES)


def silence_this_process() -> None:
    """The variables, and no probing: urllib3, which several libraries bring along, binds a socket
    when it is imported to see whether IPv6 works."""
    silence(os.environ)
    socket.has_ipv6 = False
