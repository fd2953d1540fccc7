import type { letters } from '#db/schema/letters'
import type { LetterSummary, LetterView } from '#lib/contracts/integrations/letters'
import { letterStatusTitle } from '#lib/domain/provider/letter'
import type { LetterEventRow } from './find-letter.ts'

type Row = typeof letters.$inferSelect

/** A letter as lists show it: without the addresses, which name a patient. */
export const letterSummary = ({
  id,
  status,
  expectedDeliveryDate,
  connection,
  provider,
  providerId,
  trackingNumber,
  pages,
  runId,
  createdBy,
  createdAt,
}: Row): LetterSummary => ({
  trackingId: id,
  status,
  expectedDeliveryDate,
  connection,
  provider,
  providerId,
  trackingNumber,
  pages,
  runId,
  createdBy,
  createdAt: createdAt.toISOString(),
})

/** A letter with its events. */
export const letterView = (row: Row, events: LetterEventRow[]): LetterView => ({
  ...letterSummary(row),
  color: row.color,
  doubleSided: row.doubleSided,
  metadata: row.metadata,
  fileId: row.fileId,
  failure: row.failure,
  events: events.map(({ type, at, location }) => ({
    type,
    title: letterStatusTitle(type),
    at: at.toISOString(),
    location,
  })),
})
