"""The training view: runs read from their own files, and processes that train them."""
