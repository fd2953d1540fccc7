'use client'

import { closeCompletion } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { useCallback, type ReactNode } from 'react'
import { cn } from '#components/ui/cn'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { isShownAtCursor, showAtCursor } from './cursor-tooltip.ts'
import { FaultList, type Fault } from './fault-list.tsx'

/**
 * Moves the editor to another place of the page as it is: text, undo, selection and what is in
 * sight stay, because it is the same editor.
 */
export function moveEditor(view: EditorView, place: HTMLElement): void {
  if (view.dom.parentElement === place) return
  const seen = view.scrollSnapshot()
  place.append(view.dom)
  view.dispatch({ effects: seen })
  view.requestMeasure()
  view.focus()
}

/**
 * Closes what is open inside the editor; false when nothing is. The dialog hears Escape first, and
 * the editor takes no key that the dialog has refused.
 */
function closeInside(view: EditorView): boolean {
  if (closeCompletion(view)) return true
  if (isShownAtCursor(view)) {
    showAtCursor(view, undefined)
    return true
  }
  const close = view.dom.querySelector<HTMLButtonElement>('.cm-panel [name=close]')
  close?.click()
  if (close) view.focus()
  return close !== null
}

const contentClass = cn(
  'inset-0 h-dvh max-h-none w-screen max-w-none translate-x-0 translate-y-0 rounded-none border-0',
  'grid-rows-[auto_minmax(0,1fr)_auto] gap-2 overflow-hidden p-3 sm:max-w-none sm:p-4',
)
const editorClass = cn(
  'code-field code-large min-h-0 min-w-0 overflow-hidden rounded-md border border-input text-sm',
  'focus-within:border-ring focus-within:ring-[3px] focus-within:ring-ring/50',
)

type Props = {
  title: string
  view: EditorView | undefined
  faults: Fault[]
  /** Stands before the button that closes. */
  buttons: ReactNode
  /** Before the dialog goes: the editor must stand elsewhere by then. */
  onClose(): void
}

/** The editor over the whole window. */
export function LargeCode({ title, view, faults, buttons, onClose }: Props) {
  const takeIn = useCallback(
    (place: HTMLDivElement | null) => {
      if (place && view) moveEditor(view, place)
    },
    [view],
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        savesItself
        className={contentClass}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          view?.focus()
        }}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => view && closeInside(view) && event.preventDefault()}
      >
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 pr-9">
          <DialogTitle className="text-base">{title}</DialogTitle>
          {buttons}
          <DialogDescription className="text-xs max-sm:sr-only">
            Escape closes. Ctrl+M, then Tab leaves the text. Ctrl+Shift+Space says what stands at
            the cursor.
          </DialogDescription>
        </div>
        <div ref={takeIn} className={editorClass} />
        <div className="min-w-0 rounded-md border">
          <FaultList faults={faults} view={view} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
