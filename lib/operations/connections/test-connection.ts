import { ownServing, serves } from '#lib/worker-labels'
import { defineOutsideOperation } from '../define-operation.ts'
import { askConnection, storeTest } from './ask-connection.ts'
import { getConnectionOrThrow } from './find-connection.ts'
import { testByWorker } from './hear-test.ts'

type Tested = { ok: boolean; message: string; at: string }

/**
 * Tests a connection; a provider that refuses or does not answer is an answer, not an error. One that
 * is bound to a label is tested by a worker with that label.
 */
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
    const { workerLabel } = row
    const isHere = workerLabel === null || serves(ownServing(), workerLabel)
    const outcome = isHere
      ? await askConnection(row, info, signal)
      : await testByWorker(row, workerLabel, { transaction, signal })
    await storeTest(row, at, outcome)
    return { ...outcome, at: at.toISOString() }
  },
})
