'use client'

import { lazy, Suspense, useContext } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { cn } from '#components/ui/cn'
import type { CodeFieldProps } from './code-field-props.ts'
import { ReadOnly } from './read-only.ts'

const CodeMirrorField = lazy(() => loadCode(() => import('./code-mirror.tsx')))

const plainClass = cn(
  'overflow-hidden rounded-md border bg-muted/30 px-2 py-1.5 font-mono text-[13px] leading-5',
  'whitespace-pre-wrap',
)

/** A code editor (CodeMirror), loaded when the first one is shown; until then the plain text. */
export function CodeField(props: CodeFieldProps) {
  const readOnly = useContext(ReadOnly) || props.readOnly
  return (
    <Suspense fallback={<pre className={plainClass}>{props.value || ' '}</pre>}>
      <CodeMirrorField {...props} readOnly={readOnly} />
    </Suspense>
  )
}
