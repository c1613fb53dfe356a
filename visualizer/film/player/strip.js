// Draws the profile of a run (the depth of its search, or what its solver draws), its conflicts and the playhead.

const FOOT = 8; // pixels for the conflicts below the profile

export class Strip {
  constructor(run, longest = run) {
    Object.assign(this, { run, longest });
    this.canvas = document.createElement("canvas");
    this.canvas.className = "strip";
    this.canvas.setAttribute("aria-hidden", "true");
    this.drawn = "";
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    new ResizeObserver(([{ contentRect }]) => this.resize(contentRect)).observe(this.canvas); // reading the size in draw() would lay out the page
  }

  resize({ width, height }) {
    Object.assign(this, { wide: Math.round(width), high: Math.round(height) });
    this.draw(this.position);
  }

  /** Draw the playhead, and the profile too if its size or its colours have changed. */
  draw(position) {
    this.position = position;
    if (!this.wide) Object.assign(this, { wide: this.canvas.clientWidth, high: this.canvas.clientHeight }); // it was not on the page until now
    const { canvas, run, wide, high } = this, scale = devicePixelRatio;
    if (!wide || !run.profile || position === undefined) return;
    const root = canvas.getRootNode().host ?? document.documentElement;
    const key = [wide, high, scale, root.dataset.theme, root.hasAttribute("data-printing"), this.dark.matches].join();
    if (key !== this.drawn) {
      this.drawn = key;
      const style = getComputedStyle(canvas); // which is dear just after the board has changed
      this.colours = ["--deduced", "--conflict", "--ink"].map((name) => style.getPropertyValue(name));
      [canvas.width, canvas.height] = [wide * scale, high * scale];
      this.pictures = [0.35, 1].map((alpha) => this.picture(wide, high, scale, alpha, this.colours));
    }
    const pen = canvas.getContext("2d"), here = Math.round(this.share(position) * canvas.width);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(this.pictures[0], 0, 0);
    if (here) {
      pen.clearRect(0, 0, here, canvas.height);
      pen.drawImage(this.pictures[1], 0, 0, here, canvas.height, 0, 0, here, canvas.height);
    }
    pen.fillStyle = this.colours[2];
    pen.fillRect(here - scale, 0, 2 * scale, canvas.height);
  }

  /** How far a position is along the longest run, from 0 to 1. */
  share(position) {
    const { skipped, last } = this.longest;
    return Math.max(0, position - skipped) / Math.max(1, last - skipped);
  }

  picture(wide, high, scale, alpha, [deduced, conflict]) {
    const { values, conflicts, highest } = this.run.profile, canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [wide * scale, high * scale];
    const pen = canvas.getContext("2d"), step = (wide * this.share(this.run.last)) / values.length, room = high - FOOT - 2;
    pen.scale(scale, scale);
    pen.globalAlpha = alpha;
    pen.fillStyle = deduced;
    values.forEach((value, column) => {
      const tall = 1 + (value / Math.max(1, highest)) * (room - 1);
      pen.fillRect(column * step, room - tall, step + 0.5, tall);
    });
    pen.fillStyle = conflict;
    conflicts.forEach((count, column) => count && pen.fillRect(column * step, high - FOOT, Math.max(1.5, step), FOOT));
    return canvas;
  }
}
