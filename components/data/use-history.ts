'use client'

import { useCallback, useEffect, useState } from 'react'

/** One statement that was run, and how it ended. */
export type Entry = { query: string; at: string; outcome: string; failed: boolean }

const key = 'rounds.sql.history'
const most = 50

/** One's own statements, newest first, for as long as the browser's tab lives: they may hold patients' data. */
export function useHistory(): { entries: Entry[]; add(entry: Entry): void; clear(): void } {
  const [entries, setEntries] = useState<Entry[]>([])
  useEffect(() => {
    const kept = sessionStorage.getItem(key)
    if (kept) setEntries(JSON.parse(kept) as Entry[])
  }, [])
  const add = useCallback((entry: Entry) => {
    setEntries((old) => {
      const next = [entry, ...old.filter(({ query }) => query !== entry.query)].slice(0, most)
      sessionStorage.setItem(key, JSON.stringify(next))
      return next
    })
  }, [])
  const clear = useCallback(() => {
    sessionStorage.removeItem(key)
    setEntries([])
  }, [])
  return { entries, add, clear }
}
