import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * Keeps the keyboard's place when the element that has the focus goes, as the button that removed
 * its own entry does: a button of the container takes the focus. Otherwise the browser would begin
 * again at the top of the page. What it returns belongs to the container.
 */
export function useKeptFocus<E extends HTMLElement>(fallback: 'first' | 'last') {
  const container = useRef<E>(null)
  const focused = useRef<Element | null>(null)
  // After each rendering: what was removed is told by nobody.
  useEffect(() => {
    const isGone = focused.current?.isConnected === false
    if (!isGone || document.activeElement !== document.body) return
    focused.current = null
    const buttons = container.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []
    Array.from(buttons)
      .at(fallback === 'first' ? 0 : -1)
      ?.focus()
  })
  return {
    ref: container,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Without a target the page itself was clicked, or the element was removed.
      if (relatedTarget) focused.current = null
    },
  }
}
