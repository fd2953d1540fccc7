'use client'

import { useCallback, useEffect, useState } from 'react'

type Data = Record<string, unknown>

/**
 * What a person types into a form that has no server-side draft, kept in this browser tab until it is sent, so that a reload loses nothing.
 * Session storage, not local storage: it may hold patient data and must not outlive the tab.
 */
export function useKeptData(key: string, initial: Data): { data: Data; setData(data: Data): void; forget(): void; restored: boolean } {
  const storageKey = `rounds.form.${key}`
  const [data, setState] = useState<Data>(initial)
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    const kept = sessionStorage.getItem(storageKey)
    if (!kept) return
    setState(JSON.parse(kept) as Data)
    setRestored(true)
  }, [storageKey])
  const setData = useCallback(
    (next: Data) => {
      setState(next)
      sessionStorage.setItem(storageKey, JSON.stringify(next))
    },
    [storageKey],
  )
  const forget = useCallback(() => {
    sessionStorage.removeItem(storageKey)
    setState(initial)
    setRestored(false)
  }, [storageKey, initial])
  return { data, setData, forget, restored }
}
