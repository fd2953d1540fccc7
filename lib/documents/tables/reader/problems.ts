import { maxProblems, type TableProblem } from '#lib/domain/tables/found'

/** Counts all problems of a file and keeps the first. */
export class Problems {
  readonly #first: TableProblem[] = []
  count = 0

  /** In the order of their rows; a reader may find them in another one. */
  get first(): TableProblem[] {
    return [...this.#first].sort((a, b) => a.row - b.row)
  }

  add(row: number, column: string | null, message: string): void {
    this.count += 1
    if (this.#first.length < maxProblems) this.#first.push({ row, column, message })
  }

  /** The first ones as sentences. */
  text(shown = 10): string {
    const rest = this.count - shown
    return [
      ...this.first.slice(0, shown).map(({ message }) => message),
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ].join(' ')
  }
}
