"""What a child process hears of its surroundings: how to run, and nothing that is a secret.

Names of places, languages, libraries and devices are handed on; what else stands in the user's
environment (keys, tokens, where a key ring listens) is not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from indexers import no_telemetry

_NAMES = (
    *("PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME"),
    *("MUNIMENT_HOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "USERPROFILE"),
    *("SYSTEMROOT", "WINDIR", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "LOCALAPPDATA", "APPDATA"),
    *("NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"),
)
_BEGINNINGS = (
    *("LC_", "PYTHON", "OMP_", "KMP_", "OPENBLAS_", "MKL_", "GGML_", "LLAMA_", "OV_"),
    *("CUDA_", "NVIDIA_", "HIP_", "ROCR_", "ROCM_", "HSA_", "VK_", "MESA_", "SYCL_", "ONEAPI_"),
)
NETWORK = (
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
)
"""Also for a child that fetches what the user asked for."""


def for_child(more: Iterable[str] = ()) -> dict[str, str]:
    """``more`` are names, in capitals, that this child hears too."""
    wanted = {*_NAMES, *more}
    heard = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in wanted or name.startswith(_BEGINNINGS)
    }
    heard |= {"PYTHONUNBUFFERED": "1", "TOKENIZERS_PARALLELISM": "false"}
    # Its threads would be there before the sandbox is, and take their share of the memory.
    heard["OPENBLAS_NUM_THREADS"] = "1"
    no_telemetry.silence(heard)
    root = str(Path(__file__).resolve().parents[2])
    heard["PYTHONPATH"] = os.pathsep.join(filter(None, [root, heard.get("PYTHONPATH", "")]))
    if sys.platform == "win32":
        heard.setdefault("SYSTEMROOT", r"C:\Windows")
    return heard
