"""The Library page: see what is there, search it, look closer, keep order, remove."""
