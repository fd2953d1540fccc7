import { createContext } from 'react'
import type { Problem } from '#lib/domain/workflow/problem'

/** One name that can be completed, by its full path: `steps.lookup.output.name`. */
export type CompletionItem = {
  path: string
  detail: string
  info?: string
  /** What people call it, where it is a value to choose: `Patient name`. */
  title?: string
  /** Where it comes from, in words: the title of a step, `Start form`. */
  from?: string
  /** What the value can be (JSON Schema), when it is known. */
  schema?: Record<string, unknown>
  /** A field of all entries of a list, which only expressions read by one path. */
  ofAll?: true
}

type Help = {
  completions: CompletionItem[]
  /** Declares what a code gets, and what was found in it; where the form has code. */
  scope?(code: string): Promise<string>
  problems?: Problem[]
}

/** What code and expressions inside a form may name. */
export const CodeHelp = createContext<Help>({ completions: [] })
