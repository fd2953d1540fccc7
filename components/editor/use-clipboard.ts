'use client'

import { useEffect } from 'react'
import { toast } from '#components/shared/messages/toast'
import { loadCode } from '#components/shared/loading/load-code'
import { clipboardFormat, copySteps, pasteSteps } from './commands/paste-steps.ts'
import { removeSteps } from './commands/remove-steps.ts'
import { selectedWithInside } from './groups/group-acts.ts'
import { seesCalled } from './levels/level-path.ts'
import { calledReason, shownStore } from './levels/shown-store.ts'
import type { EditorStore } from './store.ts'

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input, textarea, select') ||
    target.closest('[role="dialog"]') !== null)

/**
 * Copy, cut and paste of steps through the system's clipboard, so that it works from one workflow,
 * tab or organization to another.
 */
export function useClipboard(store: EditorStore): void {
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const { definition, announce, run } = shownStore(store).getState()
      if (isText(event.target) || !window.getSelection()?.isCollapsed) return
      const selection = selectedWithInside(shownStore(store).getState())
      const text = copySteps(definition, selection)
      if (!text || !event.clipboardData) return
      event.clipboardData.setData('text/plain', text)
      event.preventDefault()
      if (event.type === 'cut') run(removeSteps(selection))
      else announce(selection.length === 1 ? 'Step copied.' : `${selection.length} steps copied.`)
    }
    const put = (event: ClipboardEvent) => {
      if (isText(event.target)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!text.includes(clipboardFormat)) return
      event.preventDefault()
      void paste(text).catch((error: Error) => toast.error(error.message))
    }
    const paste = async (text: string) => {
      if (seesCalled(store.getState())) return toast.info(calledReason)
      // What checks pasted text is heavy, and few people paste.
      const { readSteps } = await loadCode(() => import('./commands/read-steps.ts'))
      const taken = readSteps(text)
      if (!taken) return
      const { steps, groups } = taken
      store.getState().run(pasteSteps(steps, { groups }))
      store.getState().show(store.getState().selection)
    }
    document.addEventListener('copy', take)
    document.addEventListener('cut', take)
    document.addEventListener('paste', put)
    return () => {
      document.removeEventListener('copy', take)
      document.removeEventListener('cut', take)
      document.removeEventListener('paste', put)
    }
  }, [store])
}
