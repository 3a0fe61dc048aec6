"""The games of a run: kept for ever in its database, drawn from in a window of the newest."""
