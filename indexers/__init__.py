"""Files to text. No model, no database, no Qt, no network."""
