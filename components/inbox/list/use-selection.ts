'use client'

import { useState } from 'react'

/** The rows that a person selected, to do something to all of them. */
export function useSelection(ids: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  const [isAll, setAll] = useState(false)
  const chosen = ids.filter((id) => selected.has(id))
  const change = (next: Iterable<string>): void => {
    setAll(false)
    setSelected(new Set(next))
  }
  return {
    ids: chosen,
    /** Also what matches and is not loaded. */
    isAll: isAll && chosen.length > 0,
    has: (id: string) => selected.has(id),
    toggle(id: string): void {
      setAnchor(id)
      change(selected.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
    },
    /** From the row that was selected last to this one. */
    extendTo(id: string): void {
      const ends = [ids.indexOf(anchor ?? id), ids.indexOf(id)].map((at) => Math.max(0, at))
      const range = ids.slice(Math.min(...ends), Math.max(...ends) + 1)
      change([...chosen, ...range])
    },
    selectLoaded: () => change(ids),
    selectAll(): void {
      change(ids)
      setAll(true)
    },
    clear: () => change([]),
  }
}
export type Selection = ReturnType<typeof useSelection>
