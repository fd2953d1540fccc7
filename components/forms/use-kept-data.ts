'use client'

import { useCallback, useEffect, useState } from 'react'
import { forget as forgetKept, keep, recall } from '../memory/browser-memory.ts'
import { useWhose } from '#components/memory/person'

type Data = Record<string, unknown>

type KeptData = {
  data: Data
  /** `edited`: a person changed it, as opposed to the form filling in what its schema says. */
  setData(data: Data, edited: boolean): void
  /** Begins anew, with nothing kept. */
  forget(): void
  /** What was typed before this page was opened is here again. */
  restored: boolean
}

/**
 * What a person types into a form that has no server-side draft, kept for them in this browser tab
 * until it is sent, so that a reload loses nothing. It may hold patient data and must not outlive
 * the tab or their session.
 */
export function useKeptData(form: string, initial: Data): KeptData {
  const whose = useWhose()
  const what = `form.${form}`
  const [data, setState] = useState<Data>(initial)
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    const kept = recall<Data>('tab', whose, what)
    if (!kept) return
    setState(kept)
    setRestored(true)
  }, [whose, what])
  const setData = useCallback(
    (next: Data, edited: boolean) => {
      setState(next)
      if (edited) keep('tab', whose, what, next)
    },
    [whose, what],
  )
  const forget = useCallback(() => {
    forgetKept('tab', whose, what)
    setState(initial)
    setRestored(false)
  }, [whose, what, initial])
  return { data, setData, forget, restored }
}
