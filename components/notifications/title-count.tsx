'use client'

import { useEffect } from 'react'
import { keepOn } from './this-browser.ts'
import { countedTitle } from '#components/shared/display/unread-label'
import { useUnread } from './use-unread.ts'

/** Puts the number of unread notifications before the title of the tab, whichever page sets it. */
export function TitleCount() {
  const unread = useUnread() ?? 0
  // A message to this browser may come without it: the next page tries again.
  useEffect(() => void keepOn().catch(() => undefined), [])
  useEffect(() => {
    const count = () => {
      const wanted = countedTitle(document.title, unread)
      if (wanted !== document.title) document.title = wanted
    }
    count()
    const observer = new MutationObserver(count)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = countedTitle(document.title, 0)
    }
  }, [unread])
  return null
}
