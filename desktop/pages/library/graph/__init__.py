"""The library's graph in the window: read, seen, forgotten."""
