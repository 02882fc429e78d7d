"""Changed files: the same number makes the same file, and most archives stay archives."""

from __future__ import annotations

import io
import zipfile

from warehouse.evaluate.trust.fuzz import changed


def _archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("content.xml", "<a><b n='1'>Mill</b></a>" * 20)
    return made.getvalue()


def test_the_same_number_makes_the_same_file() -> None:
    seeds = {".odt": [_archive()], ".md": [b"# Mills\n\n1700 (the year)\n"]}
    made = [changed(seeds, number) for number in range(30)]
    assert made == [changed(seeds, number) for number in range(30)]
    assert len({raw for _, raw in made}) > 20
    packed = [raw for suffix, raw in made if suffix == ".odt"]
    assert sum(zipfile.is_zipfile(io.BytesIO(raw)) for raw in packed) > len(packed) / 2
