import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { defineProvider } from '../provider.ts'
import type { ProviderText } from './port.ts'

/** Messages to numbers that end like this are not delivered. */
const unreachable = /00$/
/** Messages to numbers that end like this are refused: their owner has replied STOP. */
const stopped = /99$/

const recordSchema = z.object({ id: z.string(), to: z.string(), createdAt: z.iso.datetime() })

/**
 * The message's state at `now`: a function of the clock, so that every process sees the same and
 * reading changes nothing.
 */
function messageAt({ id, to, createdAt }: z.output<typeof recordSchema>, now: number) {
  const seconds = (now - Date.parse(createdAt)) / 1000
  const known: ProviderText = { providerId: id, status: 'accepted', segments: 1, errorCode: null }
  if (seconds < 2) return known
  if (seconds < 5) return { ...known, status: 'sent' as const }
  if (!unreachable.test(to)) return { ...known, status: 'delivered' as const }
  return { ...known, status: 'undelivered' as const, errorCode: '30003' }
}

/** Keeps messages in this database, in the collection `messages`, with their texts. */
export const smsSandbox = defineProvider({
  kind: 'sms',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    'Keeps text messages and sends none. A number that ends in 00 cannot be reached, ' +
    'one that ends in 99 takes no messages. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    return {
      lookAfterSeconds: 0,
      async send({ to, text }, { signal }) {
        signal.throwIfAborted()
        if (stopped.test(to)) {
          const fault = { path: 'to', message: 'The recipient takes no more messages.' }
          throw new ApiError('invalid_request', `to: ${fault.message}`, {
            issues: [fault],
            provider: 'sandbox',
          })
        }
        const record = { id: `sms_sandbox_${newId()}`, to, createdAt: new Date().toISOString() }
        await store.insert('messages', record.id, { ...record, text })
        return messageAt(record, Date.parse(record.createdAt))
      },
      async read(providerId, signal) {
        signal.throwIfAborted()
        const found = await store.get('messages', providerId)
        if (!found)
          throw new ApiError('not_found', 'The sandbox does not know this message.', {
            provider: 'sandbox',
          })
        return messageAt(recordSchema.parse(found), Date.now())
      },
      async test() {
        const { length } = await store.list('messages')
        return `The sandbox for text messages works; it keeps ${length}.`
      },
    }
  },
})
