"""What a round table is worth: its turns, its map, and a plain chat over the same library."""
