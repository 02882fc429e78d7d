"""What is done with a library's documents beside reading them.

    importing/     Zotero, BibTeX and CSL-JSON, with their files
    fetching/      web pages by name, in the one process that opens a socket for them
    inspecting/    how well read, by which reader, what is hidden, how two differ
    bibliography/  documents as entries: BibTeX and CSL-JSON
    backup/        backup, restore, move, check
    headers.py     what each document is about, written by the model
    thoughts.py    what was learned from them by asking, with the words that it rests on

May touch the library and all below it; the check of facts comes from proof. Knows no question, no
method and no study.
"""
