import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { connections } from '#db/schema/connections'
import { schedules } from '#db/schema/schedules'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { unnamed } from '#lib/domain/run/case-name'
import { ApiError } from '#lib/domain/api-error'
import { storedSettings } from '#lib/domain/workflow/stored-settings'
import { cancelRun } from '#lib/engine/commands/cancel-run'
import { pauseWorkflow, resumeWorkflow } from '#lib/engine/commands/pause-workflow'
import { startRun } from '#lib/engine/commands/start-run'
import { startKnown } from '#lib/engine/commands/start-known'
import { newId, randomToken } from '#lib/ids'
import { stepTypes } from '#lib/steps/registry'
import { atOnce as callsAtOnce } from './effects.ts'
import { workloads, type Workload } from './workloads.ts'

/** The start data of a run; its kind and number determine its end. */
export type StartData = {
  kind: string
  n: number
  slowMs: number
  cancelAfterMs: number | null
  asyncResultId?: string
  connectionId?: string
}

export type Traffic = {
  /** Runs whose start was answered: none of them may be missing. */
  accepted: Map<string, StartData>
  /** Runs that a caller asked to cancel, even if the answer was lost. */
  cancelled: Set<string>
  /**
   * Starts runs until this many are active, and cancels those that are due. Throws when the
   * database cannot be reached.
   */
  keep(inFlight: number): Promise<void>
  cancelDue(): Promise<void>
  /** Alternately pauses and resumes `paused`; resumes it for good when `over`. */
  pauseAndResume(over: boolean): Promise<void>
  /** How often a workflow was paused. */
  pauses(): number
}

type Published = Workload & { kind: string; workflowId: string; versionId: string }

/** How long a workflow is paused, and how long it then continues. */
const pausedMs = 4000

/**
 * The max number of runs that one round starts, so that a backlog after a crash is spread, and how
 * many of them at the same moment.
 */
const atOnce = 100
const together = 10

async function publish(organizationId: string): Promise<Published[]> {
  const published: Published[] = []
  for (const [kind, workload] of Object.entries(workloads)) {
    const { definition } = workload
    const workflowId = newId()
    const versionId = newId()
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(workflows).values({
        id: workflowId,
        organizationId,
        slug: kind.toLowerCase(),
        name: kind,
        draft: definition,
        formToken: randomToken(),
        ...storedSettings(definition),
      })
      await tx
        .insert(workflowVersions)
        .values({ id: versionId, organizationId, workflowId, number: 1, definition })
      await tx
        .update(workflows)
        .set({ publishedVersionId: versionId })
        .where(eq(workflows.id, workflowId))
    })
    published.push({ ...workload, kind, workflowId, versionId })
  }
  return published
}

/** The title of a run that was started under a key, so that the oracles find those of one key. */
const titleOfKey = (key: string): string => `key ${key}`

const startKey = (key: string, runId: string) => ({
  id: newId(),
  operation: 'chaos',
  key,
  fingerprint: key,
  expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
  answer: { id: runId },
})

/**
 * Publishes every kind of workflow, with schedules for two of them that are due every minute and
 * have some minutes to make up for.
 */
export async function beginTraffic(
  organizationId: string,
  random: () => number,
  admin: () => pg.Client,
): Promise<Traffic> {
  const kinds = await publish(organizationId)
  const accepted: Traffic['accepted'] = new Map()
  const cancelled: Traffic['cancelled'] = new Set()
  const due: { runId: string; at: number }[] = []
  const startedAt = Date.now()
  const connectionId = newId()
  const connection = {
    id: connectionId,
    organizationId,
    kind: 'homecare' as const,
    slug: 'limited',
    provider: 'sandbox',
    name: 'Limited',
    config: {},
    maxConcurrent: callsAtOnce,
  }
  await inOrganization(
    organizationId,
    async (tx) => await tx.insert(connections).values(connection),
  )
  let turns = 0
  const [allowed, queued] = kinds
  for (const [scheduled, policies] of [
    [allowed, { missedPolicy: 'all', overlapPolicy: 'allow' }],
    [queued, { missedPolicy: 'latest', overlapPolicy: 'queue' }],
  ] as const) {
    if (!scheduled) continue
    await inOrganization(organizationId, async (tx) => {
      const nextAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 5 * 60_000)
      const startData = { kind: scheduled.kind, n: 1, slowMs: 0, cancelAfterMs: null }
      await tx.insert(schedules).values({
        id: newId(),
        organizationId,
        workflowId: scheduled.workflowId,
        name: 'Every minute',
        cron: '* * * * *',
        timeZone: 'UTC',
        startData,
        ...policies,
        nextAt,
      })
    })
  }

  async function startOne(): Promise<void> {
    const { kind, workflowId, versionId, definition, needs } = kinds[
      Math.floor(random() * kinds.length)
    ] as Published
    const startData: StartData = {
      kind,
      n: Math.floor(random() * 1000),
      slowMs: random() < 0.5 ? 0 : Math.floor(random() * 400),
      cancelAfterMs: random() < 0.05 ? Math.floor(random() * 3000) : null,
      ...(needs === 'result' ? { asyncResultId: newId() } : {}),
      ...(needs === 'connection' ? { connectionId } : {}),
    }
    const runId = newId()
    const start = {
      organizationId,
      workflowId,
      versionId,
      definition,
      startData,
      trigger: 'api' as const,
      startedBy: 'chaos',
      startedByUserId: null,
    }
    const actor = {
      actorKind: 'system',
      actorId: organizationId,
      actorName: 'chaos',
      requestId: null,
    }
    const audit = { ...actor, action: 'run.started', details: {} }
    // Starts known workflows like the API: handed to a worker, or through the queue. A refused
    // start is repeated below.
    if (!needs && random() < 0.5) {
      const { definition: drawn, ...known } = start
      const waits = random() < 0.5
      const options = {
        waits,
        ...(waits ? { reader: { ...actor, withinMs: 60_000 } } : {}),
        ...(random() < 0.5 ? { inline: { stepTypes, definition: drawn } } : {}),
      }
      const key = random() < 0.5 ? newId() : null
      const startAs = async (id: string) => {
        const row = {
          ...known,
          runId: id,
          slug: null,
          ...unnamed,
          title: key ? titleOfKey(key) : null,
          audit,
        }
        const { refusal } = await startKnown(
          { ...row, key: key ? startKey(key, id) : null },
          options,
        )
        if (refusal === null) took(id, startData)
        return refusal === null
      }
      // An impatient caller sends the request twice under its key; one of them starts a run.
      const ids = key ? [runId, newId()] : [runId]
      const started = await Promise.all(ids.map(startAs))
      if (started.includes(true)) return
    }
    const started = await inOrganization(organizationId, async (tx) => {
      if (startData.asyncResultId)
        await tx.insert(asyncResults).values({
          id: startData.asyncResultId,
          organizationId,
          kind: 'sleep',
          dueAt: new Date(Date.now() + startData.n * 3),
          dueOutcome: { status: 'completed', result: 'slept' },
        })
      return await startRun(tx, start)
    })
    took(started.runId, startData)
  }

  function took(runId: string, startData: StartData): void {
    accepted.set(runId, startData)
    if (startData.cancelAfterMs !== null)
      due.push({ runId, at: Date.now() + startData.cancelAfterMs })
  }

  return {
    accepted,
    cancelled,
    async keep(inFlight) {
      const { rows } = await admin().query<{ count: number }>(
        `select count(*)::int as count from runs
          where parent_run_id is null and status in ('running', 'suspended')`,
      )
      // What is drawn for a run is drawn as its start begins, so the order stays that of the seed.
      for (
        let missing = Math.min(inFlight - (rows[0]?.count ?? 0), atOnce);
        missing > 0;
        missing -= together
      )
        await Promise.all(
          Array.from(
            { length: Math.min(missing, together) },
            async () =>
              await startOne().catch((error: unknown) => {
                if (!(error instanceof ApiError && error.code === 'workflow_paused')) throw error
              }),
          ),
        )
    },
    pauses: () => Math.ceil(turns / 2),
    async pauseAndResume(over) {
      const wanted = over ? turns + (turns % 2) : Math.floor((Date.now() - startedAt) / pausedMs)
      if (wanted <= turns) return
      for (const { workflowId } of kinds.filter(({ paused }) => paused))
        await inOrganization(
          organizationId,
          async (tx) =>
            await (wanted % 2 === 1
              ? pauseWorkflow(tx, workflowId, 'chaos')
              : resumeWorkflow(tx, workflowId)),
        )
      turns = wanted
    },
    async cancelDue() {
      for (const next of due.filter(({ at }) => at <= Date.now())) {
        cancelled.add(next.runId)
        await inOrganization(organizationId, (tx) =>
          cancelRun(tx, { organizationId, runId: next.runId, by: 'chaos' }),
        ).catch((error: unknown) => {
          // A run that has ended cannot be cancelled any more.
          if (!(error instanceof ApiError)) throw error
        })
        due.splice(due.indexOf(next), 1)
      }
    },
  }
}
