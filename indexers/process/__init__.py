"""The processes in which strangers' files are read, and what goes between them and the program.

    child.py         one child process and its pipe
    bounds.py        what it may cost
    messages.py, reception.py, progress_mark.py   what a reader is told and answers, where it is
    handed.py        documents as open files, so that a child needs no path
    shut_in.py       another program, held in the same way
    recognition.py   what OCR may do while a file is read

Of the two files above that use them ``readers.py`` is the door, ``reader_process.py`` the child.
"""
