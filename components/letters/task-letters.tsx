'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#components/shared/display/format'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { listLettersContract } from '#lib/contracts/integrations/letters'
import { isFinalLetterStatus } from '#lib/domain/provider/letter-words'
import { ApiFailure } from '#lib/http/client'
import { CarrierNumber } from './carrier-number.tsx'
import { LetterSheet } from './letter-sheet.tsx'
import { LetterStatusBadge } from './letter-status.tsx'

/** Workers may see a run and not its letters. */
const mayNot = (error: Error): boolean => error instanceof ApiFailure && error.status === 403

/** The letter of a task, with where it is; nothing before it was sent. */
export function TaskLetters({ runId, taskId }: { runId: string; taskId: string }) {
  const [open, setOpen] = useState<string | null>(null)
  const query = useQuery({
    ...queryOf(listLettersContract, { query: { runId, limit: 100 } }),
    refetchInterval: ({ state }) =>
      state.data?.items.every(({ status }) => isFinalLetterStatus(status)) ? false : 15_000,
    retry: (count, error) => !mayNot(error) && count < 2,
  })
  if (query.error && mayNot(query.error)) return null
  if (query.error && !query.data)
    return (
      <LoadFailure what="The letter" error={query.error} onRetry={() => void query.refetch()} />
    )
  const letters = (query.data?.items ?? []).filter((letter) => letter.taskId === taskId)
  if (letters.length === 0) return null
  return (
    <section className="space-y-2" aria-label="Letter">
      <h3 className="text-sm font-semibold">Letter</h3>
      {letters.map(({ trackingId, status, trackingNumber, expectedDeliveryDate }) => (
        <div key={trackingId} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <LetterStatusBadge status={status} />
          {trackingNumber ? <CarrierNumber number={trackingNumber} /> : null}
          {expectedDeliveryDate && !isFinalLetterStatus(status) ? (
            <span className="text-muted-foreground">
              expected {formatDate(expectedDeliveryDate)}
            </span>
          ) : null}
          <Button variant="outline" size="sm" onClick={() => setOpen(trackingId)}>
            Track it
          </Button>
        </div>
      ))}
      <LetterSheet id={open} onClose={() => setOpen(null)} />
    </section>
  )
}
