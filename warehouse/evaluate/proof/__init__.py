"""How claims are judged, and contradictions found, on labelled material made for it."""
