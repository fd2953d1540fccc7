import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { defineProvider } from '../provider.ts'
import { resultLimits, resultTooLarge } from './collect-rows.ts'
import { KeptResults } from './kept-results.ts'
import type { WarehouseRow } from './port.ts'
import { queryFailed } from './query-failed.ts'
import { sandboxTables } from './sandbox-data.ts'
import { sandboxFile } from './sandbox-file.ts'
import type { SandboxReply } from './sandbox-messages.ts'
import { SandboxPool } from './sandbox-pool.ts'
import { withDeadline } from './with-deadline.ts'

const provider = 'sandbox'
const maxResidentBytes = 900 * 1024 * 1024

const ends: { [Type in SandboxReply['type']]: (reply: Extract<SandboxReply, { type: Type }>) => WarehouseRow[] } = {
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
  built: () => {
    throw new Error('the sandbox warehouse answered another request')
  },
}

const place = Symbol.for('rounds.warehouse.sandbox')
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: Map<string, SandboxPool> }

/** The one pool of this process for a file. */
function sandboxPool({ folder, file }: { folder: string; file: string }): SandboxPool {
  const pools = (shared[place] ??= new Map<string, SandboxPool>())
  const key = `${folder}/${file}`
  const pool = pools.get(key) ?? new SandboxPool(folder, file)
  pools.set(key, pool)
  return pool
}

const kept = new KeptResults()

async function query(owner: string, text: string, seconds: number, signal: AbortSignal): Promise<WarehouseRow[]> {
  const known = kept.get(owner, text)
  if (known) return known
  const pool = sandboxPool(await sandboxFile())
  const reply = await withDeadline(provider, seconds, signal, (both) => pool.ask(owner, { action: 'query', query: text, limits: resultLimits, maxResidentBytes }, both))
  const rows = ends[reply.type](reply as never)
  kept.keep(owner, text, rows)
  return rows
}

/** DuckDB with invented data, closed to files and network; read-only. */
export const warehouseSandbox = defineProvider({
  kind: 'warehouse',
  id: 'sandbox',
  title: 'Sandbox',
  description: `100,000 invented claims with their remittances, in DuckDB’s SQL, for trying things out. No set-up. ${sandboxTables}`,
  config: z.object({ timeoutSeconds: z.int().min(1).max(60).default(20).meta({ title: 'Time limit', description: 'Seconds that a query may take.' }) }),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ config, organizationId }) {
    const owner = organizationId ?? randomUUID()
    return {
      query: (text, signal) => query(owner, text, config.timeoutSeconds, signal),
      async test(signal) {
        // It may be the first to need the tables, and has to wait until they are made.
        const [row] = await query(owner, 'SELECT count(*) AS claims FROM claims', 20, signal)
        return `The sandbox warehouse works; it has ${Number(row?.['claims']).toLocaleString('en-US')} claims. Its tables are claims, remittances, patients, payers and providers; DESCRIBE claims shows the columns of one.`
      },
    }
  },
})
