'use client'

import NextLink from 'next/link'
import { useState, type ComponentProps } from 'react'

/**
 * A link to a page of ours. What the page needs first is asked for when somebody is about to follow
 * the link (pointer, finger or focus on it), not as soon as it is in sight: a page shows some
 * thirty links, of which one is followed.
 */
export function Link({
  prefetch,
  onMouseEnter,
  onTouchStart,
  onFocus,
  ...props
}: ComponentProps<typeof NextLink>) {
  const [isNear, setIsNear] = useState(false)
  return (
    <NextLink
      {...props}
      prefetch={isNear ? prefetch : false}
      onMouseEnter={(event) => {
        setIsNear(true)
        onMouseEnter?.(event)
      }}
      onTouchStart={(event) => {
        setIsNear(true)
        onTouchStart?.(event)
      }}
      onFocus={(event) => {
        setIsNear(true)
        onFocus?.(event)
      }}
    />
  )
}
