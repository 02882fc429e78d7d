"""What every method is made of: candidates, their screening, sentences, pieces, the budget."""
