'use client'

import { forEachDiagnostic, type Diagnostic } from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { CircleAlertIcon, CircleCheckIcon, TriangleAlertIcon } from 'lucide-react'
import { cn } from '#components/ui/cn'
import { typeClient } from './type-client.ts'

/** A fault of the code as it is now. */
export type Fault = { from: number; line: number; message: string; isError: boolean }

/** The faults that are underlined, in the order of the text. */
export function faultsIn({ state }: EditorView): Fault[] {
  const found: Fault[] = []
  forEachDiagnostic(state, ({ message, severity }: Diagnostic, from: number) => {
    const line = state.doc.lineAt(from).number
    if (!found.some((each) => each.message === message && each.line === line))
      found.push({ from, line, message, isError: severity === 'error' })
  })
  return found
}

const rowClass = cn(
  'flex w-full items-start gap-2 px-3 py-1.5 text-left text-sm outline-none hover:bg-accent',
  'focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset',
)

/** The faults of the code below it; each leads to its place. */
export function FaultList({ faults, view }: { faults: Fault[]; view: EditorView | undefined }) {
  const goTo = (from: number) => {
    const anchor = Math.min(from, view?.state.doc.length ?? 0)
    view?.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor) })
    view?.focus()
  }
  if (faults.length === 0 && typeClient.isStarting)
    return <p className="px-3 py-1.5 text-sm text-muted-foreground">Checking the code…</p>
  if (faults.length === 0)
    return (
      <p className="flex items-center gap-2 px-3 py-1.5 text-sm text-muted-foreground">
        <CircleCheckIcon aria-hidden className="size-4" /> No problems in the code.
      </p>
    )
  return (
    <ul aria-label="Problems of the code" className="max-h-[24dvh] divide-y overflow-y-auto">
      {faults.map(({ from, line, message, isError }) => {
        const Icon = isError ? CircleAlertIcon : TriangleAlertIcon
        const tone = isError ? 'text-destructive' : 'text-amber-700 dark:text-amber-400'
        return (
          <li key={`${line} ${message}`}>
            <button type="button" className={rowClass} onClick={() => goTo(from)}>
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
              <span className="min-w-0 break-words">
                <span className="sr-only">{isError ? 'Error: ' : 'Warning: '}</span>
                <span className="text-muted-foreground">Line {line}:</span> {message}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
