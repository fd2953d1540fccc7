import { eq } from 'drizzle-orm'
import { connections } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import { defineOutsideOperation } from '../define-operation.ts'
import { getConnectionOrThrow } from './find-connection.ts'
import { openRow } from './open-connection.ts'

type Tested = { ok: boolean; message: string; at: string }

const patienceMs = 20_000

/** Tests a connection; a provider that refuses or does not answer is an answer, not an error. */
export const testConnection = defineOutsideOperation<{ id: string }, Tested>({
  name: 'testConnection',
  permission: 'connections:manage',
  audit: ({ input, output }) => ({
    action: 'connection.tested',
    objectKind: 'connection',
    objectId: input.id,
    details: { ok: output.ok },
  }),
  async run({ input, info, signal, transaction }) {
    const row = await transaction((tx) => getConnectionOrThrow(tx, input.id))
    const at = new Date()
    let outcome: { ok: boolean; message: string }
    try {
      outcome = {
        ok: true,
        message: await openRow(row, info).test(
          AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        ),
      }
    } catch (error) {
      if (!(error instanceof ApiError))
        log.warn({ error, connectionId: row.id }, 'the test of a connection failed unexpectedly')
      outcome = {
        ok: false,
        message:
          error instanceof ApiError
            ? error.message
            : 'The test did not finish. Check the address and try again.',
      }
    }
    await transaction((tx) =>
      tx
        .update(connections)
        .set({ lastTestAt: at, lastTestOk: outcome.ok, lastTestMessage: outcome.message })
        .where(eq(connections.id, row.id)),
    )
    return { ...outcome, at: at.toISOString() }
  },
})
