"""The core: storage, engine, research and writing. Knows no window."""

import indexers as indexers  # first of all: libraries are kept from telephoning
