import type { Problem } from '#lib/domain/workflow/problem'
import type { CodeMark } from './code-field-props.ts'

/** What a message says of its own place, which the mark shows. */
const ownPlace = /^line \d+(?:, column \d+)?: /i

/** A problem of code as a mark in the editor. Its message names the line: "line 3", or "3:14". */
export function markOf({ message, severity }: Pick<Problem, 'message' | 'severity'>): CodeMark {
  const [, line, column] =
    /\bline (\d+)(?:, column (\d+))?/i.exec(message) ?? /\b(\d+):\d+/.exec(message) ?? []
  return {
    message: message.replace(ownPlace, ''),
    severity,
    ...(line ? { line: Number(line) } : {}),
    ...(column && severity === 'warning' ? { column: Number(column) } : {}),
  }
}
