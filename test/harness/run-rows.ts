import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { engineDb } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { metrics } from '#lib/metrics'

/** A run and its tasks as stored in Postgres, without the values that differ from run to run. */
export async function rowsOf(id: string): Promise<object> {
  const [run] = await engineDb().select().from(runs).where(eq(runs.id, id))
  const own = await engineDb()
    .select({ task: tasks, output: sql<string>`output::text` })
    .from(tasks)
    .where(eq(tasks.runId, id))
    .orderBy(tasks.id)
  const {
    id: _id,
    createdAt,
    finishedAt,
    activeMs: _active,
    leaseEpoch: _epoch,
    revision: _revision,
    ...rest
  } = run ?? ({} as typeof runs.$inferSelect)
  if (finishedAt) expect(createdAt.getTime()).toBeLessThanOrEqual(finishedAt.getTime() + 50)
  return {
    run: rest,
    // As text, which distinguishes JSON's null from none.
    tasks: own.map(
      ({
        output,
        task: { id: _own, runId: _run, createdAt: _created, startedAt, finishedAt: ended, ...task },
      }) => ({
        ...task,
        output,
        times: [
          startedAt !== null,
          ended !== null,
          startedAt === null || (ended ?? startedAt) >= startedAt,
        ],
      }),
    ),
  }
}

/** How many attempts of the step type “transform” this process has counted as done. */
export const attemptsCounted = async () =>
  (await metrics.taskSeconds.get()).values.find(
    ({ labels, metricName }) =>
      metricName?.endsWith('_count') && labels.type === 'transform' && labels.outcome === 'done',
  )?.value ?? 0
