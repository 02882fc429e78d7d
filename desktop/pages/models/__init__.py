"""The Models page: what thinks here, what could, and how it runs."""
