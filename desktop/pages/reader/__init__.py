"""The reader's room: a document full width, its outline, pages and notes beside it."""
