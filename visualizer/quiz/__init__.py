"""The quiz: a run being watched stops one step before a question's answer."""
