// Formats numbers, cells and lists for people to read, as puzzles/figures.py and visualizer/text do.

/** A number with thousands separators. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** A number without its unit: "0.5", "200", "5 M". */
export const magnitude = (number) => (number >= 1e6 ? `${number / 1e6} M` : number >= 1e3 ? `${number / 1e3} k` : String(number));

/** A speed: "0.5 steps/s", "1 digit/s", "5 M steps/s". */
export const speedText = (speed, unit) => `${magnitude(speed)} ${speed === 1 ? singular(unit) : unit}/s`;

/** The name of one of a unit: "digit", "guess". */
export const singular = (unit) => unit.replace(unit === "guesses" ? /es$/ : /s$/, "");

/** A number of things: 1 step, or 1,204 steps. */
export const counted = (number, noun, plural = `${noun}s`) => `${grouped(number)} ${number === 1 ? noun : plural}`;

/** The name of a cell. */
export function nameOf(film, cell) {
  const [row, column] = film.places[cell];
  return film.names?.[cell] ?? `r${row + 1}c${column + 1}`;
}

/** What a digit is called in words: its symbol, if it has no name. */
export const calledOf = (film, digit) => film.called?.[digit - 1] ?? film.alphabet[digit - 1];

/** Words joined as in "a, b and c". */
export const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join(""));

/** The words or, if there are too many, the first few and how many more there are. */
export const shortened = (words, most = 6) => (words.length <= most ? words : [...words.slice(0, most - 1), `${words.length - most + 1} more`]);
