"""What a study leaves: its journal, its result, its ledger, and what goes out of the house.

May touch research and writing, which know nothing of how their work is kept.
"""
