"""AWARE: a chain of intents, each with the evidence that resolves it (METHODS, section 1)."""
