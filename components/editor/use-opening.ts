import { useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { randomId } from '#lib/domain/random-id'
import { isShortcut } from './use-shortcuts.ts'

const opened = new Set<string>()

/** The name of this opening. Going back shows what the server drew before, with the same name. */
export function useOpening(given: string): string {
  const [opening] = useState(() => (opened.has(given) ? randomId() : given))
  useEffect(() => void opened.add(opening), [opening])
  return opening
}

/**
 * Whether somebody came for one step or run, which only the editor's code can show; false while the
 * page is first drawn.
 */
export function useIsAwaited(): boolean {
  const search = useSearchParams()
  const names = search.has('step') || search.has('run')
  const [isAwaited, setAwaited] = useState(false)
  useEffect(() => setAwaited(names), [names])
  return isAwaited
}

/**
 * Keeps the first shortcut that is pressed before the editor's code is here, and does it then; not
 * those behind it, which may be letters for the field that the first one opens. Returns what the
 * editor calls when its keys work.
 */
export function useKeptShortcut(): () => void {
  const isReady = useRef(false)
  const kept = useRef<KeyboardEvent | undefined>(undefined)
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (isReady.current || kept.current || !isShortcut(event)) return
      event.preventDefault()
      kept.current = event
    }
    window.addEventListener('keydown', keep)
    return () => window.removeEventListener('keydown', keep)
  }, [])
  return () => {
    isReady.current = true
    const event = kept.current
    if (event) (event.target ?? window).dispatchEvent(new KeyboardEvent(event.type, event))
    kept.current = undefined
  }
}
