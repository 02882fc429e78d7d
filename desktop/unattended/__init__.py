"""What the window does by itself, when all is quiet: unfinished work, watched folders, articles."""
