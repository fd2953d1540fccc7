import { useRef } from 'react'

type Handlers = {
  onOpenAutoFocus?: ((event: Event) => void) | undefined
  onCloseAutoFocus?: ((event: Event) => void) | undefined
}

/**
 * Gives the focus back, when a dialog closes, to what had it before. Radix gives it to the dialog's
 * trigger only: a dialog that something else opened would leave a keyboard at the top of the page.
 */
export function useReturnedFocus({ onOpenAutoFocus, onCloseAutoFocus }: Handlers) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement
      onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event)
      const target = before.current
      const isThere = target instanceof HTMLElement && target.isConnected
      // What closed the dialog may have moved the focus on already, as a jump to a step does.
      const isTaken = document.activeElement !== document.body
      if (event.defaultPrevented || !isThere || isTaken || target === document.body) return
      event.preventDefault()
      target.focus()
    },
  }
}
