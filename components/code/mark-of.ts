import type { Problem } from '#lib/domain/workflow/problem'
import type { CodeMark } from './code-field-props.ts'

/** A problem of code as a mark in the editor. Its message names the line: "line 3", or "3:14". */
export function markOf({ message, severity }: Pick<Problem, 'message' | 'severity'>): CodeMark {
  const line = /\bline (\d+)/i.exec(message)?.[1] ?? /\b(\d+):\d+/.exec(message)?.[1]
  return { message, severity, ...(line ? { line: Number(line) } : {}) }
}
