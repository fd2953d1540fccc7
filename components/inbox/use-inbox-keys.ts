'use client'

import { useEffect, useRef, type RefObject } from 'react'
import { keepsKeys, typesText } from '#components/shared/actions/keys-of-page'

type Keys = {
  /** Around the rows; each has one link with `data-row`. */
  list: RefObject<HTMLElement | null>
  search: RefObject<HTMLElement | null>
  onNext(): void
}

/**
 * The keys of the inbox outside of text: `j` and `k` move from row to row (Enter then opens it as
 * any link), `n` takes the next case, `/` searches.
 */
export function useInboxKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const move = (step: 1 | -1): void => {
      const rows = [
        ...(latest.current.list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
      ]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      const first = step === 1 ? 0 : rows.length - 1
      const next = at === -1 ? first : Math.min(Math.max(at + step, 0), rows.length - 1)
      rows[next]?.focus()
    }
    const acts: Record<string, () => void> = {
      j: () => move(1),
      k: () => move(-1),
      n: () => latest.current.onNext(),
      '/': () => latest.current.search.current?.querySelector('input')?.focus(),
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event
      const target = event.target as HTMLElement
      if (ctrlKey || metaKey || altKey || typesText(target) || keepsKeys(target)) return
      const act = acts[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
