'use client'

import { useState } from 'react'
import { TypedText } from '#components/copy/typed-text'
import { describeData } from '#components/forms/describe-data'
import { loadAll } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { formatInstant } from '#components/shared/display/format'
import { taskStatusLabel } from '#components/shared/display/status'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { ScreenView } from '#lib/contracts/runs/screens'
import type { Data, LocalDraft } from './screen-draft.ts'

type Props = {
  view: ScreenView
  /** The content of the answer when the screen was closed. */
  typed: string | undefined
}

/** Input that the person did not submit: on this page, in this browser, or on the server. */
function useTypedHere({ taskId, draft }: ScreenView, typed: string | undefined): string {
  const owner = useOwner()
  const [stored] = useState(() => loadAll<LocalDraft>('browser', owner, `draft.${taskId}.`)[0])
  const data = stored?.value.data ?? (draft?.data as Data | undefined)
  return typed ?? (data ? describeData(data) : '')
}

/** A screen that was completed or cancelled, with the person's input. */
export function ClosedScreen({ view, typed }: Props) {
  const text = useTypedHere(view, typed)
  const { completedBy, finishedAt, status } = view
  const when = finishedAt ? ` on ${formatInstant(finishedAt)}` : ''
  return (
    <div className="max-w-3xl space-y-6">
      <Alert>
        <AlertTitle>This screen is not open any more</AlertTitle>
        <AlertDescription>
          {completedBy
            ? `${completedBy} completed it${when}.`
            : `Its task: ${taskStatusLabel(status)}.`}
        </AlertDescription>
      </Alert>
      {text ? <TypedText text={text} /> : null}
    </div>
  )
}
