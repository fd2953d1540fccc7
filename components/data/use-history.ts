'use client'

import { useCallback, useEffect, useState } from 'react'
import { forget, keep, recall } from '../memory/browser-memory.ts'
import { useWhose } from '#components/memory/person'

/** One statement that was run, and how it ended. */
export type Entry = { query: string; at: string; outcome: string; failed: boolean }

const what = 'sql.history'
const most = 50

/**
 * One's own statements, newest first, for as long as the browser's tab lives: they may hold
 * patients' data.
 */
export function useHistory(): { entries: Entry[]; add(entry: Entry): void; clear(): void } {
  const whose = useWhose()
  const [entries, setEntries] = useState<Entry[]>([])
  useEffect(() => setEntries(recall<Entry[]>('tab', whose, what) ?? []), [whose])
  const add = useCallback(
    (entry: Entry) => {
      setEntries((old) => {
        const others = old.filter(({ query }) => query !== entry.query)
        const next = [entry, ...others].slice(0, most)
        keep('tab', whose, what, next)
        return next
      })
    },
    [whose],
  )
  const clear = useCallback(() => {
    forget('tab', whose, what)
    setEntries([])
  }, [whose])
  return { entries, add, clear }
}
