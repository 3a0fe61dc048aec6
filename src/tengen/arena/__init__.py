"""Players by name, matches between them, and what the results say."""
