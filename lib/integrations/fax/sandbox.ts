import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { parseExactJson } from '#lib/domain/exact-json'
import { faxNumberSchema } from '#lib/domain/provider/fax'
import type { FaxFailure } from '#lib/domain/provider/fax-words'
import { newId } from '#lib/ids'
import { defineProvider } from '../provider.ts'
import type { ProviderFax } from './port.ts'
import { sandboxFaxPdf } from './sandbox-pdf.ts'

/** How a fax ends, by the end of its number; all others are delivered. */
const ends: Record<string, FaxFailure> = {
  '00': 'no_answer',
  '11': 'busy',
  '44': 'wrong_number',
  '55': 'no_fax_machine',
  '99': 'refused',
}

const recordSchema = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in']),
  number: z.string(),
  /** Ours, to which a received one came. */
  line: z.string().nullish(),
  pages: z.number(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  secondsPerFax: z.number(),
})
type Kept = z.output<typeof recordSchema>

const messageSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{1,50}$/)
    .optional(),
  from: faxNumberSchema,
  to: faxNumberSchema.optional(),
  text: z.string().max(2000).default('A referral by fax.'),
})

function messageOf(body: Uint8Array): z.output<typeof messageSchema> {
  try {
    return messageSchema.parse(parseExactJson(new TextDecoder().decode(body)))
  } catch {
    throw ApiError.invalid([
      { path: '', message: 'Send JSON like {"from": "+12125550123", "text": "Hello."}.' },
    ])
  }
}

/**
 * A fax at `now`: a function of the clock, so that every process sees the same and reading changes
 * nothing.
 */
function faxAt(
  { id, direction, number, line, pages, createdAt, secondsPerFax }: Kept,
  now: number,
): ProviderFax {
  const nothing = { failure: null, said: null, from: null, to: null }
  const known = { providerId: id, direction, pages, ...nothing }
  if (direction === 'in')
    return { ...known, state: 'delivered' as const, from: number, to: line ?? null }
  if (now - Date.parse(createdAt) < secondsPerFax * 1000)
    return { ...known, state: 'transmitting' as const }
  const failure = ends[number.slice(-2)]
  if (failure) return { ...known, state: 'failed' as const, failure }
  return { ...known, state: 'delivered' as const }
}

/**
 * A fax machine in this database, collection `faxes`. A fax comes in by a POST to the connection's
 * webhook address, with JSON like `{"from": "+12125550123", "text": "…"}`.
 */
export const faxSandbox = defineProvider({
  kind: 'fax',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    'Takes faxes and sends none. Numbers that end in 00 do not answer, 11 are busy, 44 do not ' +
    'exist, 55 are answered by a person, 99 are refused. A fax comes in by POST {"from": ' +
    '"+12125550123", "to": "+12125550100"} to the webhook address. No set-up.',
  config: z.object({
    secondsPerFax: z
      .number()
      .min(0)
      .max(3600)
      .default(5)
      .meta({ title: 'Seconds per fax', description: 'How long a transmission takes.' }),
  }),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ config, store }) {
    const keep = async (fax: Omit<Kept, 'createdAt' | 'secondsPerFax'>, more: object = {}) => {
      const { secondsPerFax } = config
      const record: Kept = { ...fax, createdAt: new Date().toISOString(), secondsPerFax }
      await store.insert('faxes', fax.id, { ...record, ...more })
      return faxAt(record, Date.now())
    }
    const find = async (providerId: string): Promise<Kept> => {
      const found = await store.get('faxes', providerId)
      if (found) return recordSchema.parse(found)
      throw new ApiError('not_found', 'The sandbox does not know this fax.', {
        provider: 'sandbox',
      })
    }
    return {
      lookAfterSeconds: 1,
      async send({ to, pdfs, pages }, signal): Promise<ProviderFax> {
        signal.throwIfAborted()
        const id = `fax_sandbox_${newId()}`
        const bytes = pdfs.map((pdf) => pdf.byteLength)
        return await keep({ id, direction: 'out', number: to, pages, text: '' }, { bytes })
      },
      async read(providerId, signal) {
        signal.throwIfAborted()
        return faxAt(await find(providerId), Date.now())
      },
      async download(providerId, signal) {
        signal.throwIfAborted()
        const { number, text } = await find(providerId)
        return await sandboxFaxPdf(number, text)
      },
      webhooks: {
        async receive(_headers, body) {
          const { id: given, from: number, to: line, text } = messageOf(body)
          const id = `fax_sandbox_in_${given ?? newId()}`
          await keep({ id, direction: 'in', number, line, pages: 1, text })
          return { providerId: id }
        },
      },
      async test() {
        const { length } = await store.list('faxes')
        return `The sandbox fax machine works; it has ${countOf(length, 'fax', 'faxes')}.`
      },
    }
  },
})
