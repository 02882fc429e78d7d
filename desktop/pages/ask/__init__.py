"""The Ask page: a question becomes an answer."""
