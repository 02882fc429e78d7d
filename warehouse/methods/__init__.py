"""Ways from a task to evidence."""
