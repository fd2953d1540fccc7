import type { CompletionItem } from './code-help.ts'

export type CodeLanguage = 'typescript' | 'json' | 'jsonata' | 'markdown' | 'sql' | 'html'

/** An error to underline; `line` counts from 1, without it the first line is underlined. */
export type CodeMark = { message: string; line?: number; severity?: 'error' | 'warning' }

export type CodeFieldProps = {
  id: string
  /** The accessible name of the editor. */
  label: string
  language: CodeLanguage
  value: string
  onChange(text: string): void
  onBlur?(): void
  readOnly?: boolean
  invalid?: boolean
  minLines?: number
  maxLines?: number
  autoFocus?: boolean
  completions?: CompletionItem[]
  marks?: CodeMark[]
  describedBy?: string
  /** Gets a function that puts text at the cursor. */
  onReady?(insert: (text: string) => void): void
}
