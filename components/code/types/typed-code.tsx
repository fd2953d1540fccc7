'use client'

import { setDiagnosticsEffect } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { Maximize2Icon, WandSparklesIcon } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { toast } from '#components/shared/messages/toast'
import { Button } from '#components/ui/input/button'
import { faultsIn, type Fault } from './fault-list.tsx'
import { LargeCode, moveEditor } from './large-code.tsx'
import { formatCode, typescriptHelp, type TypedField } from './typescript.ts'

/**
 * TypeScript's help for an editor that is drawn elsewhere, and what stands around that: formatting,
 * and the editor over the whole window.
 */
export function useTypedCode(field: TypedField) {
  const [view, setView] = useState<EditorView>()
  const [home, setHome] = useState<HTMLElement>()
  const [faults, setFaults] = useState<Fault[]>([])
  const isLarge = home !== undefined
  const enlarge = (editor: EditorView) => {
    if (isLarge || !editor.dom.parentElement) return
    setFaults(faultsIn(editor))
    setHome(editor.dom.parentElement)
  }
  const refresh = (editor: EditorView) => {
    if (isLarge) setFaults(faultsIn(editor))
  }
  // The editor keeps what it was made with, so it reads what is drawn now through these.
  const now = useRef({ field, enlarge, refresh })
  now.current = { field, enlarge, refresh }
  const stable = useMemo(
    (): TypedField => ({
      scope: async (code) => await now.current.field.scope(code),
      items: () => now.current.field.items(),
    }),
    [],
  )
  const extensions = useMemo(
    () => [
      typescriptHelp(stable),
      aroundEditor(
        (editor) => now.current.enlarge(editor),
        (editor) => now.current.refresh(editor),
      ),
    ],
    [stable],
  )
  const shrink = () => {
    if (view && home) moveEditor(view, home)
    setHome(undefined)
  }
  return { extensions, onView: setView, view, stable, faults, isLarge, enlarge, shrink }
}

/** Opens the editor large by a key, and tells when other faults are underlined. */
const aroundEditor = (
  enlarge: (view: EditorView) => void,
  refresh: (view: EditorView) => void,
): Extension => [
  keymap.of([
    {
      key: 'Alt-Enter',
      run: (view) => {
        enlarge(view)
        return true
      },
    },
  ]),
  EditorView.updateListener.of(({ transactions, view }) => {
    const isOther = transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(setDiagnosticsEffect)),
    )
    if (isOther) refresh(view)
  }),
]

type Props = {
  code: ReturnType<typeof useTypedCode>
  label: string
  readOnly: boolean
  /** The editor. */
  children: ReactNode
}

/** The editor of a code with its buttons. */
export function TypedCode({ code, label, readOnly, children }: Props) {
  const { view, stable, isLarge } = code
  const format = () => {
    if (!view) return
    view.focus()
    void formatCode(view, stable).catch(() => {
      toast.error('The code could not be formatted. Try again in a moment.')
    })
  }
  const formatButton = readOnly ? null : (
    <Button type="button" variant="ghost" size="sm" title="Shift+Alt+F" onClick={format}>
      <WandSparklesIcon aria-hidden /> Format
    </Button>
  )
  return (
    <div className="space-y-1">
      <div className="flex justify-end gap-1">
        {isLarge ? null : formatButton}
        <Button
          type="button"
          variant="ghost"
          size="icon-sm"
          aria-label={`Open ${label} large`}
          title="Open large (Alt+Enter)"
          onClick={() => view && code.enlarge(view)}
        >
          <Maximize2Icon aria-hidden />
        </Button>
      </div>
      {children}
      {isLarge ? (
        <LargeCode
          title={label}
          view={view}
          faults={code.faults}
          buttons={formatButton}
          onClose={code.shrink}
        />
      ) : null}
    </div>
  )
}
