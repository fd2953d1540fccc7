'use client'

import { useCallback, useEffect, useMemo, useState } from 'react'
import { discard, load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import type { FormTexts } from '#lib/domain/form/texts/texts-of-words'
import { withoutTexts } from '#lib/domain/form/texts/translate-form'
import { describeData } from './describe-data.ts'
import { fittingData } from './fitting-data.ts'
import { useFormTexts } from './texts.ts'

type Data = Record<string, unknown>

/** Whether typed data was restored; `changed`: into a form that has changed since. */
export type Restored = 'no' | 'same' | 'changed'

type StoredData = {
  data: Data
  /** `edited`: a person changed it, as opposed to the form filling in what its schema says. */
  setData(data: Data, edited: boolean): void
  /** Starts over, with nothing stored. */
  forget(): void
  /** Whether input from before this page was opened is restored. */
  restored: Restored
  /** Input without a place in the current form, as lines of text. */
  left: string
}
type Found = Pick<StoredData, 'data' | 'restored' | 'left'>

const schemaOf = (what: string) => `${what}.schema`
const leftOf = (what: string) => `${what}.left`

/** In another language a form is the same. */
const isSameForm = (one: Data, other: Data): boolean =>
  JSON.stringify(withoutTexts(one)) === JSON.stringify(withoutTexts(other))

type Asked = { owner: string; what: string; schema: Data | undefined; texts: FormTexts }

function find({ owner, what, schema, texts }: Asked): Found | undefined {
  const typed = load<Data>('tab', owner, what)
  if (!typed) return undefined
  const before = load<Data>('tab', owner, schemaOf(what))
  const leftBefore = load<string>('tab', owner, leftOf(what)) ?? ''
  if (!schema || (before && isSameForm(before, schema)))
    return { data: typed, restored: 'same', left: leftBefore }
  const { data, left } = fittingData(typed, schema, before)
  const text = [leftBefore, describeData(left, before, texts)].filter(Boolean).join('\n')
  // From now on the data belongs to the current form, and the left values survive the next reload
  // too.
  store('tab', owner, what, data)
  store('tab', owner, schemaOf(what), schema)
  if (text) store('tab', owner, leftOf(what), text)
  return { data, restored: 'changed', left: text }
}

/**
 * The input of a form that has no draft on the server, stored in this browser tab until it is sent,
 * so that a reload loses nothing. It may contain patient data and must not outlive the tab or the
 * session. With a `schema`, which is stored beside it, the input is restored even when the form has
 * changed since, as far as it fits.
 */
export function useStoredData(form: string, initial: Data, schema?: Data): StoredData {
  const owner = useOwner()
  const texts = useFormTexts()
  const what = `form.${form}`
  const nothing = useMemo<Found>(() => ({ data: initial, restored: 'no', left: '' }), [initial])
  const [found, setFound] = useState<Found>(nothing)
  useEffect(() => {
    const stored = find({ owner, what, schema, texts })
    if (stored) setFound(stored)
  }, [owner, what, schema, texts])
  const setData = useCallback(
    (data: Data, edited: boolean) => {
      setFound((before) => ({ ...before, data }))
      if (!edited) return
      store('tab', owner, what, data)
      if (schema) store('tab', owner, schemaOf(what), schema)
    },
    [owner, what, schema],
  )
  const forget = useCallback(() => {
    for (const key of [what, schemaOf(what), leftOf(what)]) discard('tab', owner, key)
    setFound(nothing)
  }, [owner, what, nothing])
  return { ...found, setData, forget }
}
