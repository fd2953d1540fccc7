'use client'

import { LockIcon } from 'lucide-react'
import { formatTime } from '#components/shared/display/format'
import { taskStatusLabel } from '#components/shared/display/status'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { NextCase, useNextCase } from './next-case.tsx'
import type { Data } from './screen-draft.ts'
import { TypedHere } from './typed-here-later.tsx'
import { useWorkedList } from './worked-list.ts'

/** Why the person may not answer a screen now. */
export type Lock = { title: string; text: string }

/** Who has or had the screen; undefined while the person may answer it. */
export function lockOf(view: Omit<ScreenView, 'screen' | 'draft'>): Lock | undefined {
  const { status, claim, completedBy, cancelled, finishedAt } = view
  const when = finishedAt ? ` · ${formatTime(finishedAt)}` : ''
  if (cancelled !== null) return { title: `This screen was cancelled${when}`, text: cancelled }
  if (completedBy !== null)
    return { title: `${completedBy} completed this screen${when}`, text: 'It is done.' }
  if (status !== 'suspended')
    return { title: 'This screen is not open any more', text: `${taskStatusLabel(status)}${when}` }
  if (!claim || claim.mine) return undefined
  return {
    title: `${claim.name} is working on this · ${formatTime(claim.at)}`,
    text: 'You can read it. Fields open again when it is given back.',
  }
}

/** Says why the fields are locked, and leads to the next case. */
export function LockBanner({ lock: { title, text } }: { lock: Lock }) {
  const next = useNextCase(useWorkedList().wanted)
  return (
    <Alert variant="warning" role="status">
      <LockIcon aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <span className="wrap-anywhere">{text}</span>
        <span className="mt-2 print:hidden">
          <NextCase next={next} />
        </span>
      </AlertDescription>
    </Alert>
  )
}

type LockedProps = { lock: Lock; view: ScreenView; typed: Data | undefined; schema: object }

/** Stands above the locked fields: why, and what the person typed, to copy. */
export function Locked({ lock, view, typed, schema }: LockedProps) {
  return (
    <>
      {/* It is seen wherever on the page the person is. */}
      <div className="sticky top-2 z-20 rounded-lg bg-background shadow-sm print:static">
        <LockBanner lock={lock} />
      </div>
      <TypedHere view={view} typed={typed} schema={schema as Data} />
    </>
  )
}
