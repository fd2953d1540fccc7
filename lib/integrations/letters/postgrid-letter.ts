import { z } from 'zod'
import type { LetterEventType } from '#lib/domain/provider/letter-words'
import type { LetterEvent, ProviderLetter } from './port.ts'

const instant = z.iso.datetime({ offset: true })

/**
 * The fields of PostGrid's letter that we read (npm `postgrid-node`, Letter, OrderStatus and
 * OrderIMBStatus).
 */
export const postGridLetterSchema = z.object({
  id: z
    .string()
    .regex(/^letter_\w+$/)
    .max(100),
  object: z.literal('letter').optional(),
  status: z.string(),
  imbStatus: z.string().nullish(),
  imbDate: instant.nullish().catch(null),
  imbZIPCode: z.string().max(20).nullish().catch(null),
  sendDate: instant.nullish().catch(null),
  trackingNumber: z.string().max(200).nullish(),
  createdAt: instant,
  updatedAt: instant.nullish(),
})
export type PostGridLetter = z.output<typeof postGridLetterSchema>

/**
 * PostGrid reports the state of an order, not its events. `processed_for_delivery` is when the post
 * office accepted it, `completed` when it should have arrived.
 */
const statuses: Record<string, LetterEventType> = {
  printing: 'rendered',
  processed_for_delivery: 'mailed',
  completed: 'delivered',
  cancelled: 'cancelled',
}
/** By the barcode of the US post (Intelligent Mail). */
const barcode: Record<string, LetterEventType> = {
  entered_mail_stream: 'in_transit',
  out_for_delivery: 'processed_for_delivery',
  returned_to_sender: 'returned_to_sender',
}

/**
 * The events that the letter's current state implies. Each state is an event once. PostGrid reports
 * no day of delivery.
 */
export function fromPostGridLetter(letter: PostGridLetter): ProviderLetter {
  const changed = new Date(letter.updatedAt ?? letter.createdAt)
  const events: LetterEvent[] = [
    { key: 'created', type: 'created', at: new Date(letter.createdAt), location: null },
  ]
  const type = statuses[letter.status]
  if (type) events.push({ key: type, type, at: changed, location: null })
  const scanned = barcode[letter.imbStatus ?? '']
  if (scanned)
    events.push({
      key: `imb-${scanned}`,
      type: scanned,
      at: letter.imbDate ? new Date(letter.imbDate) : changed,
      location: letter.imbZIPCode ?? null,
    })
  return {
    providerId: letter.id,
    expectedDeliveryDate: null,
    trackingNumber: letter.trackingNumber ?? null,
    events,
  }
}
