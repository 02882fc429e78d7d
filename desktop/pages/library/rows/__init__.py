"""The middle of the Library: the list of documents, how it is drawn, filtered and put in order."""
