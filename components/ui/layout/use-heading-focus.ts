'use client'

import { useEffect, useRef } from 'react'

let wasLeft = false

/** Whether a person came here from another page of the product, not by the address. */
function cameByLink(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return wasLeft || (loaded && new URL(loaded.name).pathname !== window.location.pathname) === true
}

/** Whether the focus is nowhere, or still on the link of the navigation that led here. */
function isFree(): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return true
  return activeElement.matches('[data-shell] a')
}

/**
 * The heading of a page, which gets the focus when a person came here by a link: else the focus is
 * lost with the page that they left. What has the focus keeps it.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (cameByLink() && isFree()) heading.current?.focus({ preventScroll: true })
    return () => {
      wasLeft = true
    }
  }, [])
  return heading
}
