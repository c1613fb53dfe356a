"""The dialogs. Each file holds a dialog's model and its painter."""
