"""Is a question taken for what it is: the questions, the fits made from them, the benchmark."""
