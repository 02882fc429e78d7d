"""What runs in the engine's child process, where llama.cpp may die without taking the window along.

worker.py        its main loop: reads calls off the pipe, answers them
loading.py, context.py, guard.py   the model, its layers on the card, its memory; llama.cpp itself
prepare.py, chat.py, grammar.py    from a request to a sequence of tokens
scheduler.py, tasks.py, cells.py, kept.py   many sequences as one batch
sampling.py, letters.py, own_words.py   the next token, and which may not come
often_read.py    the beginnings of our own prompts, evaluated before somebody's first answer
"""
