import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import type { LetterEventType } from '#lib/domain/provider/letter-words'
import { defineProvider } from '../provider.ts'
import { lobAddressIssues } from './lob-address-issues.ts'
import { lobMaxSheets, lobServiceIssues, lobTemplate, type LobPlacement } from './lob-print.ts'
import type { Letter, LettersPort, ProviderLetter } from './port.ts'
import { sandboxAddress } from './sandbox-address.ts'

/** The states of a letter, in order. */
const way: LetterEventType[] = [
  'created',
  'rendered',
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  'delivered',
]
/** Letters to recipients whose first line starts like this are returned. */
const returning = /^return to sender/i

const recordSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  secondsPerStep: z.number(),
  postalCodes: z.object({ to: z.string(), from: z.string() }),
  returns: z.boolean(),
  trackingNumber: z.string().nullable().default(null),
})
type Queued = z.output<typeof recordSchema>

/** The place of the letter in a state: at the printer's, near its sender, near its receiver. */
function locationAt(step: number, { from, to }: Queued['postalCodes']): string | null {
  if (step < 2) return null
  return step < 4 ? from : to
}

/**
 * The letter's events until `now`: a function of the clock, so that every process sees the same and
 * reading changes nothing.
 */
function letterAt(
  { id, createdAt, secondsPerStep, postalCodes, returns, trackingNumber }: Queued,
  now: number,
): ProviderLetter {
  const started = Date.parse(createdAt)
  const steps = returns ? [...way.slice(0, 5), 'returned_to_sender' as const] : way
  const instants = steps.map((type, index) => ({
    key: type,
    type,
    at: new Date(started + index * secondsPerStep * 1000),
    location: locationAt(index, postalCodes),
  }))
  const arrival = new Date(started + (way.length - 1) * secondsPerStep * 1000)
  return {
    providerId: id,
    expectedDeliveryDate: arrival.toISOString().slice(0, 10),
    trackingNumber,
    events: instants.filter(({ at }) => at.getTime() <= now),
  }
}

const cents: Record<Letter['extraService'], number> = {
  none: 0,
  certified: 485,
  certified_return_receipt: 767,
  registered: 1860,
}
/** A price list of the sandbox, so that an estimate can be seen. */
function costOf({ extraService, color, to }: Letter, pages: number) {
  const postage = to.country === 'US' ? 78 : 165
  const sum = postage + cents[extraService] + pages * (color ? 25 : 9)
  return {
    amount: (sum / 100).toFixed(2),
    currency: 'USD',
    note: 'By the sandbox’s own price list; nothing is charged.',
  }
}

/** The print of Lob, with prices. */
const rulesOf = (placement: LobPlacement): LettersPort['rules'] => ({
  issuesOf: (letter) => [...lobAddressIssues(letter.to, letter.from), ...lobServiceIssues(letter)],
  maxSheetsOf: lobMaxSheets,
  templateOf: (letter) => lobTemplate(letter, placement),
  costOf,
})

/** A number as the US post gives to tracked mail; always the same for a letter. */
function trackingNumberOf(id: string, { extraService }: Letter): string | null {
  if (extraService === 'none') return null
  const digits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
  return `9407300000${String(digits).padStart(20, '0').slice(-12)}`
}

/**
 * A print queue in this database. The ids of collection `letters` come from the idempotency keys,
 * so that the same key is the same letter for ever.
 */
export const lettersSandbox = defineProvider({
  kind: 'letters',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    'Takes letters and plays their way through the mail in minutes; nothing is printed. ' +
    'To an address that begins with “Return to sender” they come back; one that begins with ' +
    '“Undeliverable” is found so before sending. No set-up.',
  config: z.object({
    secondsPerStep: z.number().min(0.01).max(86_400).default(20).meta({
      title: 'Seconds per step',
      description: 'From one tracking event to the next; there are seven.',
    }),
    addressPlacement: z
      .enum(['top_first_page', 'insert_blank_page'])
      .default('top_first_page')
      .meta({
        title: 'Place of the address',
        enumNames: ['On the first page', 'On a page of its own'],
        description: 'Over the first page, which must leave room for it, or on a page of its own.',
      }),
  }),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ config: { secondsPerStep, addressPlacement }, store }) {
    return {
      idempotencyHours: Number.POSITIVE_INFINITY,
      lookAfterSeconds: 0,
      rules: rulesOf(addressPlacement),
      async verifyAddress(address, signal) {
        signal.throwIfAborted()
        return sandboxAddress(address)
      },
      async send(letter, { pdf, pages, idempotencyKey, signal }) {
        const { to, from, color, doubleSided, metadata, extraService } = letter
        signal.throwIfAborted()
        const id = `ltr_sandbox_${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 24)}`
        const createdAt = new Date().toISOString()
        const queued: Queued = {
          id,
          createdAt,
          secondsPerStep,
          postalCodes: { to: to.postalCode, from: from.postalCode },
          returns: returning.test(to.addressLine1),
          trackingNumber: trackingNumberOf(id, letter),
        }
        const printed = {
          to,
          from,
          color,
          doubleSided,
          extraService,
          metadata,
          pages,
          bytes: pdf.byteLength,
          sha256: createHash('sha256').update(pdf).digest('hex'),
        }
        if (await store.insert('letters', id, { ...queued, ...printed }))
          return letterAt(queued, Date.parse(createdAt))
        return letterAt(recordSchema.parse(await store.get('letters', id)), Date.now())
      },
      async read(providerId, signal) {
        signal.throwIfAborted()
        const found = await store.get('letters', providerId)
        if (!found)
          throw new ApiError('not_found', 'The sandbox does not know this letter.', {
            provider: 'sandbox',
          })
        return letterAt(recordSchema.parse(found), Date.now())
      },
      async test() {
        return (
          'The sandbox print queue works; it has taken ' +
          `${countOf((await store.list('letters')).length, 'letter')}.`
        )
      },
    }
  },
})
