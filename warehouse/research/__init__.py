"""Methods that gather evidence. Each fills one evidence store and leaves a structure."""
