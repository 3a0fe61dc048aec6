"""Whom a person plays with and asks: opponents, the adviser, and what they say, as data and texts.

Nothing here prints: the terminal and the browser show the same.
"""
