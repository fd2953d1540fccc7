'use client'

import { useState } from 'react'
import type { InboxItem } from '#lib/contracts/runs/screens'

/** A row of the list; `isGone`: it left the list while somebody was at it. */
export type Row = InboxItem & { isGone: boolean }

/**
 * The rows as they stand while somebody points at them or moves in them by keyboard: their content
 * follows the server, their places do not, so that nobody clicks another row than they meant. What
 * left the list stays, marked; what is new comes when they leave, or ask for it.
 * @param isHeld whether somebody is at the list
 * @param key of the list: another one is shown at once
 */
export function useSteadyItems(items: readonly InboxItem[], isHeld: boolean, key: string) {
  const [shown, setShown] = useState({ key, items })
  const isSame = shown.key === key
  if (shown.items !== items && (!isHeld || !isSame)) setShown({ key, items })
  const places = isHeld && isSame ? shown.items : items
  const now = new Map(items.map((item) => [item.taskId, item]))
  const known = new Set(places.map(({ taskId }) => taskId))
  const fresh = items.filter(({ taskId }) => !known.has(taskId))
  // A further page was asked for: it comes below.
  const appended = trailing(items, known)
  const rows: Row[] = [
    ...places.map((item) => ({ ...(now.get(item.taskId) ?? item), isGone: !now.has(item.taskId) })),
    ...appended.map((item) => ({ ...item, isGone: false })),
  ]
  return {
    rows,
    /** How many are not shown yet. */
    waiting: fresh.length - appended.length,
    show: () => setShown({ key, items }),
  }
}

/** The items behind the last known one. */
function trailing(items: readonly InboxItem[], known: ReadonlySet<string>): InboxItem[] {
  const last = items.findLastIndex(({ taskId }) => known.has(taskId))
  return items.slice(last + 1)
}
