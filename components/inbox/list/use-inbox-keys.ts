'use client'

import { useEffect, useRef, type RefObject } from 'react'
import { keepsKeys, lettersAreOff, typesText } from '#components/shared/actions/keys-of-page'

type Keys = {
  /** Around the rows; each has one link whose `data-row` is its id. */
  list: RefObject<HTMLElement | null>
  search: RefObject<HTMLElement | null>
  /** The acts on the row that has the focus. */
  onRow: Partial<Record<string, (id: string) => void>>
  /** The acts that need no row. */
  onPage: Partial<Record<string, () => void>>
}

const rowsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

/** The row in which the focus is: on its link, its box or its menu. */
const rowAt = (list: HTMLElement | null): HTMLElement | undefined =>
  rowsOf(list).find((row) => row.closest('tr')?.contains(document.activeElement))

function move(list: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(list)
  const current = rowAt(list)
  const at = current ? rows.indexOf(current) : -1
  const first = step === 1 ? 0 : rows.length - 1
  const next = at === -1 ? first : Math.min(Math.max(at + step, 0), rows.length - 1)
  rows[next]?.focus()
}

/**
 * The keys of the inbox outside of text: `j` and `k` move from row to row (Enter then opens it as
 * any link), `/` searches, others act on the row with the focus or on the page.
 */
export function useInboxKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const actOf = (key: string): (() => void) | undefined => {
      const { list, search, onRow, onPage } = latest.current
      if (key === 'j' || key === 'k') return () => move(list.current, key === 'j' ? 1 : -1)
      if (key === '/') return () => search.current?.querySelector('input')?.focus()
      const row = rowAt(list.current)
      if (key === 'o' && row) return () => row.click()
      const id = row?.dataset['row']
      const ofRow = onRow[key]
      if (id !== undefined && ofRow) return () => ofRow(id)
      return onPage[key]
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event
      const target = event.target as HTMLElement
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return
      if (typesText(target) || keepsKeys(target) || (key.length === 1 && lettersAreOff())) return
      const act = actOf(key)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
