import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * Preserves the keyboard's place when the focused element is removed, as by a button that removes
 * its own entry: a button of the container takes the focus. Otherwise the browser would start again
 * at the top of the page. Put the result on the container.
 */
export function useKeptFocus<E extends HTMLElement>(fallback: 'first' | 'last') {
  const container = useRef<E>(null)
  const focused = useRef<Element | null>(null)
  // After each rendering, because no event reports removed elements.
  useEffect(() => {
    const isGone = focused.current?.isConnected === false
    // The page, or the dialog around the container, which catches the focus that is lost.
    const hasFallen = document.activeElement?.contains(container.current) ?? true
    if (!isGone || !hasFallen) return
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
