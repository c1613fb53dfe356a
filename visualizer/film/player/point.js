// The cell under the pointer: marked on the board and wherever the open pane names it.

export class Pointing {
  /** ``named``: returns the element that names cells now, if there is one. */
  constructor(board, panes, named) {
    Object.assign(this, { board, named, cell: null, marked: [] });
    for (const element of [board.root, ...panes]) {
      element.addEventListener("pointerover", ({ target }) => this.point(target.closest("[data-cell]")?.dataset.cell ?? null));
      element.addEventListener("pointerleave", () => this.point(null));
    }
  }

  point(cell) {
    this.cell = cell;
    this.mark();
  }

  /** Mark the cell, including in lines that have been rewritten. */
  mark() {
    this.marked.forEach((element) => element.classList.remove("pointed"));
    this.marked = this.cell === null ? [] : [...(this.named()?.querySelectorAll(`[data-cell="${this.cell}"]`) ?? [])];
    this.marked.forEach((element) => element.classList.add("pointed"));
    this.board.point(this.marked.length ? Number(this.cell) : null);
  }
}
