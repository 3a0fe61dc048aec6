"""The studio: play, analyse and review in the browser. A server with typed messages, and its page.

`messages.py` is the contract between the two; `docs/studio-messages.md` is made from it.
"""
