"""OpenDocument: what stands in its styles and is words of the document all the same."""

from __future__ import annotations

import zipfile
from pathlib import Path

import made_office

from indexers.reading import read

PAGE = (
    "<style:master-page><style:header><text:p>Contract <text:span>no.</text:span> 7</text:p>"
    "<text:p><draw:frame><draw:text-box><text:p>Draft</text:p></draw:text-box></draw:frame>"
    "</text:p></style:header><style:footer{}><text:p>Confidential</text:p></style:footer>"
    "</style:master-page>"
)


def test_headers_and_footers_are_read_once_each(tmp_path: Path) -> None:
    path = made_office.opened(tmp_path / "a.odt", "text", "<text:p>The words.</text:p>")
    spaces = f'{made_office._SPACES} xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    pages = PAGE.format("") * 2 + PAGE.replace("Confidential", "Hidden").format(
        ' style:display="false"'
    )
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(
            "styles.xml",
            f"<office:document-styles {spaces}><office:master-styles>{pages}"
            "</office:master-styles></office:document-styles>",
        )
    reading = read(path)
    assert reading.text.split("\n\n") == ["The words.", "Contract no. 7 Draft", "Confidential"]
    assert reading.sections[-1].title == "Headers and footers"
