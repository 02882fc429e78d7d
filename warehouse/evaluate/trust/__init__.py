"""What a hostile file, library, neighbour or disk can do to a warehouse, counted."""
