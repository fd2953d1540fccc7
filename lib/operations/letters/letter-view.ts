import type { letters } from '#db/schema/letters'
import type { LetterSummary, LetterView } from '#lib/contracts/integrations/letters'
import { letterStatusTitle } from '#lib/domain/provider/letter-words'
import type { LetterEventRow } from './find-letter.ts'

type Row = typeof letters.$inferSelect

/** A step's letter has the key `step:<run>:<task>`. */
const taskOf = (key: string): string | null =>
  /^step:[0-9a-f-]{36}:([0-9a-f-]{36})$/.exec(key)?.[1] ?? null

/** A letter as lists show it: without the addresses, which name a patient. */
export const letterSummary = ({
  id,
  key,
  status,
  expectedDeliveryDate,
  connection,
  provider,
  providerId,
  trackingNumber,
  extraService,
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
  extraService,
  pages,
  runId,
  taskId: taskOf(key),
  createdBy,
  createdAt: createdAt.toISOString(),
})

/** A letter with its events. */
export const letterView = (row: Row, events: LetterEventRow[]): LetterView => ({
  ...letterSummary(row),
  color: row.color,
  doubleSided: row.doubleSided,
  metadata: row.metadata,
  addressCheck: row.addressCheck,
  fileId: row.fileId,
  failure: row.failure,
  events: events.map(({ type, at, location }) => ({
    type,
    title: letterStatusTitle(type),
    at: at.toISOString(),
    location,
  })),
})
