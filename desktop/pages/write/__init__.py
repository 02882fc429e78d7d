"""The Write page: a topic becomes an article."""
