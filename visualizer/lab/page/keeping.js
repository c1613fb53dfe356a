// What the browser keeps for the next visit. Some browsers keep nothing: all goes on without.

export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // a private window, a frame of another page, or no room
  }
}

/** The text that was kept under a name; null if there is none. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
