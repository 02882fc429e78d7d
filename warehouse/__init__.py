"""The core: storage, engine, research and writing. Knows no window."""
