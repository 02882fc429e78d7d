"""What studies are called: an article that retold what a search found was called AWARE once."""

from __future__ import annotations

_BODY = "CAST(body AS TEXT)"
RETOLD = (
    f"UPDATE studies SET body = CAST(json_set({_BODY}, '$.method', 'retell') AS BLOB)"
    f" WHERE json_extract({_BODY}, '$.kind') = 'write'"
    f" AND json_extract({_BODY}, '$.method') = 'aware'",
)
