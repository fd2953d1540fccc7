import { sql } from 'drizzle-orm'
import { beforeClosing, inOrganization } from '#db/client'
import type { connectionHistory } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import type { ConnectionRow } from './connection-view.ts'

/**
 * On whose behalf a connection is called; nothing of it for what the service does by itself. A step
 * waits for room by `hold`.
 */
export type Caller = {
  runId?: string | undefined
  taskId?: string | undefined
  requestId?: string | undefined
  hold?: ((waiting: Promise<unknown>) => Promise<void>) | undefined
}

type Call = typeof connectionHistory.$inferInsert
type Recorded = Pick<ConnectionRow, 'id' | 'organizationId'>

/** So many calls of a connection are kept, the last ones. */
export const maxStoredCalls = 100
const everyMs = 1000

// One buffer per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.connection-history')
type Buffer = {
  calls: Map<string, Call[]>
  timer: NodeJS.Timeout | undefined
  writing: Promise<void>
}
const holder = globalThis as unknown as Record<symbol, Buffer | undefined>
const buffer: Buffer = (holder[key] ??= {
  calls: new Map(),
  timer: undefined,
  writing: Promise.resolve(),
})

/**
 * A provider's code as it may be shown. What looks like anything else than a code could hold
 * somebody's data, and is left out.
 */
function codeOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^([A-Za-z][A-Za-z0-9_.:-]{0,59}|\d{1,6})$/.test(text)
    ? text
    : null
}

/** What went wrong, in codes: messages and details may name patients. */
function failureOf(error: unknown): Pick<Call, 'error' | 'providerStatus' | 'providerCode'> {
  if (error instanceof ApiError) {
    const { status, code } = error.details
    return {
      error: error.code,
      providerStatus: Number.isInteger(status) ? Number(status) : null,
      providerCode: codeOf(code),
    }
  }
  const name = error instanceof Error ? error.name : ''
  return {
    error:
      name === 'AbortError'
        ? 'cancelled'
        : name === 'TimeoutError'
          ? 'timed_out'
          : 'internal_error',
  }
}

function remember(call: Call): void {
  const calls = buffer.calls.get(call.connectionId) ?? []
  calls.push(call)
  if (calls.length > maxStoredCalls) calls.shift()
  buffer.calls.set(call.connectionId, calls)
  // Not waited for at the process's end: closing the database writes what is left.
  buffer.timer ??= setTimeout(() => void writeCalls(), everyMs).unref()
}

async function writeOf(organizationId: string, calls: Call[]): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    // The history is worth no wait for the disk: a crash of the database may cost its last moments.
    await tx.execute(sql`set local synchronous_commit = off`)
    const rows = calls.map((call) => ({ ...call, at: call.at.toISOString() }))
    await tx.execute(sql`
      insert into connection_history (id, organization_id, connection_id, at, operation,
        duration_ms, error, provider_status, provider_code, run_id, task_id, request_id)
      select id, ${organizationId}::uuid, "connectionId", at, operation, "durationMs", error,
        "providerStatus", "providerCode", "runId", "taskId", "requestId"
      from json_to_recordset(${JSON.stringify(rows)}::json) as call(id uuid, "connectionId" uuid,
        at timestamptz, operation text, "durationMs" integer, error text,
        "providerStatus" integer, "providerCode" text, "runId" uuid, "taskId" uuid,
        "requestId" text)
      where exists (select from connections where connections.id = "connectionId")`)
    const touched = [...new Set(calls.map(({ connectionId }) => connectionId))]
    await tx.execute(sql`
      delete from connection_history
        using unnest(${sql.param(touched)}::uuid[]) as touched (connection)
      where connection_id = connection and id < (
        select kept.id from connection_history as kept where kept.connection_id = connection
          order by kept.id desc offset ${maxStoredCalls - 1} limit 1)`)
  })
}

async function write(): Promise<void> {
  const byOrganization = Map.groupBy(
    [...buffer.calls.values()].flat(),
    ({ organizationId }) => organizationId,
  )
  buffer.calls = new Map()
  for (const [organizationId, calls] of byOrganization)
    // A connection deleted meanwhile, or a database that is away: nobody's work may fail for it.
    await writeOf(organizationId, calls).catch((error: unknown) =>
      log.warn({ error, calls: calls.length }, 'calls of connections could not be noted'),
    )
}

/**
 * Writes the calls that are not written yet. It happens by itself once a second, and when the
 * process closes the database; a crash costs the last second.
 */
export async function writeCalls(): Promise<void> {
  clearTimeout(buffer.timer)
  buffer.timer = undefined
  buffer.writing = buffer.writing.then(write)
  await buffer.writing
}

beforeClosing('connection-history', writeCalls)

/**
 * The same port, whose calls are remembered: which method, when, for how long, what came of it and
 * who asked; nothing of what was said. They are written together once a second, one commit an
 * organization, and the last `maxStoredCalls` of a connection are kept.
 */
export function recordCalls<Port extends object>(
  port: Port,
  { id: connectionId, organizationId }: Recorded,
  { runId, taskId, requestId }: Caller = {},
): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]): Promise<unknown> => {
        const [at, started] = [new Date(), performance.now()]
        const note = (failure: Partial<Call> = {}) =>
          remember({
            id: newId(),
            organizationId,
            connectionId,
            at,
            operation: String(name),
            durationMs: Math.round(performance.now() - started),
            runId,
            taskId,
            requestId,
            ...failure,
          })
        try {
          const result = (await Reflect.apply(member, target, given)) as unknown
          note()
          return result
        } catch (error) {
          note(failureOf(error))
          throw error
        }
      }
    },
  })
}
