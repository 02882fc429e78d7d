from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from warehouse.store.lance.loading import map_ahead
from warehouse.store.lance.tables import LARGE

SCRIPT = """
import sys
from warehouse.store.lance.loading import map_ahead
print([map_ahead(package, module) for package, module in {large!r}])
print([name for name in ("pyarrow", "lancedb") if name in sys.modules])
print([word in open("/proc/self/maps").read() for word in ("libarrow", "_lancedb")])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/maps")
def test_the_large_modules_are_mapped_and_not_imported() -> None:
    root = Path(__file__).resolve().parents[4]
    script = SCRIPT.format(large=LARGE)
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True)
    assert done.stdout.split("\n")[:3] == ["[True, True]", "[]", "[True, True]"], done.stderr


def test_a_library_is_opened_without_the_client_for_servers(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[4]
    script = (
        "import sys; from pathlib import Path; from warehouse.store.lance.tables import Tables\n"
        "Tables(Path(sys.argv[1]), 8)['passages'].count_rows()\n"
        "print([name for name in ('lancedb', 'urllib3') if name in sys.modules])"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.stdout.strip() == "['lancedb']", done.stderr


def test_what_is_not_there_is_left_to_the_import() -> None:
    assert not map_ahead("there_is_no_such_package", "lib")
    assert not map_ahead("pyarrow", "there_is_no_such_module")
