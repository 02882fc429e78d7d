"""What the user changes of a study, while it works or after.

    act_checks.py  an act before it is recorded: does it make sense here? (steerable.py: which do)
    acts.py        the acts, the numbers and the chain of one study, on disk
    steered.py     the study done again from its start when its course changes (search_cache.py)
    carry_over.py  the course of one run, for another; acts_in_words.py: all of it in words

May touch the records and the catalog, and what says which kinds of question have a plan. Another
program steers through here as well: nothing in here needs the library to be open.
"""
