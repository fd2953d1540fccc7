import { createContext } from 'react'

/** One name that can be completed, by its full path: `steps.lookup.output.name`. */
export type CompletionItem = { path: string; detail: string; info?: string }

/** What code and expressions inside a form may name. */
export const CodeHelp = createContext<{ completions: CompletionItem[] }>({ completions: [] })
