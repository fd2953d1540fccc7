'use client'

import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure } from '#lib/http/client'
import { initialData } from './initial-data.ts'
import { useSendAgain } from './use-send-again.ts'
import { useStoredData } from './use-stored-data.ts'

type Data = Record<string, unknown>

type Options = {
  /** Names the form in this browser's memory. */
  id: string
  schema: Data
  /**
   * Sends the form; `key` is the same for every try of one filling, so a lost answer never starts
   * two runs.
   */
  send(data: Data, key: string): Promise<{ reference: string }>
}

const arrivedBefore = [
  'An earlier try had arrived, only its answer was lost.',
  'What you changed since is not part of it. Send again to hand this in as well.',
].join(' ')

/** The server knows the key with what was sent before. */
const isOtherThanBefore = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'idempotency_key_reused'

/**
 * The filling of a start form: its data, which survive a reload, and how they are sent. `submit` is
 * the sending, `sendNow` sends again what waits for the connection, `fillAgain` starts over after
 * it was received.
 */
export function useStartForm({ id, schema, send }: Options) {
  const initial = useMemo(() => initialData(schema), [schema])
  const { data, setData, forget, restored, left } = useStoredData(id, initial, schema)
  // The key stays until the form was received, also when the form is changed after a try: had that
  // try arrived without its answer, the server refuses the changed form instead of starting a
  // second run.
  const [key, setKey] = useState(randomId)
  const submit = useMutation({
    mutationFn: async (given: Data) => {
      try {
        return await send(given, key)
      } catch (error) {
        if (!isOtherThanBefore(error)) throw error
        setKey(randomId())
        throw new ApiFailure(409, 'arrived_before', arrivedBefore, {})
      }
    },
    // Otherwise a form that is sent offline would wait in silence.
    networkMode: 'always',
    onSuccess: () => forget(),
  })
  const sendNow = useSendAgain(submit)
  const change = (next: Data, edited: boolean) => {
    // What waits to be sent again is not what stands here any more.
    if (edited && sendNow) submit.reset()
    setData(next, edited)
  }
  const fillAgain = () => {
    setKey(randomId())
    submit.reset()
  }
  return { data, change, restored, left, forget, submit, sendNow, fillAgain }
}
