/**
 * A place where the code and its types do not agree; `from` and `to` are characters of the author's
 * text, line and column count from 1. `syntax`: the code cannot be read.
 */
export type TypeProblem = {
  kind: 'syntax' | 'type'
  from: number
  to: number
  line: number
  column: number
  message: string
}

/** More of one code are not listed: one mistake causes many. */
export const maxProblems = 20
