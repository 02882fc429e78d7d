"""The library's graph in the window: read, seen, mended by hand, forgotten."""
