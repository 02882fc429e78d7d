"""One file a page: Library, Ask, Write, Models and settings."""
