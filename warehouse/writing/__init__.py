"""From evidence to an article: outline, sections, claims. Shared by all methods."""
