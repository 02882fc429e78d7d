"""The window. Thin: it shows what the warehouse says and hands over what the user does."""
