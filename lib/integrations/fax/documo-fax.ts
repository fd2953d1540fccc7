import { z } from 'zod'
import { faxNumberOf } from '#lib/domain/provider/fax'
import type { FaxFailure, FaxState } from '#lib/domain/provider/fax-words'
import type { ProviderFax } from './port.ts'

const count = z.coerce.number().int().min(0).max(100_000).nullish().catch(null)
const number = z.string().max(50).nullish().catch(null)

const code = z.coerce.string().max(50).nullish().catch(null)

/** The fields of Documo's fax that we read (docs.documo.com, View fax info). */
export const documoFaxSchema = z.object({
  messageId: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w-]+$/),
  status: z.string().max(50),
  direction: z.string().max(50).nullish(),
  resultCode: code,
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

type DocumoFax = z.output<typeof documoFaxSchema>

/**
 * Documo documents that a failed fax has a `resultCode` and a `resultInfo`, and no list of either.
 * These codes are said to stand in its help; they were not tried with an account.
 */
const codes: Record<string, FaxFailure> = {
  '4000': 'wrong_number',
  '5100': 'refused',
  '5200': 'refused',
  '6000': 'line',
  '6100': 'busy',
}

/**
 * So the words decide first: free text, of which only these are looked for. What is in none of them
 * is not sent again: a person reads Documo's own words beside the fax, and decides.
 */
const reasons: [RegExp, FaxFailure][] = [
  [/busy/i, 'busy'],
  [/unallocated|unassigned|not in service/i, 'wrong_number'],
  [/(?:invalid|bad|wrong|incorrect) (?:fax |phone )?number/i, 'wrong_number'],
  [/number (?:is )?(?:invalid|changed|incorrect|does not exist)/i, 'wrong_number'],
  [/human|person|voice|answering machine|no fax (?:machine|tone)/i, 'no_fax_machine'],
  [/no[ -]?answer|not answer|ring/i, 'no_answer'],
  [/carrier|dial ?tone|disconnect|hang|hung|line|communication|connect/i, 'line'],
  [/training|handshake|timed? ?out|remote/i, 'line'],
]
const failureOf = ({ resultCode, resultInfo }: DocumoFax): FaxFailure =>
  reasons.find(([words]) => words.test(resultInfo ?? ''))?.[1] ??
  codes[resultCode ?? ''] ??
  'refused'

/** Documo's words for people, in one line and without numbers that somebody could be called by. */
function saidOf({ resultCode, resultInfo }: DocumoFax): string | null {
  const words = [resultCode, resultInfo].filter(Boolean).join(' ')
  const line = words
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\+?\d[\d\s().-]{5,}\d/g, '…')
    .trim()
  return line.slice(0, 200) || null
}

/**
 * Documo documents the field and names no answer that lacks it. A fax that somebody sent us must not
 * be lost over that, so only what is called outbound is one that went out.
 */
const directions: Record<string, ProviderFax['direction']> = { inbound: 'in', outbound: 'out' }

const phoneOf = (given: string | null | undefined): string | null => faxNumberOf(given) ?? null

/** A fax as Documo describes it. It has taken one whose status we do not know. */
export function fromDocumoFax(fax: z.output<typeof documoFaxSchema>): ProviderFax {
  const state = states[fax.status.toLowerCase()] ?? 'queued'
  const direction = directions[fax.direction?.toLowerCase() ?? ''] ?? null
  const mayBeReceived = direction !== 'out'
  return {
    providerId: fax.messageId,
    direction,
    state,
    pages: fax.pagesCount || null,
    failure: state === 'failed' ? failureOf(fax) : null,
    said: state === 'failed' ? saidOf(fax) : null,
    from: mayBeReceived ? phoneOf(fax.faxCallerId) : null,
    to: mayBeReceived ? phoneOf(fax.faxNumber) : null,
  }
}
