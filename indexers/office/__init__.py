"""Office documents, which are archives of XML: Word, PowerPoint, Excel, and OpenDocument."""
