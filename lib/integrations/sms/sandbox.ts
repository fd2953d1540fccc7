import { z } from 'zod'
import { defineProvider } from '../provider.ts'

/** Collection: `messages`, by idempotency key. */
export const smsSandbox = defineProvider({
  kind: 'sms',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Stores text messages and sends none. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    return {
      async send(message, { idempotencyKey, signal }) {
        signal.throwIfAborted()
        await store.insert('messages', idempotencyKey, message)
        return { id: idempotencyKey }
      },
      async test() {
        return `The sandbox works; it has ${(await store.list('messages')).length} text messages.`
      },
    }
  },
})
