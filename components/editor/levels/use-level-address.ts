import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { useEditor, useEditorStore } from '../store-context.ts'
import { pathOfText, textOfPath } from './level-path.ts'

/** The parameter of the address that keeps the open level. */
export const levelParameter = 'level'

/** The level that the address names; `outermost` when it names none. */
const levelInAddress = (outermost: string): string =>
  new URL(window.location.href).searchParams.get(levelParameter) ?? outermost

/**
 * Keeps the open level in the address, so that it can be sent, reloaded and gone back from. `base`
 * is the one that it does not name.
 */
export function useLevelAddress(base: readonly string[] = []): void {
  const store = useEditorStore()
  const outermost = textOfPath(base)
  const given = useSearchParams().get(levelParameter) ?? outermost
  const open = useEditor((state) => textOfPath(state.level))
  useEffect(() => {
    // The router tells of an address a moment later: that may be one that was gone back from.
    if (given === levelInAddress(outermost)) store.getState().openLevel(pathOfText(given))
  }, [store, given, outermost])
  useEffect(() => {
    const { pathname } = window.location
    const goThere = () => {
      // Back may lead to another page, which takes the place of this one a moment later.
      if (window.location.pathname === pathname)
        store.getState().openLevel(pathOfText(levelInAddress(outermost)))
    }
    window.addEventListener('popstate', goThere)
    return () => window.removeEventListener('popstate', goThere)
  }, [store, outermost])
  useEffect(() => {
    if (levelInAddress(outermost) === open) return
    const address = new URL(window.location.href)
    if (open === outermost) address.searchParams.delete(levelParameter)
    else address.searchParams.set(levelParameter, open)
    // Not by the router: that asks the server for the page again.
    window.history.pushState(null, '', address)
  }, [open, outermost])
}
