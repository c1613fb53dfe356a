"""The lab: a static web site whose pages run the searches in Python, in the reader's browser."""
