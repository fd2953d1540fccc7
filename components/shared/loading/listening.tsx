'use client'

import { useEffect } from 'react'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { pageTime } from '#lib/domain/page-time'
import { deafAttribute, repeatEarlyClicks } from './early-clicks.ts'

/** Marks the part of a page around it until the browser has taken it over from the server. */
export function Listening() {
  const hydrated = useHydrated()
  useEffect(() => {
    if (!hydrated || document.querySelector(`[${deafAttribute}]`)) return
    // From now on, what is drawn has the time of now.
    delete pageTime().now
    repeatEarlyClicks()
  }, [hydrated])
  return hydrated ? null : <span hidden {...{ [deafAttribute]: '' }} />
}
