'use client'

import { useMemo, useState } from 'react'
import { randomId } from '#lib/domain/random-id'
import { ApiFailure } from '#lib/http/client'
import { useSavedForm, type Saving } from './saving/use-saved-form.ts'
import { initialData } from './initial-data.ts'
import { useFormTexts } from './texts.ts'
import { useSendAgain } from './use-send-again.ts'
import { useSending } from './use-sending.ts'
import { useStoredData } from './use-stored-data.ts'

type Data = Record<string, unknown>

type Options = {
  /** Identifies the form in this browser's storage. */
  id: string
  schema: Data
  /**
   * Sends the form; `key` is the same for every try with one set of data, so a lost answer never
   * starts two runs.
   */
  send(data: Data, key: string, saved: string | undefined): Promise<{ reference: string }>
  saving?: Saving | undefined
}

/** The server knows the key with the data sent before. */
const isOtherThanBefore = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'idempotency_key_reused'

/**
 * The data of a start form, which survives a reload, and its sending. `submit` is the sending,
 * `sendNow` sends at once what waits for the connection, `fillAgain` starts over after the form was
 * received.
 */
export function useStartForm({ id, schema, send, saving }: Options) {
  const { text } = useFormTexts()
  const initial = useMemo(() => initialData(schema), [schema])
  const { data, setData, forget, restored, left } = useStoredData(id, initial, schema)
  const { saved, ...later } = useSavedForm(id, saving, (found) => setData(found, true))
  // The key stays until the form was received, even when the form is changed after a try: if that
  // try arrived without its answer, the server refuses the changed form instead of starting a
  // second run.
  const [key, setKey] = useState(randomId)
  /** Nothing is kept of what was sent. */
  const end = () => {
    forget()
    later.forget()
  }
  const submit = useSending(async (given: Data) => {
    try {
      return await send(given, key, saved.secret)
    } catch (error) {
      if (!isOtherThanBefore(error)) throw error
      setKey(randomId())
      throw new ApiFailure(409, 'arrived_before', text('arrived before'), {})
    }
  }, end)
  const sendNow = useSendAgain(submit)
  const change = (next: Data, edited: boolean) => {
    // The waiting request no longer equals the form's data.
    if (edited && sendNow) submit.reset()
    setData(next, edited)
  }
  const fillAgain = () => {
    setKey(randomId())
    submit.reset()
  }
  const stored = { restored, left, forget, saved, keepSaved: later.keep }
  return { data, change, stored, submit, sendNow, fillAgain }
}
