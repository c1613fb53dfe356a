// The paces of a race: what all lanes make equally many of, as visualizer/race/pace.py and lane.py. The time t of a race
// counts steps or guesses, and its pace says where each run is. It draws nothing.
import { firstAtLeast } from "./search_tree.js";

class Pace {
  constructor(runs) {
    this.runs = runs;
  }

  get last() {
    return (this.end ??= Math.max(...this.runs.map((run) => this.arrival(run, run.last))));
  }

  after(t, count = 1) {
    return Math.min(this.last, t + count);
  }

  before(t) {
    return Math.max(this.first, t - 1);
  }

  between(start, end) {
    return end - start;
  }
}

class EqualSteps extends Pace {
  name = "steps";
  clock = "Step";
  said = "Every lane has made the same number of steps.";
  speed = 20;

  get first() {
    return Math.max(...this.runs.map((run) => run.first));
  }

  /** Why a run takes no part; "" if it does. */
  refuses() {
    return "";
  }

  /** Where a run is at a time. */
  place(run, t) {
    return Math.max(run.first, Math.min(run.last, t));
  }

  /** The time at which a run reaches a position. */
  arrival(_, position) {
    return position;
  }
}

/** At time t, a run is at its t-th guess or, after its last guess, at its end. */
class EqualGuesses extends Pace {
  name = "guesses";
  clock = "Guess";
  said = "Every lane has made the same number of guesses.";
  speed = 2;
  first = 0;

  refuses({ film }) {
    return film.guesses ? "" : "It makes no guesses, so it takes no part at equal guesses.";
  }

  place(run, t) {
    return t <= 0 || this.refuses(run) ? run.first : (run.guesses[t - 1] ?? run.last);
  }

  arrival(run, position) {
    return position <= run.first || this.refuses(run) ? 0 : firstAtLeast(run.guesses, position) + 1;
  }
}

/** The paces of a race: equal guesses only if some run makes any. */
export const pacesOf = (runs) => [new EqualSteps(runs), ...(runs.some(({ film }) => film.guesses) ? [new EqualGuesses(runs)] : [])];
