"""Questions that a run asks and answers itself: predict the next step, then see it."""
