import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { schedules } from '#db/schema/schedules'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import { cancelRun } from '#lib/engine/cancel-run'
import { startRun } from '#lib/engine/start-run'
import { newId, randomToken } from '#lib/ids'
import { workloads, type Workload } from './workloads.ts'

/** What a run is started with; its kind and number tell how it must end. */
export type StartData = { kind: string; n: number; slowMs: number; cancelAfterMs: number | null; asyncResultId?: string }

export type Traffic = {
  /** Runs whose start was answered: none of them may be missing. */
  accepted: Map<string, StartData>
  /** Runs that somebody asked to cancel, whether or not the answer was heard. */
  cancelled: Set<string>
  /** Starts runs until so many are under way, and cancels those whose time has come. Throws when the database is away. */
  keep(inFlight: number): Promise<void>
  cancelDue(): Promise<void>
}

type Published = Workload & { kind: string; workflowId: string; versionId: string }

/** How many runs one look starts at most, so that a backlog after a crash does not come all at once. */
const atOnce = 25

async function publish(organizationId: string): Promise<Published[]> {
  const published: Published[] = []
  for (const [kind, workload] of Object.entries(workloads)) {
    const { definition } = workload
    const [workflowId, versionId] = [newId(), newId()]
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(workflows).values({ id: workflowId, organizationId, slug: kind.toLowerCase(), name: kind, draft: definition, formToken: randomToken() })
      await tx.insert(workflowVersions).values({ id: versionId, organizationId, workflowId, number: 1, definition })
      await tx.update(workflows).set({ publishedVersionId: versionId }).where(eq(workflows.id, workflowId))
    })
    published.push({ ...workload, kind, workflowId, versionId })
  }
  return published
}

/** Publishes every kind of workflow, with a schedule for one of them that is due every minute and has some minutes to make up for. */
export async function beginTraffic(organizationId: string, random: () => number, admin: () => pg.Client): Promise<Traffic> {
  const kinds = await publish(organizationId)
  const accepted: Traffic['accepted'] = new Map()
  const cancelled: Traffic['cancelled'] = new Set()
  const due: { runId: string; at: number }[] = []
  const [scheduled] = kinds
  if (scheduled)
    await inOrganization(organizationId, async (tx) => {
      const nextAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 5 * 60_000)
      const startData = { kind: scheduled.kind, n: 1, slowMs: 0, cancelAfterMs: null }
      await tx.insert(schedules).values({ id: newId(), organizationId, workflowId: scheduled.workflowId, name: 'Every minute', cron: '* * * * *', timeZone: 'UTC', startData, missedPolicy: 'all', overlapPolicy: 'allow', nextAt })
    })

  async function startOne(): Promise<void> {
    const { kind, workflowId, versionId, definition, waitsForResult } = kinds[Math.floor(random() * kinds.length)] as Published
    const startData: StartData = {
      kind,
      n: Math.floor(random() * 1000),
      slowMs: random() < 0.5 ? 0 : Math.floor(random() * 400),
      cancelAfterMs: random() < 0.05 ? Math.floor(random() * 3000) : null,
      ...(waitsForResult ? { asyncResultId: newId() } : {}),
    }
    const { runId } = await inOrganization(organizationId, async (tx) => {
      if (startData.asyncResultId)
        await tx.insert(asyncResults).values({ id: startData.asyncResultId, organizationId, kind: 'sleep', dueAt: new Date(Date.now() + startData.n * 3), dueOutcome: { status: 'completed', result: 'slept' } })
      return await startRun(tx, { organizationId, workflowId, versionId, definition, startData, trigger: 'api', startedBy: 'chaos', startedByUserId: null })
    })
    accepted.set(runId, startData)
    if (startData.cancelAfterMs !== null) due.push({ runId, at: Date.now() + startData.cancelAfterMs })
  }

  return {
    accepted,
    cancelled,
    async keep(inFlight) {
      const { rows } = await admin().query<{ count: number }>(`select count(*)::int as count from runs where parent_run_id is null and status in ('running', 'suspended')`)
      for (let missing = Math.min(inFlight - (rows[0]?.count ?? 0), atOnce); missing > 0; missing--) await startOne()
    },
    async cancelDue() {
      for (const next of due.filter(({ at }) => at <= Date.now())) {
        cancelled.add(next.runId)
        await inOrganization(organizationId, (tx) => cancelRun(tx, { organizationId, runId: next.runId, by: 'chaos' })).catch((error: unknown) => {
          // A run that has ended cannot be cancelled any more.
          if (!(error instanceof ApiError)) throw error
        })
        due.splice(due.indexOf(next), 1)
      }
    },
  }
}
