'use client'

import { lazy, Suspense } from 'react'
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

const CodeMirrorField = lazy(() => import('./code-mirror.tsx'))

/** A code editor (CodeMirror), loaded when the first one is shown; until then the text stands there as it is. */
export function CodeField(props: CodeFieldProps) {
  return (
    <Suspense fallback={<pre className="overflow-hidden rounded-md border bg-muted/30 px-2 py-1.5 font-mono text-[13px] leading-5 whitespace-pre-wrap">{props.value || ' '}</pre>}>
      <CodeMirrorField {...props} />
    </Suspense>
  )
}
