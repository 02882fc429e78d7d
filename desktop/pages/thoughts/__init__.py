"""The Thoughts page: what earlier answers found out."""
