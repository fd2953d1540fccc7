'use client'

import { useState } from 'react'
import { describeData } from '#components/forms/describe-data'
import { loadAll } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import type { ScreenView } from '#lib/contracts/runs/screens'
import type { Data, LocalDraft } from './screen-draft.ts'

/**
 * Input that the person did not submit, in words: on this page (`typed`), in this browser, or on
 * the server. Empty when there is none.
 */
export function useTypedHere(
  { taskId, draft }: ScreenView,
  typed: string | undefined,
  schema?: Data,
): string {
  const owner = useOwner()
  const [stored] = useState(() => loadAll<LocalDraft>('browser', owner, `draft.${taskId}.`)[0])
  const data = stored?.value.data ?? (draft?.data as Data | undefined)
  return typed ?? (data ? describeData(data, schema) : '')
}
