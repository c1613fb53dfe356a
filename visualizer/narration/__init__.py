"""All sentences about steps, findings and outcomes."""
