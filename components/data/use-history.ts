'use client'

import { useCallback, useEffect, useState } from 'react'
import { discard, store, load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'

/** One statement that was run, and how it ended. */
export type Entry = { query: string; at: string; outcome: string; failed: boolean }

const storageKey = 'sql.history'
const maxEntries = 50

/**
 * The person's own statements, newest first. They are stored only while the browser's tab lives,
 * because they may contain patient data.
 */
export function useHistory(): { entries: Entry[]; add(entry: Entry): void; clear(): void } {
  const owner = useOwner()
  const [entries, setEntries] = useState<Entry[]>([])
  useEffect(() => setEntries(load<Entry[]>('tab', owner, storageKey) ?? []), [owner])
  const add = useCallback(
    (entry: Entry) => {
      setEntries((old) => {
        const others = old.filter(({ query }) => query !== entry.query)
        const next = [entry, ...others].slice(0, maxEntries)
        store('tab', owner, storageKey, next)
        return next
      })
    },
    [owner],
  )
  const clear = useCallback(() => {
    discard('tab', owner, storageKey)
    setEntries([])
  }, [owner])
  return { entries, add, clear }
}
