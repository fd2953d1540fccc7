'use client'

import { useState } from 'react'
import { TypedText } from '#components/copy/typed-text'
import { describeData } from '#components/forms/describe-data'
import { loadAll } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import type { ScreenView } from '#lib/contracts/runs/screens'
import type { Data, LocalDraft } from './screen-draft.ts'

type Props = { view: ScreenView; typed?: Data | undefined; schema?: Data }

/**
 * Input that the person did not submit, in words, to be copied: on this page (`typed`), in this
 * browser, or on the server. Nothing when there is none.
 */
export function TypedHere({ view: { taskId, draft }, typed, schema }: Props) {
  const owner = useOwner()
  const [stored] = useState(() => loadAll<LocalDraft>('browser', owner, `draft.${taskId}.`)[0])
  const data = typed ?? stored?.value.data ?? (draft?.data as Data | undefined)
  const text = data ? describeData(data, schema) : ''
  return text ? <TypedText text={text} /> : null
}
