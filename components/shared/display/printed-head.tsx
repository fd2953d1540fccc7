'use client'

import { referenceOf } from '#lib/domain/run/reference'
import { timeWords } from './times.ts'
import { usePrinting } from './use-printing.ts'

/** For whom a page is printed: the organization and the person. */
export type PrintedFor = { organization: string; person: string; timeZone: string }

type Props = { printedFor: PrintedFor; runId: string }

/** The first lines on paper: whose it is, of what, and who printed it when. */
export function PrintedHead({ printedFor, runId }: Props) {
  const { organization, person, timeZone } = printedFor
  const at = usePrinting()
  if (!at) return null
  const moment = timeWords(at, { dateStyle: 'medium', timeStyle: 'long' }, timeZone)
  return (
    <div className="mb-4 hidden border-b pb-2 text-xs print:block">
      <p className="font-semibold">{organization}</p>
      <p>Reference {referenceOf(runId)}</p>
      <p>
        Printed by {person}, {moment} ({timeZone})
      </p>
    </div>
  )
}
