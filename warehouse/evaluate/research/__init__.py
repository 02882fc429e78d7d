"""How questions are answered: against plain RAG, step by step, and over time."""
