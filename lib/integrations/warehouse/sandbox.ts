import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import type { Answer } from '#lib/process-pool/kind'
import type { ProcessPool } from '#lib/process-pool/pool'
import { sharedPool } from '#lib/process-pool/shared-pool'
import { defineProvider } from '../provider.ts'
import { resultLimits, resultTooLarge } from './collect-rows.ts'
import { ResultCache } from './result-cache.ts'
import type { WarehouseRow } from './port.ts'
import { queryFailed } from './query-failed.ts'
import { sandboxTables } from './sandbox-data.ts'
import { sandboxFile } from './sandbox-file.ts'
import { warehouseKind } from './sandbox-kind.ts'
import type { SandboxReply, SandboxRequest } from './sandbox-messages.ts'

export type WarehousePool = ProcessPool<SandboxRequest, SandboxReply>

const provider = 'sandbox'
/** Max wait of a query for others to end, in milliseconds; then it is refused. */
const waitMs = 10_000

type Asked = Answer<SandboxReply>
type Named<Type> = Extract<Asked, { type: Type }>

const ends: {
  [Type in SandboxReply['type']]: (reply: Extract<SandboxReply, { type: Type }>) => WarehouseRow[]
} = {
  rows: ({ rows }) => rows,
  too_large: () => {
    throw resultTooLarge()
  },
  refused: ({ message }) => {
    throw ApiError.invalid([{ path: 'query', message }])
  },
  failed: ({ code, message }) => {
    throw queryFailed(provider, { code, message })
  },
}

const outOfMemory = {
  code: 'Out of Memory',
  message: 'Out of Memory Error: the query needs more memory than the sandbox warehouse has',
}
const crashed = {
  code: 'Internal',
  message: 'Internal Error: the query ended the process that ran it. Write it differently.',
}
const late = (seconds: number) =>
  `The query did not end within ${countOf(seconds, 'second')} and was stopped. ` +
  'Make it smaller, or raise the connection’s time limit.'
const stopping = 'The service is about to end. Try again.'
const tooMany = 'The sandbox warehouse runs too many queries. Try again in a moment.'
const noProcess = 'The sandbox warehouse does not start. Try again; if it stays, tell an operator.'

type Failure = Exclude<Asked['type'], 'reply'>

const failures: { [Type in Failure]: (answer: Named<Type>, seconds: number) => Error } = {
  deadline: (_answer, seconds) => new ApiError('provider_timeout', late(seconds), { provider }),
  memory: () => queryFailed(provider, outOfMemory),
  died: () => queryFailed(provider, crashed),
  // Only when the service stops: an abort by the caller's signal has its own reason.
  aborted: () => new ApiError('unavailable', stopping, { provider }),
  busy: () => {
    const headers = { 'retry-after': '2' }
    return new ApiError('rate_limited', tooMany, { provider }, { headers })
  },
  not_started: ({ reason }) => {
    const cause = new Error(reason)
    return new ApiError('provider_unavailable', noProcess, { provider }, { cause })
  },
}

type Query = { text: string; seconds: number; signal: AbortSignal }

/**
 * Asks a process of that owner, and ends the process when the signal aborts.
 * @throws the signal's reason, and ApiErrors of `WarehousePort.query`; `rate_limited` when too many
 * of the owner's queries wait
 */
export async function askWarehouse(
  pool: WarehousePool,
  owner: string,
  { text, seconds, signal }: Query,
): Promise<WarehouseRow[]> {
  const request = { query: text, limits: resultLimits }
  const time = { timeoutMs: seconds * 1000, waitMs, signal }
  const answer = await pool.ask({ request, organizationId: owner, ...time })
  if (answer.type === 'reply') return ends[answer.reply.type](answer.reply as never)
  if (answer.type === 'aborted') signal.throwIfAborted()
  throw failures[answer.type](answer as never, seconds)
}

const cache = new ResultCache()

async function query(
  owner: string,
  text: string,
  seconds: number,
  signal: AbortSignal,
): Promise<WarehouseRow[]> {
  signal.throwIfAborted()
  const known = cache.get(owner, text)
  if (known) return known
  const { folder, file } = await sandboxFile()
  const pool: WarehousePool = sharedPool(warehouseKind(folder, file))
  const rows = await askWarehouse(pool, owner, { text, seconds, signal })
  cache.set(owner, text, rows)
  return rows
}

/** DuckDB with invented data, closed to files and network; read-only. */
export const warehouseSandbox = defineProvider({
  kind: 'warehouse',
  id: 'sandbox',
  title: 'Sandbox',
  description:
    '100,000 invented claims with their remittances, in DuckDB’s SQL, for trying things out. ' +
    `No set-up. ${sandboxTables}`,
  config: z.object({
    timeoutSeconds: z
      .int()
      .min(1)
      .max(60)
      .default(20)
      .meta({ title: 'Time limit', description: 'Seconds that a query may take.' }),
  }),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ config, organizationId }) {
    const owner = organizationId ?? randomUUID()
    return {
      query: (text, signal) => query(owner, text, config.timeoutSeconds, signal),
      async test(signal) {
        // This may be the first use of the tables, and has to wait until they are created.
        const [row] = await query(owner, 'SELECT count(*) AS claims FROM claims', 20, signal)
        return (
          'The sandbox warehouse works; ' +
          `it has ${Number(row?.['claims']).toLocaleString('en-US')} claims. ` +
          'Its tables are claims, remittances, patients, payers and providers; ' +
          'DESCRIBE claims shows the columns of one.'
        )
      },
    }
  },
})
