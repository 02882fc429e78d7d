"""What a study leaves: its journal, its result, its ledger, and what goes out of the house.

    keeper.py      studies, one a question or article (study_files.py: the files of one)
    steering/      what the user changes of one
    telling/       one in words and figures
    exporting/     one as files that leave
    comparing.py   two runs of one, claim by claim
    together.py    one topic by several methods, one after the other
    retry.py    what brings back what was dropped (second_search.py: a refused sentence)

May touch answering, writing and research, which know nothing of how their work is kept.
"""
