// A list of whole numbers that grows and shrinks without leaving garbage for the browser to collect. It keeps
// its form when it is saved and restored; otherwise the browser would have to recompile the code that uses it.

export class Stack {
  constructor(numbers, room) {
    this.items = new Int32Array(Math.max(room, numbers.length));
    this.items.set(numbers);
    this.length = numbers.length;
  }

  at(index) {
    return this.items[index];
  }

  push(number) {
    if (this.length === this.items.length) this.reserve(this.length + 1);
    this.items[this.length++] = number;
  }

  pop() {
    return this.items[--this.length];
  }

  shorten(length) {
    this.length = Math.min(this.length, length);
  }

  /** The numbers as an array. */
  list() {
    return Array.from(this.items.subarray(0, this.length));
  }

  /** Write the length and the numbers into an array from an index. Returns the index after them. */
  save(into, index) {
    const { items, length } = this;
    into[index++] = length;
    for (let each = 0; each < length; each++) into[index++] = items[each];
    return index;
  }

  /** Read what was written by ``save``. Returns the index after it. */
  restore(from, index) {
    const length = from[index++];
    this.reserve(length);
    const { items } = this;
    for (let each = 0; each < length; each++) items[each] = from[index++];
    this.length = length;
    return index;
  }

  reserve(length) {
    if (length <= this.items.length) return;
    const items = new Int32Array(2 * length);
    items.set(this.items);
    this.items = items;
  }
}
