"""Every act of the window, once: what the palette offers, menus show and the list of keys says."""
