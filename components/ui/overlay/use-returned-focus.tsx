import { useCallback, useLayoutEffect, useRef, useState } from 'react'

type Handlers = {
  onOpenAutoFocus?: ((event: Event) => void) | undefined
  onCloseAutoFocus?: ((event: Event) => void) | undefined
}

/** Whether the focus is somewhere: what had it in a popup that closed is gone. */
const isTaken = (): boolean => document.activeElement !== document.body

/**
 * A handler for popovers and menus. Radix gives the focus back to their button a moment after they
 * have closed. Who has gone on by then would lose it, and what they type there.
 */
export const unlessTaken =
  (onCloseAutoFocus: Handlers['onCloseAutoFocus']) =>
  (event: Event): void => {
    onCloseAutoFocus?.(event)
    if (isTaken()) event.preventDefault()
  }

/** The button of a menu, when what had the focus is an item of that: the menu goes away. */
function lasting(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}

/**
 * Notes what has the focus as the content of a dialog is first drawn: a field of it with `autoFocus`
 * takes the focus before Radix tells that the dialog opens. Stands in the content.
 */
function NoteFocus({ onNoted }: { onNoted(element: Element | null): void }) {
  const [focused] = useState(() => lasting(document.activeElement))
  useLayoutEffect(() => onNoted(focused), [onNoted, focused])
  return null
}

/**
 * Gives the focus back, when a dialog closes, to what had it before. Radix gives it to the dialog's
 * trigger only: a dialog that something else opened would leave a keyboard at the top of the page.
 * `note` stands in the content of the dialog.
 */
export function useReturnedFocus({ onOpenAutoFocus, onCloseAutoFocus }: Handlers) {
  const before = useRef<Element | null>(null)
  const noteBefore = useCallback((element: Element | null) => {
    before.current = element
  }, [])
  const handlers = {
    ...(onOpenAutoFocus ? { onOpenAutoFocus } : {}),
    onCloseAutoFocus: (event: Event) => {
      onCloseAutoFocus?.(event)
      const target = before.current
      const isThere = target instanceof HTMLElement && target.isConnected
      // What closed the dialog may have moved the focus on already, as a jump to a step does.
      if (event.defaultPrevented || !isThere || isTaken() || target === document.body) return
      event.preventDefault()
      target.focus()
    },
  }
  return { handlers, note: <NoteFocus onNoted={noteBefore} /> }
}
