"""Documents that flow: web pages, e-books, mail, sheets and plain text, from markup to text."""
