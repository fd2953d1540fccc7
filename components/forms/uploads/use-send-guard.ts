'use client'

import { useEffect, useMemo, useState, useSyncExternalStore, type RefObject } from 'react'
import { useFormTexts } from '../texts.ts'
import { createFormFiles, whyNotSent } from './form-files.ts'

type Submission = { preventDefault(): void; stopPropagation(): void }

/**
 * Prevents sending a form while a chosen file is not stored. `alert` shows the reason `why` in
 * words (empty while nothing was stopped), and gets the focus with it. `memory` identifies the form
 * in the storage of this browser tab.
 */
export function useSendGuard(memory: string | undefined, alert: RefObject<HTMLElement | null>) {
  const files = useMemo(() => createFormFiles(memory), [memory])
  const unfinished = useSyncExternalStore(files.subscribe, files.all, files.all)
  const texts = useFormTexts()
  const [stopped, setStopped] = useState(false)
  const why = stopped ? whyNotSent(unfinished, texts) : ''

  const onSubmit = (event: Submission) => {
    setStopped(unfinished.length > 0)
    if (unfinished.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    // The alert may already exist; a new one gets the focus by the effect below.
    alert.current?.focus()
  }
  const isShown = why !== ''
  useEffect(() => {
    if (isShown) alert.current?.focus()
  }, [isShown, alert])

  return { files, unfinished: unfinished.length, why, onSubmit }
}
