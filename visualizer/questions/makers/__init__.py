"""The makers of questions, found by their declarations. Each looks at one step, and asks about it or not."""
