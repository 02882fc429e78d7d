"""What a method leaves, as a picture: nodes and edges, and where they stand.

    structure -> graph.py (nodes and edges by their places) -> layout.py (points) -> the window

The window paints it (desktop/structure); ``muniment structure`` tells it in words (words.py).
"""
