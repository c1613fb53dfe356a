"""The user's files: finding, loading, previewing and storing them."""
