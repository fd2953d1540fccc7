import type { CompletionItem } from './code-help.ts'

export type CodeLanguage = 'typescript' | 'json' | 'jsonata' | 'markdown' | 'sql' | 'html'

/**
 * An error to underline; `line` and `column` count from 1, without a line the first one is
 * underlined.
 */
export type CodeMark = {
  message: string
  line?: number
  column?: number
  severity?: 'error' | 'warning'
}

/** A plain field: its text, what is selected, and whether it has the focus. */
export type PlainState = { text: string; from: number; to: number; isFocused: boolean }

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
  /** Of TypeScript: declares what this code gets (`CodeScopes`). */
  scope?(code: string): Promise<string>
  describedBy?: string
  /** Gets a function that puts text at the cursor. */
  onReady?(insert: (text: string) => void): void
  /** Called when the editor is drawn in place of a plain field: what stood there. */
  takeOver?(): PlainState | undefined
}
