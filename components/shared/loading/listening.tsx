'use client'

import { useEffect } from 'react'
import { useHydrated } from '#components/ui/input/use-hydrated'
import { pageTime } from '#lib/domain/page-time'
import { deafAttribute, repeatEarlyClicks } from './early-clicks.ts'

/**
 * Marks the element around it as deaf until the browser has taken it over from the server.
 *
 * `until`: its program is part of the page's, or comes when a person first touches something.
 */
export function Listening({ until = 'program' }: { until?: 'program' | 'touch' }) {
  const hydrated = useHydrated()
  useEffect(() => {
    if (!hydrated) return
    // From now on, what is drawn has the time of now.
    if (!document.querySelector(`[${deafAttribute}=program]`)) delete pageTime().now
    repeatEarlyClicks()
  }, [hydrated])
  return hydrated ? null : <span hidden {...{ [deafAttribute]: until }} />
}
