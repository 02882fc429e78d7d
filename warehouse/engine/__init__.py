"""The engine: language model calls as one batch, in a child process. See protocol.py."""
