"""E-books made for the tests, of both versions, with what real ones get wrong."""

from __future__ import annotations

import zipfile
from pathlib import Path

CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" '
    'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
PACKAGE = """<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
<dc:title>The northern tower</dc:title><dc:creator>Birch Oak</dc:creator>
<dc:date>2021-05-06</dc:date><dc:language>en-GB</dc:language></metadata><manifest>
<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
<item id="c" href="cover.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="again" href="text/one.xhtml#later" media-type="application/xhtml+xml"/>
<item id="b" href="text/two%20.xhtml" media-type="application/xhtml+xml"/>
<item id="gone" href="text/three.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="c"/><itemref idref="a"/><itemref idref="again"/><itemref idref="b"/>
<itemref idref="gone"/></spine></package>"""
NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="toc"><ol><li><a href="text/one.xhtml">The ledgers</a></li>
<li><a href="text/two%20.xhtml#start">The fire</a></li></ol></nav></body></html>"""
COVER = '<html xmlns="http://www.w3.org/1999/xhtml"><body><img src="cover.jpg"/></body></html>'
ONE = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body>
<h1>The ledgers</h1><p>Forty ledgers&nbsp;were missing&hellip;</p>
<h2 id="later">The shelves</h2><table><tr><th>Shelf</th><th>Ledgers</th></tr>
<tr><td>first</td><td>12</td></tr></table></body></html>"""
TWO = "<html><head><title/></head><body><p>No heading, and <b>not</p> well formed.</body></html>"


def book(path: Path) -> Path:
    members = {
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": PACKAGE,
        "OEBPS/nav.xhtml": NAV,
        "OEBPS/cover.xhtml": COVER,
        "OEBPS/text/one.xhtml": ONE,
        "OEBPS/text/two .xhtml": TWO,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in members.items():
            archive.writestr(name, text)
    return path
