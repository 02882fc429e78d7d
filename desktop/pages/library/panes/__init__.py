"""What takes the place of the details until it is put away: trash, differences, imports."""
