"""How passages are found: recall, speed, growth, and what they are embedded with."""
