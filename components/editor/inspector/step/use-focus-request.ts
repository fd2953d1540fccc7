import { useEffect, useRef, type RefObject } from 'react'
import { findStep } from '../../model/graph.ts'
import { useEditor, useEditorStore } from '../../store-context.ts'
import { fieldIds } from './field-ids.ts'
import { tabOf } from './tab-of.ts'

const tryEveryMs = 50
/**
 * The number of tries for the named field itself; after these the nearest one around it is used.
 */
const exactTries = 15

/**
 * Fulfils the request to focus a field of a step: opens the tab of the field, then focuses it as
 * soon as it is drawn, unless the person is in a dialog by then. Answers the ref of the element that contains the fields.
 */
export function useFocusRequest(
  stepId: string,
  tab: string,
  onTab: (tab: string) => void,
): RefObject<HTMLDivElement | null> {
  const store = useEditorStore()
  const request = useEditor((state) => state.focusRequest)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (request.stepId !== stepId) return
    const type = findStep(store.getState().definition, stepId)?.type
    const wanted = request.path === 'title' ? tab : tabOf(request.path, type)
    if (wanted !== tab) return onTab(wanted)
    // Forms and code editors may still be loading, so it searches for the field several times.
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (!isElsewhere(root.current) && !focusField(root.current, request.path, tries > exactTries))
        return
      clearInterval(timer)
      store.getState().requestDone()
    }, tryEveryMs)
    return () => clearInterval(timer)
  }, [request, stepId, tab, onTab, store])
  return root
}

/**
 * Whether the person has opened a dialog or menu meanwhile. Taking the focus from its field would
 * also select what they have typed there, so that the next letter replaces it.
 */
function isElsewhere(root: HTMLElement | null): boolean {
  const overlays = ['dialog', 'alertdialog', 'menu']
    .map((role) => `[role="${role}"][data-state="open"]`)
    .join()
  const overlay = document.activeElement?.closest(overlays)
  return overlay != null && !overlay.contains(root)
}

const focusable = 'input, select, textarea, button, [contenteditable="true"]'

/**
 * Focuses the field that a path names, or, with `nearest`, the closest one around it. Returns
 * whether the search has ended.
 */
function focusField(root: HTMLElement | null, path: string | undefined, nearest: boolean): boolean {
  const ids = fieldIds(path, nearest)
  for (const id of ids) {
    const field = root?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
    const target = field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable)
    if (!target) continue
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
    if (target instanceof HTMLInputElement && path === 'title') target.select()
    return true
  }
  return nearest || ids.length === 0
}
