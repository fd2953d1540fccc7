import { useEffect, useState } from 'react'
import { announceDraftReaderContract } from '#lib/contracts/workflows/drafts'
import { call } from '#lib/http/client'
import { randomId } from '#lib/domain/random-id'
import type { EditorStore } from '../store.ts'

/** The server forgets a tab 30 seconds after it was heard of. */
const beatMs = 10_000
/** A selection of several steps is drawn in many changes. */
const settleMs = 250
const mostSteps = 50

/**
 * Says to others that the draft is open here, and which steps are selected, until the page is left.
 * Returns the id of this tab.
 */
export function useReading(store: EditorStore, workflowId: string): string {
  const [tab] = useState(randomId)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = (leaves = false) => {
      clearTimeout(timer)
      timer = setTimeout(say, beatMs)
      const stepIds = store.getState().selection.slice(0, mostSteps)
      // What is lost is said again with the next beat.
      call(announceDraftReaderContract, {
        params: { id: workflowId, tab },
        body: { stepIds, leaves },
        keepalive: leaves,
      }).catch(() => undefined)
    }
    const stop = store.subscribe((now, before) => {
      if (now.selection === before.selection) return
      clearTimeout(timer)
      timer = setTimeout(say, settleMs)
    })
    const leave = () => {
      say(true)
      clearTimeout(timer)
    }
    const back = () => say()
    say()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', back)
    return () => {
      stop()
      leave()
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', back)
    }
  }, [store, workflowId, tab])
  return tab
}
