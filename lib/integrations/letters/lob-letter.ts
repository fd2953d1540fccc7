import { z } from 'zod'
import type { LetterEventType } from '#lib/domain/provider/letter-words'
import type { LetterEvent, ProviderLetter } from './port.ts'

const date = z.iso.date().nullish().catch(null)
const instant = z.iso.datetime({ offset: true })
const trackingEventSchema = z.object({
  id: z.string().min(1).max(200),
  name: z.string(),
  time: instant.nullish(),
  date_created: instant.nullish(),
  location: z.string().max(200).nullish(),
})

/** The fields of Lob's letter that we read. */
export const lobLetterSchema = z.object({
  id: z
    .string()
    .regex(/^ltr_\w+$/)
    .max(100),
  expected_delivery_date: date,
  tracking_number: z.string().max(200).nullish(),
  tracking_events: z.array(z.unknown()).nullish(),
  date_created: instant,
  date_modified: instant.nullish(),
  deleted: z.boolean().nullish(),
  failure_reason: z.unknown().optional(),
})
export type LobLetter = z.output<typeof lobLetterSchema>

/**
 * Lob's names in tracking events ("In Transit") and webhooks (`letter.in_transit`); certified mail
 * has the same under `certified.`.
 */
const types: Record<string, LetterEventType> = {
  created: 'created',
  rendered_pdf: 'rendered',
  mailed: 'mailed',
  in_transit: 'in_transit',
  in_local_area: 'in_local_area',
  processed_for_delivery: 'processed_for_delivery',
  're-routed': 're_routed',
  re_routed: 're_routed',
  returned_to_sender: 'returned_to_sender',
  delivered: 'delivered',
  pickup_available: 'pickup_available',
  issue: 'issue',
  international_exit: 'international_exit',
  failed: 'failed',
  rejected: 'failed',
  deleted: 'cancelled',
}
export const lobEventType = (name: string): LetterEventType | undefined =>
  types[name.toLowerCase().replaceAll(' ', '_')]

/**
 * The events in the letter itself: its creation, its tracking events, and its cancellation or
 * failure.
 */
export function fromLobLetter(letter: LobLetter): ProviderLetter {
  const modified = new Date(letter.date_modified ?? letter.date_created)
  const events: LetterEvent[] = [
    { key: 'created', type: 'created', at: new Date(letter.date_created), location: null },
  ]
  for (const one of letter.tracking_events ?? []) {
    const parsed = trackingEventSchema.safeParse(one)
    const type = parsed.success ? lobEventType(parsed.data.name) : undefined
    if (!parsed.success || !type) continue
    const { id, time, date_created: made, location } = parsed.data
    events.push({
      key: id,
      type,
      at: new Date(time ?? made ?? modified),
      location: location ?? null,
    })
  }
  if (letter.deleted)
    events.push({ key: 'cancelled', type: 'cancelled', at: modified, location: null })
  if (letter.failure_reason !== undefined && letter.failure_reason !== null)
    events.push({ key: 'failed', type: 'failed', at: modified, location: null })
  return {
    providerId: letter.id,
    expectedDeliveryDate: letter.expected_delivery_date ?? null,
    trackingNumber: letter.tracking_number ?? null,
    events,
  }
}
