import { z } from 'zod'
import type { FaxFailure, FaxState } from '#lib/domain/provider/fax'
import type { ProviderFax } from './port.ts'

const count = z.coerce.number().int().min(0).max(100_000).nullish().catch(null)
const number = z.string().max(50).nullish().catch(null)

/** The fields of Documo's fax that we read (docs.documo.com, Fax info). */
export const documoFaxSchema = z.object({
  messageId: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w-]+$/),
  status: z.string().max(50),
  direction: z.string().max(50).nullish(),
  resultInfo: z.string().max(500).nullish().catch(null),
  pagesCount: count,
  faxNumber: number,
  faxCallerId: number,
})

const states: Record<string, FaxState> = {
  processing: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  transmitting: 'transmitting',
  sending: 'transmitting',
  success: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** What `resultInfo` says of a failure; it is free text, so only these words are looked for. */
const reasons: [RegExp, FaxFailure][] = [
  [/busy/i, 'busy'],
  [/no[ -]?answer|ring/i, 'no_answer'],
  [
    /carrier|dial ?tone|disconnect|hang|hung|line|communication|training|handshake|time|remote|voice/i,
    'line',
  ],
]
const failureOf = (info: string): FaxFailure =>
  reasons.find(([words]) => words.test(info))?.[1] ?? 'refused'

/** As +12125550100 where it is a North American number without the country code. */
function phoneOf(given: string | null | undefined): string | null {
  const digits = (given ?? '').replaceAll(/\D/g, '')
  if (digits.length < 7) return null
  return digits.length === 10 ? `+1${digits}` : `+${digits}`
}

/** A fax as Documo describes it. It has taken one whose status we do not know. */
export function fromDocumoFax(fax: z.output<typeof documoFaxSchema>): ProviderFax {
  const state = states[fax.status.toLowerCase()] ?? 'queued'
  const isReceived = fax.direction?.toLowerCase() === 'inbound'
  return {
    providerId: fax.messageId,
    direction: isReceived ? 'in' : 'out',
    state,
    pages: fax.pagesCount || null,
    failure: state === 'failed' ? failureOf(fax.resultInfo ?? '') : null,
    from: isReceived ? phoneOf(fax.faxCallerId) : null,
    to: isReceived ? phoneOf(fax.faxNumber) : null,
  }
}
