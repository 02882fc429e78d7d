"""The model behind one narrow door: see protocol.py."""
