"""Two ways from texts to vectors, for the embedder's child process: ``fast`` and ``reference``.

folders.py    which way a model's folder can go, read from its own description
reference.py  sentence-transformers on torch: any model it knows
fast.py       OpenVINO, without torch: BERT models with mean pooling
bert.py       the graph of such a model, made from its weights
"""
