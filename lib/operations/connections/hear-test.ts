import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { engineDb, type Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { watchRuns } from '#lib/engine/watch/watch'
import { livingLabels } from '../workers/living-labels.ts'
import type { ConnectionRow } from './connection-view.ts'
import { askConnection, storeTest, type TestOutcome } from './ask-connection.ts'

const testPayload = z.object({ connectionId: z.uuid() })
/** A worker takes the job within a second, and asks for 20 s at most. */
const patienceMs = 30_000

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Has a worker with the connection's label test it, and waits for what it found: this process may
 * not reach the system.
 */
export async function testByWorker(
  row: ConnectionRow,
  workerLabel: string,
  { transaction, signal }: { transaction: Transaction; signal: AbortSignal },
): Promise<TestOutcome> {
  const { byLabel } = await transaction(livingLabels)
  if (!byLabel.has(workerLabel))
    return {
      ok: false,
      message: `No worker with the label “${workerLabel}” is alive. Start one there with WORKER_LABELS=${workerLabel}.`,
    }
  const before = row.lastTestAt?.getTime() ?? 0
  await transaction((tx) => tx.execute(sql`select enqueue_connection_test(${row.id}::uuid)`))
  let found: TestOutcome | undefined
  const isThere = async (): Promise<boolean> => {
    const [now] = await transaction((tx) =>
      tx.select().from(connections).where(eq(connections.id, row.id)),
    )
    if (!now?.lastTestAt || now.lastTestAt.getTime() <= before) return false
    found = { ok: now.lastTestOk ?? false, message: now.lastTestMessage ?? '' }
    return true
  }
  await watchRuns().waitUntil(row.id, isThere, { timeoutMs: patienceMs, signal })
  return (
    found ?? {
      ok: false,
      message: `The workers with the label “${workerLabel}” did not answer. Try again.`,
    }
  )
}

/** A job `connection-test` of a worker with the connection's label. */
export async function hearTest(payload: unknown): Promise<void> {
  const { connectionId } = testPayload.parse(payload)
  const [row] = await engineDb().select().from(connections).where(eq(connections.id, connectionId))
  if (row) await storeTest(row, new Date(), await askConnection(row, {}))
}
