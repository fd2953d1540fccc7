import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { useEditor, useEditorStore } from '../store-context.ts'
import { pathOfText, textOfPath } from './level-path.ts'

/** The parameter of the address that keeps the open level. */
export const levelParameter = 'level'

/**
 * Keeps the open level in the address, so that it can be sent, reloaded and gone back from. `base`
 * is the one that it does not name.
 */
export function useLevelAddress(base: readonly string[] = []): void {
  const store = useEditorStore()
  const given = useSearchParams().get(levelParameter) ?? textOfPath(base)
  const open = useEditor((state) => textOfPath(state.level))
  const outermost = textOfPath(base)
  useEffect(() => store.getState().openLevel(pathOfText(given)), [store, given])
  useEffect(() => {
    const address = new URL(window.location.href)
    if ((address.searchParams.get(levelParameter) ?? outermost) === open) return
    if (open === outermost) address.searchParams.delete(levelParameter)
    else address.searchParams.set(levelParameter, open)
    // Not by the router: that asks the server for the page again.
    window.history.pushState(null, '', address)
  }, [open, outermost])
}
