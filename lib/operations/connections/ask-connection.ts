import { eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import type { ConnectionRow } from './connection-view.ts'
import { openRow } from './open-connection.ts'
import type { Caller } from './record-calls.ts'

export type TestOutcome = { ok: boolean; message: string }

const patienceMs = 20_000

/** Tests a connection from here; a provider that refuses or does not answer is an answer. */
export async function askConnection(
  row: ConnectionRow,
  caller: Caller,
  signal?: AbortSignal,
): Promise<TestOutcome> {
  const within = AbortSignal.timeout(patienceMs)
  try {
    const message = await openRow(row, caller).test(
      signal ? AbortSignal.any([signal, within]) : within,
    )
    return { ok: true, message }
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, message: error.message }
    log.warn({ error, connectionId: row.id }, 'the test of a connection failed unexpectedly')
    return { ok: false, message: 'The test did not finish. Check the address and try again.' }
  }
}

/** Notes what a test found. */
export async function storeTest(
  { id, organizationId }: Pick<ConnectionRow, 'id' | 'organizationId'>,
  at: Date,
  { ok, message }: TestOutcome,
): Promise<void> {
  await inOrganization(organizationId, (tx) =>
    tx
      .update(connections)
      .set({ lastTestAt: at, lastTestOk: ok, lastTestMessage: message })
      .where(eq(connections.id, id)),
  )
}
