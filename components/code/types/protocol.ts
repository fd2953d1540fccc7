import type { CodeCompletion, CodeInfo } from '#lib/code-types/editor-help'
import type { TypeProblem } from '#lib/code-types/type-problem'

/** What the editor asks of the worker about a code, and what the answer is. */
export type Answers = {
  problems: TypeProblem[]
  completions: CodeCompletion[]
  more: CodeInfo | undefined
  info: CodeInfo | undefined
  call: CodeInfo | undefined
  format: { from: number; to: number; insert: string }[]
}

/** `at` is a character of the code, `name` one of its completions. */
export type About = { code: string; scope: string; at?: number; name?: string }

export type TypeQuestion = About & { id: number; what: keyof Answers }
export type TypeAnswer = { id: number; answer: unknown }
