'use client'

import { useEffect, useRef, useState, type ReactNode } from 'react'

type Props = {
  /** The number of rows. */
  rows: number
  /** A row of it is selected: it may be asked for the focus. */
  isWanted: boolean
  children: () => ReactNode
}

/** About the height of a row and the space below it, until the part was seen once. */
const rowHeight = 62
/** Rows are there before they are scrolled to, and for the arrow keys. */
const near = '1200px 0px'

/**
 * Some rows of a long list. Far from what is seen they are an empty place of the same height: 800
 * rows would be 30,000 elements.
 */
export function OutlinePart({ rows, isWanted, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const height = useRef(rows * rowHeight)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        // Its height is kept while the rows are still there.
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          height.current = entry.boundingClientRect.height
        setIsNear(entry.isIntersecting)
      },
      { root: element.closest('[data-outline]'), rootMargin: near },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const isShown = isNear || isWanted
  return (
    <div ref={place} style={isShown ? undefined : { height: height.current }}>
      {isShown ? children() : null}
    </div>
  )
}
