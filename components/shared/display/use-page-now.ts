'use client'

import { useHydrated } from '#components/ui/input/use-hydrated'
import { pageNow, pageTime } from '#lib/domain/page-time'

/**
 * Now, in milliseconds. A part of a page that comes late is hydrated at the instant at which the
 * server drew it, however long the rest of the page has been there; then it is drawn again.
 */
export function usePageNow(): number {
  const hydrated = useHydrated()
  return hydrated ? pageNow() : (pageTime().drawnAt ?? pageNow())
}
