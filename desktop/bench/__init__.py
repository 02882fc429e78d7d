"""The benchmarks of the window, and how the window is walked through as a user would."""

from desktop.starting import sources_unread

sources_unread.begin()  # as the program does before it imports its window
