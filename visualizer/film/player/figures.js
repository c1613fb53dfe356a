// Formats numbers for people to read, as puzzles/figures.py.

/** A number with thousands separators. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
