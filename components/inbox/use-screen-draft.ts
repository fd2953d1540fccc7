'use client'

// By its own file: the package would come with all of its forms.
import deepEquals from '@rjsf/utils/lib/deepEquals.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { discard, store, loadAll } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import {
  getScreenContract,
  saveScreenDraftContract,
  type ScreenView,
} from '#lib/contracts/runs/screens'
import { randomId } from '#lib/domain/random-id'
import { call } from '#lib/http/client'
import {
  ScreenDraft,
  type Data,
  type DraftPorts,
  type DraftState,
  type LocalDraft,
  type ServerDraft,
} from './screen-draft.ts'

const draftOf = ({ draft }: Pick<ScreenView, 'draft'>): ServerDraft | null =>
  draft && { ...draft, data: draft.data as Data }

/** What this browser stores of a draft; each page that shows the screen has a copy of its own. */
function localPorts(owner: string, taskId: string) {
  const start = `draft.${taskId}.`
  const own = `${start}${randomId()}`
  const taken = new Set<string>([own])
  const all = () => loadAll<LocalDraft>('browser', owner, start)
  return {
    local: () => {
      const [newest] = all()
      if (newest) taken.add(newest.what)
      return newest ? [newest.value] : []
    },
    storeLocal: (draft: LocalDraft) => {
      const isStored = store('browser', owner, own, draft)
      // Where there is no room for the new text, the old one is better than none.
      if (isStored) for (const what of taken) if (what !== own) discard('browser', owner, what)
      return isStored
    },
    discardLocal: () => {
      for (const what of taken) discard('browser', owner, what)
    },
  }
}

/**
 * A person's draft of a screen, bound to the page that shows it (`ScreenDraft`).
 * `onClosed` is called when the screen turns out not to be open any more.
 */
export function useScreenDraft(view: ScreenView, initial: Data, onClosed: () => void) {
  const owner = useOwner()
  const { taskId } = view
  const first = useRef({ initial, server: draftOf(view) })
  const closed = useRef(onClosed)
  closed.current = onClosed
  const [state, setState] = useState<DraftState>(() => {
    const { server } = first.current
    return { data: server?.data ?? initial, message: '', conflict: false }
  })
  const current = useRef<ScreenDraft | null>(null)

  useEffect(() => {
    const params = { taskId }
    const ports: DraftPorts = {
      ...localPorts(owner, taskId),
      save: async (data, basedOn, leaving) => {
        const body = { data, basedOn }
        const sent = { params, body, keepalive: leaving }
        return await call(saveScreenDraftContract, sent)
      },
      read: async () => draftOf(await call(getScreenContract, { params })),
      isEqual: deepEquals,
      onState: setState,
      onClosed: () => closed.current(),
    }
    const { initial: data, server } = first.current
    const draft = new ScreenDraft(data, server, ports)
    current.current = draft
    setState(draft.state)
    const leave = () => draft.leave()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      draft.dispose()
      current.current = null
    }
  }, [taskId, owner])

  const setData = useCallback((data: Data, edited: boolean) => {
    if (current.current) current.current.change(data, edited)
    else setState((old) => ({ ...old, data }))
  }, [])
  return { ...state, setData, draft: current }
}
