"""Documents with printed pages: PDF files and pictures, from words at places to text in order."""
