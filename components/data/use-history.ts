'use client'

import { useCallback, useEffect, useState } from 'react'
import { discard, store, load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'

/** One statement that was run, and how it ended. */
export type Entry = { query: string; at: string; outcome: string; failed: boolean }

const what = 'sql.history'
const most = 50

/**
 * One's own statements, newest first, for as long as the browser's tab lives: they may hold
 * patients' data.
 */
export function useHistory(): { entries: Entry[]; add(entry: Entry): void; clear(): void } {
  const owner = useOwner()
  const [entries, setEntries] = useState<Entry[]>([])
  useEffect(() => setEntries(load<Entry[]>('tab', owner, what) ?? []), [owner])
  const add = useCallback(
    (entry: Entry) => {
      setEntries((old) => {
        const others = old.filter(({ query }) => query !== entry.query)
        const next = [entry, ...others].slice(0, most)
        store('tab', owner, what, next)
        return next
      })
    },
    [owner],
  )
  const clear = useCallback(() => {
    discard('tab', owner, what)
    setEntries([])
  }, [owner])
  return { entries, add, clear }
}
