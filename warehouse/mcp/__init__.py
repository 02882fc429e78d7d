"""``muniment mcp``: a warehouse for programs that speak the Model Context Protocol, over stdio.

tools.py is what such a program can ask for, opened.py the warehouse while it asks, server.py the
protocol. No port is opened: the client starts this process and holds both of its pipes.
"""
