"""How the program comes up and goes down: a screen to open on, signals, memory, built in turns."""
