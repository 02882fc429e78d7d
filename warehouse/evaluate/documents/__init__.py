"""How fast and how well documents are read, shown and looked through."""
