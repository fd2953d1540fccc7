import { useEffect } from 'react'
import { countedTitle } from './unread-label.ts'

/**
 * Names the browser's tab after what the page shows, once that is loaded; until then the tab has
 * the name of the kind of page. The parts stand from the most special to the most general. The name
 * of the kind may arrive after the page that it belongs to, so the title is kept while it is shown.
 */
export function usePageTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts, 'Rounds'].filter(Boolean).join(' · ')
  const isLoaded = parts.some(Boolean)
  useEffect(() => {
    if (!isLoaded) return undefined
    const { pathname } = window.location
    const keep = () => {
      const isShown = window.location.pathname === pathname
      if (isShown && countedTitle(document.title, 0) !== title) document.title = title
    }
    keep()
    const observer = new MutationObserver(keep)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [title, isLoaded])
}
