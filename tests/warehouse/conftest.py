"""This folder is on the path of its tests, so that those below it share ``counting``."""
