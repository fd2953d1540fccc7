import { useRef, useState, type ComponentProps, type FormEvent, type MouseEvent } from 'react'
import { cn } from '../cn.ts'
import { Button } from '../input/button.tsx'
import type { Dialog } from 'radix-ui'

type Content = ComponentProps<typeof Dialog.Content>
type Given = Pick<Content, 'onInput' | 'onEscapeKeyDown' | 'onInteractOutside'>

export type TypedGuard = {
  /** What is changed in it is kept at once, or is of this moment: closing it loses nothing. */
  savesItself?: boolean | undefined
}

/** Searches and passwords are typed for this moment; nobody misses them. */
const fleeting = '[type=search], [type=password], [role=combobox], [autocomplete=one-time-code]'

/** A message at the corner of the page is no part of it, and lies over it. */
const isMessage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null

type Close = typeof Dialog.Close
type Place = {
  close: Close
  /** Lays the question over the padding at the foot of what it stands in. */
  className: string
}
type AskProps = Place & { closing: ReturnType<typeof useClosing> }

/** Where something was typed, and whether somebody is asked for it. */
function useClosing() {
  const typed = useRef(new Set<Element>())
  const before = useRef<Element | null>(null)
  const [isAsking, setAsking] = useState(false)
  const keep = () => {
    setAsking(false)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return {
    isAsking,
    note(event: FormEvent<HTMLElement>) {
      const { target, currentTarget } = event
      // A dialog that this one opened is no part of it, although React says so.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return
      if (target.matches(fleeting)) return
      // The newest is the last one.
      typed.current.delete(target)
      typed.current.add(target)
    },
    ask(event: { preventDefault(): void }, from: 'key or mouse' | 'cross' = 'key or mouse') {
      // Fields that have gone were saved: what came of it stands in their place.
      const unsaved = [...typed.current].filter((field) => field.isConnected)
      if (unsaved.length === 0) return
      event.preventDefault()
      if (isAsking) return
      before.current = from === 'cross' ? (unsaved.at(-1) ?? null) : document.activeElement
      setAsking(true)
    },
    keep,
  }
}

function Question({ closing, close: Close, className }: AskProps) {
  if (!closing.isAsking) return null
  return (
    <div
      role="alertdialog"
      aria-label="Not saved yet"
      className={cn(
        'sticky z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-background py-3',
        className,
      )}
    >
      <p className="min-w-40 flex-1 text-sm">What you changed here is not saved yet.</p>
      <div className="flex flex-wrap gap-2">
        <Close asChild>
          <Button type="button" variant="outline" size="sm">
            Throw it away
          </Button>
        </Close>
        <Button type="button" size="sm" autoFocus onClick={closing.keep}>
          Keep it
        </Button>
      </div>
    </div>
  )
}

/**
 * Keeps a dialog or sheet in which something was typed from closing by mistake: Escape, a click
 * beside it and the cross ask first. A button of its own that says so, as Cancel, closes it at once.
 * `handlers` are for the content, `onCross` for the cross; `question` stands at the content's end.
 */
export function useTypedGuard(given: Given & TypedGuard, place: Place) {
  const closing = useClosing()
  const { savesItself = false, onInput, onEscapeKeyDown, onInteractOutside } = given
  const handlers: Given = {
    onInput(event) {
      onInput?.(event)
      if (!savesItself) closing.note(event)
    },
    onEscapeKeyDown(event) {
      onEscapeKeyDown?.(event)
      if (event.defaultPrevented) return
      closing.ask(event)
      // A second Escape answers the question as people answer any other.
      if (closing.isAsking) closing.keep()
    },
    onInteractOutside(event) {
      onInteractOutside?.(event)
      if (event.defaultPrevented) return
      if (isMessage(event.target)) event.preventDefault()
      else closing.ask(event)
    },
  }
  return {
    handlers,
    onCross: (event: MouseEvent) => closing.ask(event, 'cross'),
    question: <Question closing={closing} {...place} />,
  }
}
