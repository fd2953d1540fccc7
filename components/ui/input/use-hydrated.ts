'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False while a page from the server is not hydrated: nothing listens to it yet. True at once for
 * later elements.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
