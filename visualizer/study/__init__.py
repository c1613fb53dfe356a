"""Cost studies: what a study's file asks for, the folder of its results, its plots and its page."""
