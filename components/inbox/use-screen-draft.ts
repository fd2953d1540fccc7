'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { saveScreenDraftContract } from '#lib/contracts/screens'
import { call } from '#lib/http/client'

type Data = Record<string, unknown>

const saveAfterMs = 800

/**
 * What a person types on a screen, saved as their draft shortly after each change; saves never overtake each other. A save that failed is
 * tried again with the next change, and the message says that the text is in this tab only until then.
 */
export function useScreenDraft(taskId: string, initial: Data) {
  const [data, setState] = useState<Data>(initial)
  const [message, setMessage] = useState('')
  const pending = useRef<Data | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const saving = useRef<Promise<void>>(Promise.resolve())

  const save = useCallback((leaving = false) => {
    const next = pending.current
    if (!next) return
    pending.current = null
    saving.current = saving.current.then(async () => {
      try {
        await call(saveScreenDraftContract, { params: { taskId }, body: { data: next }, keepalive: leaving })
        setMessage('Draft saved.')
      } catch {
        pending.current ??= next
        setMessage('Not saved yet: what you typed is kept in this tab.')
      }
    })
  }, [taskId])

  const setData = useCallback(
    (next: Data) => {
      setState(next)
      pending.current = next
      if (timer.current) clearTimeout(timer.current)
      timer.current = setTimeout(() => save(), saveAfterMs)
    },
    [save],
  )

  /** Waits for the save that is under way and drops the one that is due, before the screen is completed. */
  const settle = useCallback(async () => {
    if (timer.current) clearTimeout(timer.current)
    pending.current = null
    await saving.current
  }, [])

  useEffect(() => {
    const flush = () => save(true)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      if (timer.current) clearTimeout(timer.current)
      save()
    }
  }, [save])

  return { data, setData, message, settle }
}
