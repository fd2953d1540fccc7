import { z } from 'zod'
import { defineProvider } from '../provider.ts'
import { dataChanged } from './data-changed.ts'
import { ledgerChanges, ledgerTransaction, removedTransaction } from './sandbox-ledger.ts'
import { unknownCursor } from './unknown-cursor.ts'

const epoch = Date.UTC(2020, 0, 1)
const pageSize = 100

/**
 * The position of a reader: after an update (`[seconds, tick]`), or within one (`[seconds, from,
 * to, offset]`; from -1: the start).
 */
type Position = { from: number | undefined; to?: number; offset: number }

const natural = z.int().min(0)
const settledSchema = z.tuple([natural, natural])
const pagingSchema = z.tuple([natural, z.int().min(-1), natural, natural])

const written = (numbers: number[]): string =>
  Buffer.from(JSON.stringify(numbers)).toString('base64url')

/** Throws 400 for a cursor that this connection never issued. */
function positionOf(cursor: string, seconds: number, now: number): Position {
  if (cursor === '') return { from: undefined, offset: 0 }
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw unknownCursor()
  }
  const settled = settledSchema.safeParse(read)
  if (settled.success && settled.data[0] === seconds && settled.data[1] <= now)
    return { from: settled.data[1], offset: 0 }
  const paging = pagingSchema.safeParse(read)
  if (!paging.success || paging.data[0] !== seconds || paging.data[2] > now) throw unknownCursor()
  const [, from, to, offset] = paging.data
  return { from: from < 0 ? undefined : from, to, offset }
}

/** An invented account that changes with time. See sandbox-ledger.ts. */
export const bankSandbox = defineProvider({
  kind: 'bank',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    'An invented account in which transactions appear, change and vanish over time. No set-up.',
  config: z.object({
    changeEverySeconds: z
      .int()
      .min(1)
      .max(86_400)
      .default(120)
      .meta({
        title: 'Changes every',
        description:
          'Seconds between changes of the account. A change while pages are read ends the ' +
          'reading, as with a real bank.',
      }),
  }),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ config: { changeEverySeconds: seconds } }) {
    const currentTick = () => Math.floor((Date.now() - epoch) / 1000 / seconds)
    return {
      async syncPage(cursor, signal) {
        signal.throwIfAborted()
        const now = currentTick()
        const { from, to = now, offset } = positionOf(cursor, seconds, now)
        if (to !== now)
          throw dataChanged('sandbox', from === undefined ? '' : written([seconds, from]))
        const changes = ledgerChanges(from, now)
        const page = changes.slice(offset, offset + pageSize)
        const hasMore = offset + pageSize < changes.length
        const whole = (kind: 'added' | 'modified') =>
          page
            .filter((change) => change.kind === kind)
            .map(({ number }) => ledgerTransaction(number, now, epoch + number * seconds * 1000))
        return {
          transactions: whole('added'),
          modified: whole('modified'),
          removed: page
            .filter(({ kind }) => kind === 'removed')
            .map(({ number }) => removedTransaction(number)),
          hasMore,
          nextCursor: written(
            hasMore ? [seconds, from ?? -1, now, offset + pageSize] : [seconds, now],
          ),
        }
      },
      async test() {
        return (
          `The sandbox bank works; it has ${ledgerChanges(undefined, currentTick()).length} ` +
          `transactions, which change every ${seconds} seconds.`
        )
      },
    }
  },
})
