import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { useEditor, useEditorStore } from '../store-context.ts'
import { pathOfText, textOfPath } from './level-path.ts'

/** The parameter of the address that keeps the open level. */
export const levelParameter = 'level'

/** Keeps the open level in the address, so that it can be sent, reloaded and gone back from. */
export function useLevelAddress(): void {
  const store = useEditorStore()
  const given = useSearchParams().get(levelParameter) ?? ''
  const open = useEditor((state) => textOfPath(state.level))
  useEffect(() => store.getState().openLevel(pathOfText(given)), [store, given])
  useEffect(() => {
    const address = new URL(window.location.href)
    if ((address.searchParams.get(levelParameter) ?? '') === open) return
    if (open === '') address.searchParams.delete(levelParameter)
    else address.searchParams.set(levelParameter, open)
    // Not by the router: that asks the server for the page again.
    window.history.pushState(null, '', address)
  }, [open])
}
