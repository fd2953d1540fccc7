'use client'

import { useEffect, useRef } from 'react'
import { toast } from '#components/shared/messages/toast'

/**
 * Prevents a dialog or sheet from discarding typed input: a click beside it never closes it, and
 * Escape only while nothing was typed. Its Cancel and Close buttons still do. Spread the result on
 * the content; opening it starts over.
 */
export function useTypedGuard(open: boolean) {
  const typed = useRef(false)
  useEffect(() => {
    if (open) typed.current = false
  }, [open])
  return {
    onInput: () => {
      typed.current = true
    },
    onInteractOutside: (event: Event) => event.preventDefault(),
    onEscapeKeyDown: (event: Event) => {
      if (!typed.current) return
      event.preventDefault()
      toast.info('What you typed is still here. Choose Cancel to throw it away.')
    },
  }
}
