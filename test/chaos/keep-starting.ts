import { setTimeout as delay } from 'node:timers/promises'
import { inOrganization } from '#db/client'
import { unnamed } from '#lib/domain/run/case-name'
import type { Definition } from '#lib/domain/workflow/definition'
import { startBatched } from '#lib/engine/commands/start-batched'
import { startRun } from '#lib/engine/commands/start-run'
import { isConnectionError } from '#lib/engine/store/connection-retry'
import { newId } from '#lib/ids'
import { seedWorkflow } from '../harness/seed-organization.ts'

/** A run whose start was answered, and when. */
export type Acknowledged = { runId: string; at: number }
type Load = { organizationId: string; definition: Definition; callers: number }

const pauseMs = 20

/** Starts runs until `signal` fires, from several callers; adds those whose start was answered. */
export async function keepStarting(
  { organizationId, definition, callers }: Load,
  acknowledged: Acknowledged[],
  signal: AbortSignal,
): Promise<void> {
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  const start = { organizationId, workflowId, versionId, trigger: 'api' as const }
  const actor = { actorKind: 'system', actorName: 'a caller', requestId: null }
  const audit = { ...actor, actorId: organizationId, action: 'run.started', details: {} }
  const by = { startedBy: 'a caller', startedByUserId: null }
  async function startOne(): Promise<void> {
    const run = { ...start, ...by, runId: newId(), startData: { n: acknowledged.length } }
    const { refusal } = await startBatched({ ...run, ...unnamed, slug: null, audit, key: null })
    // The first of a version, which leaves its first tasks for the others.
    if (refusal !== null)
      await inOrganization(organizationId, async (tx) => await startRun(tx, { ...run, definition }))
    acknowledged.push({ runId: run.runId, at: Date.now() })
  }
  async function call(): Promise<void> {
    for (; !signal.aborted; await delay(pauseMs))
      await startOne().catch((error: unknown) => {
        // A caller gets 503 for these, and starts again.
        if (!isConnectionError(error)) throw error
      })
  }
  await Promise.all(Array.from({ length: callers }, call))
}
