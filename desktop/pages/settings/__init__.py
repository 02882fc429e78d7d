"""The Settings page: every setting, and what keeps the library safe."""
