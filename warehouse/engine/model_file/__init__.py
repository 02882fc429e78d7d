"""What a file of a model says of itself, whether it fits this machine, and its SHA-256."""
