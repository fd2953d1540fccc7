'use client'

import { useEffect, useRef } from 'react'

let wasLeft = false

/** Whether a person came here from another page of the product, not by the address. */
function cameByLink(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return wasLeft || (loaded && new URL(loaded.name).pathname !== window.location.pathname) === true
}

/**
 * The heading of a page, which gets the focus when a person came here by a link: else the focus is
 * lost with the page that they left. What has the focus keeps it.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (cameByLink() && isLost) heading.current?.focus({ preventScroll: true })
    return () => {
      wasLeft = true
    }
  }, [])
  return heading
}
