// Explains a conflict: the literals that led to it, their reasons, and the cut that yields the learnt clause, as
// visualizer/analysis/implication_graph.py, which says how it is found.
import { ASSUMED, BACKTRACK, CLAUSE, CONFLICT, LEARN, RULE, SOLVED } from "./kinds.js";
import { placeOf } from "./literals.js";
import { Trail, standingSteps } from "./trail.js";

export const TO_CONFLICT = -1; // the target of an edge that leads to the conflict itself
export const LOWER = "lower", BEHIND = "behind", UIP = "uip", FOLLOWS = "follows"; // the sides of literals

/** The graph of the conflict that the step at a position belongs to; null if there is none, or a reason is unknown. */
export function graphAt(run, position) {
  const at = conflictOf(run, position);
  if (at < 0) return null;
  run.reach(at);
  run.seek(at);
  const frame = run.frame(at), trail = new Trail(run), { film } = run;
  const clause = run.frames.kind[frame] === CONFLICT ? clauseOf(run, frame) : Array.from(trail.values, (digit, cell) => -(cell * film.symbols + digit));
  return new Analysis(run, at, trail).graph(clause);
}

/** The level the solver goes back to from a position; null if that is not in the film. */
export function jumpAfter(run, position) {
  const { frames, last } = run;
  for (let at = position; at <= Math.min(position + 2, last); at++) {
    const frame = run.frame(at), kind = frames.kind[frame];
    if (kind === BACKTRACK) return Math.max(frames.level[frame], 0);
    if (![CONFLICT, SOLVED, LEARN].includes(kind)) break;
  }
  return null;
}

function clauseOf({ frames, film }, frame) {
  return frames.other[frame] === CLAUSE ? film.reasons[frames.reason[frame]][1] : [];
}

/** The position of the conflict that a step belongs to, or of the solution that its clause excludes; -1 if there is none. */
function conflictOf(run, position) {
  const { frames } = run;
  let learnt = false;
  for (let at = position; at > Math.max(run.skipped, position - 3); at--) {
    const frame = run.frame(at), kind = frames.kind[frame];
    if (kind === CONFLICT && frames.why[frame] !== ASSUMED) return clauseOf(run, frame).length ? at : -1;
    if (kind === SOLVED && learnt) return at;
    if (kind === LEARN && at >= position - 1) learnt = true;
    else if (kind !== BACKTRACK || at < position) return -1;
  }
  return -1;
}

class Unknown extends Error {} // a reason is not known

class Analysis {
  constructor(run, position, trail) {
    Object.assign(this, { run, trail, level: trail.depth, steps: standingSteps(run, position), read: [], known: new Map(), reasons: new Map() });
  }

  /** The graph; null if there is nothing to learn or a reason is unknown. */
  graph(conflict) {
    if (!this.level) return null;
    try {
      return this.explained(conflict);
    } catch (error) {
      if (error instanceof Unknown) return null;
      throw error;
    }
  }

  explained(conflict) {
    const { uip, follows, lower } = this.cut(conflict), behind = this.behind(uip), going = lower.filter((literal) => this.goes(literal, lower));
    const start = this.trail.inOrder(this.aboveGivens(conflict)), later = (one, other) => this.compare(other, one);
    const resolutions = this.resolutions(start, [...follows, ...going.sort(later)]), sides = new Map();
    for (const [literals, side] of [[lower, LOWER], [behind, BEHIND], [[uip], UIP], [follows, FOLLOWS]]) for (const literal of literals) sides.set(literal, side);
    const nodes = [...sides.keys()].sort((one, other) => this.compare(one, other)).map((literal) => this.node(literal, sides.get(literal)));
    return { nodes, edges: this.edges(nodes, conflict), level: this.level, start, resolutions, toCut: nodes.filter(({ side }) => side === FOLLOWS).length };
  }

  /** The order in which literals became true. */
  compare(one, other) {
    const first = this.when(one), second = this.when(other);
    return first.entry - second.entry || first.follows - second.follows || other - one;
  }

  /** Whether the learnt clause can drop a literal of the cut because the others imply it. */
  goes(literal, lower) {
    try {
      const causes = this.causes(literal);
      return causes.length > 0 && causes.every((cause) => lower.includes(cause) || !this.levelOf(cause));
    } catch (error) {
      if (error instanceof Unknown) return false;
      throw error;
    }
  }

  resolutions(clause, pivots) {
    return pivots.map((pivot) => {
      const reason = this.trail.inOrder(this.causes(pivot).map((cause) => -cause)), came = this.aboveGivens(reason).filter((one) => !clause.includes(one));
      clause = this.trail.inOrder([...clause, ...came].filter((one) => one !== -pivot));
      return { pivot, reason: [pivot, ...reason], came, clause };
    });
  }

  aboveGivens(clause) {
    return clause.filter((literal) => this.levelOf(-literal));
  }

  levelOf(literal) {
    return this.trail.levelAt(this.when(literal).entry);
  }

  /** The UIP, the literals that follow from it, and the literals from lower levels that are involved. */
  cut(conflict) {
    const waiting = [], follows = [], lower = new Set(), seen = new Set();
    for (let causes = conflict.map((literal) => -literal); ; causes = this.causes(follows.at(-1))) {
      for (const literal of causes) {
        const level = this.levelOf(literal);
        if (level === this.level && !seen.has(literal)) waiting.push(literal);
        else if (level && level < this.level) lower.add(literal);
        seen.add(literal);
      }
      waiting.sort((one, other) => this.compare(one, other));
      const latest = waiting.pop();
      if (latest === undefined) throw new Unknown();
      if (!waiting.length) return { uip: latest, follows, lower: [...lower] };
      follows.push(latest);
    }
  }

  /** The literals on the way from the level's guess to the UIP. */
  behind(uip) {
    const found = new Set(), waiting = [uip];
    while (waiting.length) {
      for (const literal of this.causes(waiting.pop())) {
        if (this.levelOf(literal) !== this.level || found.has(literal)) continue;
        found.add(literal);
        waiting.push(literal);
      }
    }
    return [...found];
  }

  when(literal) {
    if (!this.known.has(literal)) this.known.set(literal, this.trail.since(literal));
    const since = this.known.get(literal);
    if (!since) throw new Unknown();
    return since;
  }

  causes(literal) {
    if (!this.reasons.has(literal)) this.reasons.set(literal, this.causesOf(literal));
    return this.reasons.get(literal);
  }

  /** The literals that forced a literal; a guess has none. */
  causesOf(literal) {
    const { entry, follows } = this.when(literal), { entries } = this.trail, { cell, digit } = placeOf(this.run.film, literal);
    if (follows) return entry >= 0 ? [entries[entry].literal] : [];
    if (entries[entry]?.decision) return [];
    const frame = this.frameOf(entries.length - 1 - entry), clause = clauseOf(this.run, frame);
    if (clause.includes(literal)) return clause.filter((other) => other !== literal).map((other) => -other);
    const holder = this.trail.holder(cell, digit);
    if (literal < 0 && this.run.frames.why[frame] === RULE && holder !== null && holder >= 0 && holder < entry) return [entries[holder].literal];
    throw new Unknown();
  }

  /** The frame of the step that made an entry of the trail, counted from the last. */
  frameOf(number) {
    while (this.read.length <= number) {
      const { value, done } = this.steps.next();
      if (done) throw new Unknown();
      this.read.push(this.run.frame(value));
    }
    return this.read[number];
  }

  node(literal, side) {
    const { entry, follows } = this.when(literal);
    return { literal, level: this.trail.levelAt(entry), side, decision: !follows && entry >= 0 && this.trail.entries[entry].decision };
  }

  edges(nodes, conflict) {
    const index = new Map(nodes.map(({ literal }, at) => [literal, at]));
    const into = nodes.flatMap(({ literal, side }, at) => (side === LOWER ? [] : this.causes(literal).filter((cause) => index.has(cause)).map((cause) => [index.get(cause), at])));
    return [...into, ...conflict.filter((literal) => index.has(-literal)).map((literal) => [index.get(-literal), TO_CONFLICT])];
  }
}

/** Lay a graph out in columns of at most so many rows, causes left of effects and the conflict on the right: each literal's column, row and rows, by its index. */
export function layOut({ nodes, edges }, rows) {
  const columns = [], causes = nodes.map(() => new Set());
  for (const [cause, effect] of edges) causes[effect]?.add(cause);
  for (const [index, { side }] of nodes.entries()) {
    if (side === LOWER) continue;
    const here = columns.at(-1) ?? [], first = nodes[here[0]];
    const alone = side === UIP || !first || first.side === UIP || first.decision;
    if (alone || here.length >= Math.max(1, rows) || here.some((other) => causes[index].has(other))) columns.push([]);
    columns.at(-1).push(index);
  }
  columns.push([TO_CONFLICT]);
  const slots = new Map(columns.flatMap((column, at) => column.map((index, row) => [index, { column: at, row, rows: column.length }])));
  return { slots, columns: columns.length, order: [...nodes.keys()].reverse().filter((index) => nodes[index].side === FOLLOWS) };
}

/** The line of the cut after so many resolutions: down the right of a column, over to its left at a height from 0 to 1, and on down. */
export function cutOf({ slots, columns, order }, made) {
  if (!made || !order.length) return { column: columns - 2, y: 1 };
  const { column, row, rows } = slots.get(order[Math.min(made, order.length) - 1]);
  return { column, y: row / rows };
}
