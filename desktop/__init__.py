"""The window. Thin: it shows what the warehouse says and hands over what the user does."""

import indexers as indexers  # first of all: libraries are kept from telephoning
