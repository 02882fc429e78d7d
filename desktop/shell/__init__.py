"""The window around the pages: side bar, a page in the middle, a pane, what runs, notices."""
