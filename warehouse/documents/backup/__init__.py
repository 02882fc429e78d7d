"""Looking after the folder: back up, restore, move, check, rebuild. Works on a whole library."""
