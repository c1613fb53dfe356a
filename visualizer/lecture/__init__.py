"""Lectures: Markdown files whose slides may show runs, and the places where those runs stop."""
