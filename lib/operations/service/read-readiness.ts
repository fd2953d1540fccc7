import { setTimeout as delay } from 'node:timers/promises'
import { authPool } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { shortageOf } from '#lib/shortage'
import { store } from '#lib/store/store'

type Reason = 'database' | 'storage' | 'no_worker'
type Ready = { status: 'ready'; workers: number }

/** A database that takes longer to answer cannot serve requests either. */
const withinMs = 2000
/** As in lib/engine/worker/liveness.ts: a worker writes a sign of life each second. */
const silentSeconds = 20
/** The address is public: one check per second serves all requests. */
const fresh = { forMs: 1000 }
/** Any number that no other advisory lock uses. */
const probeLock = 7_268_368_002

const sentences: Record<Reason, string> = {
  database: 'The database does not answer, or takes no connection.',
  storage:
    'Nothing can be written: the disk of the database or of the data folder is full or broken.',
  no_worker: 'No worker lives, so runs wait. Start one: npm run worker.',
}

/**
 * Checks that this process can serve: the database answers and can write, the data folder is
 * writable, and a worker is alive. Throws 503 when not; `details.reason` is `database`, `storage`
 * or `no_worker`. `workers` is the number of live workers.
 */
export async function readReadiness(): Promise<Ready> {
  if (!last || Date.now() - last.at >= fresh.forMs) last = { at: Date.now(), answer: look() }
  return await last.answer
}

let last: { at: number; answer: Promise<Ready> } | undefined

async function look(): Promise<Ready> {
  const database = Promise.race([tryDatabase(), tooLate()]).catch((error: unknown) => {
    throw notReady(shortageOf(error) ?? 'database', error)
  })
  const files = Promise.race([tryStore(), tooLate()]).catch((error: unknown) => {
    throw notReady('storage', error)
  })
  const [workers] = await Promise.all([database, files])
  if (workers === 0) throw notReady('no_worker')
  return { status: 'ready', workers }
}

function notReady(reason: Reason, cause?: unknown): ApiError {
  const headers = { 'retry-after': '5' }
  return new ApiError('unavailable', sentences[reason], { reason }, { headers, cause })
}

/**
 * A write that is rolled back: TRUNCATE gives the table a new file, the rows need space in it, and
 * the rollback deletes it. (A row in an existing file may find space even on a full disk.) When
 * another process does this check, its result counts.
 */
async function tryDatabase(): Promise<number> {
  const client = await authPool().connect()
  let broken = true
  try {
    await client.query(`begin; set local lock_timeout = '1s'`)
    const { rows } = await client.query<{ workers: number; mine: boolean }>(
      `select pg_try_advisory_xact_lock($1) as mine, (select count(*)::int from workers
         where seen_at > now() - make_interval(secs => $2)) as workers`,
      [probeLock, silentSeconds],
    )
    if (rows[0]?.mine)
      await client.query(`truncate write_probe;
        insert into write_probe select repeat('x', 100) from generate_series(1, 500)`)
    await client.query('rollback')
    broken = false
    return rows[0]?.workers ?? 0
  } finally {
    client.release(broken)
  }
}

/** Uploads and large values are written to the store. */
async function tryStore(): Promise<void> {
  await (await store()).probe()
}

async function tooLate(): Promise<never> {
  await delay(withinMs, undefined, { ref: false })
  throw new Error(`no answer within ${withinMs} ms`)
}
