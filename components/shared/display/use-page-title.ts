import { useEffect } from 'react'

/**
 * Names the browser's tab after what the page shows, once that is loaded; until then the tab has
 * the name of the kind of page. The parts stand from the most special to the most general.
 */
export function usePageTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts, 'Rounds'].filter(Boolean).join(' · ')
  const isLoaded = parts.some(Boolean)
  useEffect(() => {
    if (isLoaded) document.title = title
  }, [title, isLoaded])
}
