import type { CompletionItem } from './code-help.ts'

export type CodeLanguage = 'typescript' | 'json' | 'jsonata' | 'markdown' | 'sql' | 'html'

/** A fault to underline; `line` counts from 1, without it the fault stands at the first line. */
export type CodeMark = { message: string; line?: number; severity?: 'error' | 'warning' }

export type CodeFieldProps = {
  id: string
  /** Read aloud as the editor's name. */
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
  /** Hands out a function that puts text at the cursor. */
  onReady?(insert: (text: string) => void): void
}
