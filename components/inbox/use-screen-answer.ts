'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from '#components/shared/messages/toast'
import { isConnectionFailure } from '#components/forms/connection-failure'
import { useSendAgain } from '#components/forms/use-send-again'
import { refresh } from '#components/shared/loading/queries'
import {
  completeScreenContract,
  getScreenContract,
  listScreensContract,
  type ScreenView,
} from '#lib/contracts/runs/screens'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure, call } from '#lib/http/client'
import type { Data } from './screen-draft.ts'
import { lockOf } from './screen-lock.tsx'
import { useScreenDraft } from './use-screen-draft.ts'
import { useTakeNext, type Taken } from './take-next.ts'
import { wayBack } from './way-back.ts'
import { useWorkedList } from './worked-list.ts'

type Options = {
  view: ScreenView
  screen: NonNullable<ScreenView['screen']>
}

/** A next one was not asked for, or could not be had. */
const nothingTaken: Taken = { screen: null, reason: '' }

/**
 * A person's answer to a screen: its draft, and the completion of the screen with it. `sendNow`
 * sends at once what waits for the connection; after a completion the next screen opens. `lock` is
 * why the person may not answer now, and `typed` what they typed.
 */
export function useScreenAnswer({ view: { taskId }, view, screen }: Options) {
  const router = useRouter()
  const client = useQueryClient()
  const reload = () => void refresh(client, getScreenContract)
  const { data, message, conflict, setData, draft } = useScreenDraft(view, screen.data, reload)
  const [done, setDone] = useState(false)
  const [typed, setTyped] = useState<Data>()
  const list = useWorkedList()
  const takeNext = useTakeNext(list.wanted)
  // The same for every try, so that the server repeats an answer that was lost.
  const [key] = useState(randomId)
  const complete = useMutation({
    mutationFn: async (output: Data) => {
      await draft.current?.settle()
      draft.current?.sent(output)
      const headers = { 'idempotency-key': key }
      const sent = { params: { taskId }, body: { output }, headers }
      await call(completeScreenContract, sent)
      // Who came from the editor goes back to it, and takes no other case.
      if (wayBack(window.location.search) !== undefined) return nothingTaken
      // It is completed: a next one that cannot be had now is waited for in the inbox.
      return await takeNext().catch(() => nothingTaken)
    },
    onSuccess: (taken) => {
      setDone(true)
      draft.current?.end()
      void refresh(client, listScreensContract)
      const { screen: next } = taken
      const back = wayBack(window.location.search)
      const goesOn = next ? 'The next one is yours.' : taken.reason
      toast.success(`Completed. ${goesOn}`.trim())
      router.push(back ?? (next ? `/inbox/${next.taskId}` : list.href))
    },
    onError: (error) => {
      // A waiting completion is sent first; a draft is only useful after its refusal.
      if (!isConnectionFailure(error)) draft.current?.resume()
      // Another person was faster, or an earlier try of ours with other data.
      if (error instanceof ApiFailure && error.status === 409) reload()
    },
  })
  // The server completes a screen once, however often it is asked to.
  const sendNow = useSendAgain(complete)
  const change = (next: Data, edited: boolean) => {
    if (edited && sendNow) complete.reset()
    setData(next, edited)
    if (edited) setTyped(next)
  }
  const choose = (which: 'this' | 'other') =>
    void draft.current?.choose(which).catch((error: Error) => toast.error(error.message))
  // While the answer is on its way, its own completion is no reason to lock.
  const isSending = complete.isPending || done || sendNow !== undefined
  const lock = isSending ? undefined : lockOf(view)
  return { data, message, conflict, change, choose, complete, sendNow, done, lock, typed }
}
