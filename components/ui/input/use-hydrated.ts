'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False while a page that the server drew is not hydrated: nothing listens to it yet. True at once
 * for what is drawn later.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
