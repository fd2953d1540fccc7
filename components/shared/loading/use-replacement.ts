import { useLayoutEffect, useRef, useState } from 'react'

/** The step of a picture that has the focus. */
const focusedIn = (place: HTMLElement | null): string | null =>
  place?.contains(document.activeElement)
    ? (document.activeElement?.getAttribute('data-step') ?? null)
    : null

/**
 * When a drawing takes the place of its picture: as soon as it shows the same (`onThere`), but not
 * between the two halves of a click. The focus moves from a step of the picture to that of the
 * drawing.
 */
export function useReplacement() {
  const place = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  const drawn = useRef(false)
  const focused = useRef<string | null>(null)
  const [isThere, setThere] = useState(false)
  useLayoutEffect(() => {
    if (!isThere || focused.current === null) return
    // Somebody may have gone on to a field meanwhile, and types there.
    const { activeElement } = document
    const isFree = activeElement === null || activeElement === document.body
    if (!isFree && place.current?.contains(activeElement) !== true) return
    const step = CSS.escape(focused.current)
    place.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${step}"]`)?.focus()
  }, [isThere])
  const replace = () => {
    if (pressed.current || !drawn.current) return
    focused.current = focusedIn(place.current)
    setThere(true)
  }
  const release = () => {
    pressed.current = false
    requestAnimationFrame(replace)
  }
  const onPointerDown = () => {
    pressed.current = true
    window.addEventListener('pointerup', release, { once: true })
    window.addEventListener('pointercancel', release, { once: true })
  }
  const onThere = () => {
    drawn.current = true
    replace()
  }
  return { place, isThere, onThere, onPointerDown }
}
