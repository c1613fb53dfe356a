"""All the sentences about steps, findings and results."""
