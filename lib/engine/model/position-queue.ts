/** Positions to be decided, each once, the smallest first: a binary heap. */
export class PositionQueue {
  readonly #heap: number[] = []
  readonly #known = new Set<number>()

  add(position: number): void {
    if (this.#known.has(position)) return
    this.#known.add(position)
    const heap = this.#heap
    let at = heap.push(position) - 1
    for (let up = (at - 1) >> 1; at > 0 && this.#at(up) > position; up = (at - 1) >> 1) {
      heap[at] = this.#at(up)
      at = up
    }
    heap[at] = position
  }

  take(): number | undefined {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (first === undefined || last === undefined) return undefined
    this.#known.delete(first)
    if (this.#heap.length > 0) this.#sink(last)
    return first
  }

  #sink(position: number): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const left = at * 2 + 1
      const down = this.#at(left + 1) < this.#at(left) ? left + 1 : left
      if (this.#at(down) >= position) break
      heap[at] = this.#at(down)
      at = down
    }
    heap[at] = position
  }

  #at(index: number): number {
    return this.#heap[index] ?? Infinity
  }
}
