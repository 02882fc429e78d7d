"""An encrypted library that is closed: what lies over the window, and when that comes."""
