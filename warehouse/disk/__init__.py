"""Files that a power cut or a failing disk leaves whole, or is found out by. Knows no library.

durable.py         written whole or not at all; one program after the other
hashed_files.py    a hash beside each file of a folder
sealed_rows.py     a sum beside each table of a database
study_database.py  a small database whose every write is on the disk when it returns
"""
