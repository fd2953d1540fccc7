'use client'

import { useSyncExternalStore } from 'react'

/** Whether a media query matches; `atFirst` is what the server assumes. */
export function useMediaQuery(query: string, atFirst: boolean): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => atFirst,
  )
}
