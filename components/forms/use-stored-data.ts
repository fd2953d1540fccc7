'use client'

import { useCallback, useEffect, useState } from 'react'
import { discard, load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'

type Data = Record<string, unknown>

type StoredData = {
  data: Data
  /** `edited`: a person changed it, as opposed to the form filling in what its schema says. */
  setData(data: Data, edited: boolean): void
  /** Starts over, with nothing stored. */
  forget(): void
  /** What was typed before this page was opened is here again. */
  restored: boolean
}

/**
 * What a person types into a form that has no draft on the server, stored in this browser tab until
 * it is sent, so that a reload loses nothing. It may contain patient data and must not outlive the
 * tab or the session.
 */
export function useStoredData(form: string, initial: Data): StoredData {
  const owner = useOwner()
  const what = `form.${form}`
  const [data, setState] = useState<Data>(initial)
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    const stored = load<Data>('tab', owner, what)
    if (!stored) return
    setState(stored)
    setRestored(true)
  }, [owner, what])
  const setData = useCallback(
    (next: Data, edited: boolean) => {
      setState(next)
      if (edited) store('tab', owner, what, next)
    },
    [owner, what],
  )
  const forget = useCallback(() => {
    discard('tab', owner, what)
    setState(initial)
    setRestored(false)
  }, [owner, what, initial])
  return { data, setData, forget, restored }
}
