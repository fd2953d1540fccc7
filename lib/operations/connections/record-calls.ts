import { sql } from 'drizzle-orm'
import { beforeClosing, inOrganization } from '#db/client'
import type { connectionHistory } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import type { ConnectionRow } from './connection-view.ts'

/**
 * Who calls a connection; all absent when the service itself does. A step waits for a free call by
 * `hold`.
 */
export type Caller = {
  runId?: string | undefined
  taskId?: string | undefined
  requestId?: string | undefined
  hold?: ((waiting: Promise<unknown>) => Promise<void>) | undefined
}

type Call = typeof connectionHistory.$inferInsert
type Recorded = Pick<ConnectionRow, 'id' | 'organizationId'>

/** The number of calls that are stored for each connection, the last ones. */
export const maxStoredCalls = 100
const everyMs = 1000

// On globalThis, because a bundler may load this file twice.
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
 * Answers a provider's error code when it looks like a code. Any other text may contain personal
 * data and is left out.
 */
function codeOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^([A-Za-z][A-Za-z0-9_.:-]{0,59}|\d{1,6})$/.test(text)
    ? text
    : null
}

const codesOfNames: Readonly<Record<string, string>> = {
  AbortError: 'cancelled',
  TimeoutError: 'timed_out',
}

/** Describes an error by codes only: messages and details may name patients. */
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
  return { error: codesOfNames[name] ?? 'internal_error' }
}

function remember(call: Call): void {
  const calls = buffer.calls.get(call.connectionId) ?? []
  calls.push(call)
  if (calls.length > maxStoredCalls) calls.shift()
  buffer.calls.set(call.connectionId, calls)
  // The timer does not keep the process alive: closing the database writes the rest.
  buffer.timer ??= setTimeout(() => void writeCalls(), everyMs).unref()
}

async function writeOf(organizationId: string, calls: Call[]): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    // Does not wait for the disk: a crash of the database may lose the last calls.
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
    // The connection may be deleted, or the database away: callers must not fail for that.
    await writeOf(organizationId, calls).catch((error: unknown) =>
      log.warn({ error, calls: calls.length }, 'calls of connections could not be recorded'),
    )
}

/**
 * Writes the calls that are not written yet. A timer does so once a second, and the process when it
 * closes the database; a crash loses the last second.
 */
export async function writeCalls(): Promise<void> {
  clearTimeout(buffer.timer)
  buffer.timer = undefined
  buffer.writing = buffer.writing.then(write)
  await buffer.writing
}

beforeClosing('connection-history', writeCalls)

/**
 * Wraps a port so that its calls are recorded: method, time, duration, result and caller, but no
 * content. They are written once a second, in one commit per organization. The last
 * `maxStoredCalls` of a connection are stored.
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
        const at = new Date()
        const started = performance.now()
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
