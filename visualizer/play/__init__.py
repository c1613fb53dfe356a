"""The mode in which a person plays or edits."""
