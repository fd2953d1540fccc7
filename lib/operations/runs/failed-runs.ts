import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflowVersions } from '#db/schema/workflows'
import type { FailedStep } from '#lib/contracts/runs/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor, type WorkflowRow } from '../workflows/find-workflow.ts'

const failedAt = sql<string>`${runs.error}->>'stepId'`

/**
 * The failed runs that nobody has retried. A run that was started by another one is retried with
 * that one, and test runs of the draft are not retried.
 */
export const isFailing = and(
  eq(runs.status, 'failed'),
  isNotNull(runs.versionId),
  isNull(runs.parentRunId),
  isNull(runs.loop),
  sql`not exists (select from runs later
    where later.retried_from_run_id = ${runs.id} and later.id > ${runs.id})`,
)

/** The failing runs of a workflow, or those that failed at one of its steps. */
export function failedRunsOf(workflowId: string, stepId?: string): SQL | undefined {
  return and(
    eq(runs.workflowId, workflowId),
    isFailing,
    stepId === undefined ? sql`${failedAt} is not null` : sql`${failedAt} = ${stepId}`,
  )
}

/** The definition that is published now; undefined before the first time. */
export async function publishedDefinition(
  tx: Tx,
  { publishedVersionId }: WorkflowRow,
): Promise<Definition | undefined> {
  if (!publishedVersionId) return undefined
  const [version] = await tx
    .select({ definition: workflowVersions.definition })
    .from(workflowVersions)
    .where(eq(workflowVersions.id, publishedVersionId))
  return version?.definition
}

const titleIn = (definition: Definition | undefined, stepId: string): string | undefined =>
  definition?.steps.find(({ id }) => id === stepId)?.title

/** The steps at which runs of a workflow failed that nobody has retried, the most runs first. */
export const listFailedSteps = defineOperation<{ id: string }, { items: FailedStep[] }>({
  name: 'listFailedSteps',
  permission: 'runs:control',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id, 'seeRuns')
    const found = await tx
      .select({
        stepId: failedAt,
        runs: sql<number>`count(*)::int`,
        newestRunId: sql<string>`(array_agg(${runs.id} order by ${runs.id} desc))[1]`,
        versionId: sql<string>`(array_agg(${runs.versionId} order by ${runs.id} desc))[1]`,
        newestAt: sql<string>`max(${runs.finishedAt})`.mapWith(runs.finishedAt),
      })
      .from(runs)
      .where(failedRunsOf(workflow.id))
      .groupBy(failedAt)
      .orderBy(sql`2 desc`, failedAt)
      .limit(100)
    const published = await publishedDefinition(tx, workflow)
    const items = await Promise.all(
      found.map(async ({ versionId, newestAt, ...step }) => ({
        ...step,
        newestAt: newestAt.toISOString(),
        published: titleIn(published, step.stepId) !== undefined,
        title:
          titleIn(
            await publishedDefinition(tx, { ...workflow, publishedVersionId: versionId }),
            step.stepId,
          ) ?? step.stepId,
      })),
    )
    return { items }
  },
})
