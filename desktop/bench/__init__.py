"""The benchmarks of the window, and how the window is walked through as a user would."""
