"""Opponents and the adviser for human players, and their messages, as data and text.

Nothing here prints, so any front end can show the same.
"""
