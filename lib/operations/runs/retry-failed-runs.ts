import { and, asc, gt } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { requireWorkflow } from '../access/scope-of.ts'
import { defineOutsideOperation, type CallInfo } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { failedRunsOf, publishedDefinition } from './failed-runs.ts'
import { retryRun } from './retry-run.ts'

type Input = {
  id: string
  stepId: string
  version: 'same' | 'newest'
  after?: string | undefined
}
type Refusal = { runId: string; message: string }
type Output = { workflowId: string; retried: number; refused: Refusal[]; next: string | null }

/** Limits the time of one call. */
const atOnce = 500
/** The number of connections to Postgres that are used at once. */
const sideBySide = 4

/** Whether somebody retried the run meanwhile, which is what the caller wanted, too. */
const isRetried = ({ code, details }: ApiError): boolean =>
  code === 'conflict' && 'retriedAs' in details

/** Retries one run. Says why not; undefined when it was retried, `already` by somebody else. */
async function retryOne(
  actor: Actor,
  runId: string,
  { stepId, version }: Input,
  info: CallInfo,
): Promise<Refusal | 'already' | undefined> {
  try {
    await retryRun(actor, { id: runId, stepId, version, onlyOnce: true }, info)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
    return isRetried(error) ? 'already' : { runId, message: error.message }
  }
}

/**
 * Retries the runs that failed at a step and that nobody has retried, oldest first, each with its own
 * transaction and audit entry: one for all would be lost whole when the last is refused. Throws 404,
 * 403 when the caller may not start the workflow, and 409 when the version that is published now
 * does not have the step.
 */
export const retryFailedRuns = defineOutsideOperation<Input, Output>({
  name: 'retryFailedRuns',
  permission: 'runs:control',
  audit: ({ input, output }) => ({
    action: 'workflow.runs-retried',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { stepId: input.stepId, version: input.version, retried: output.retried },
  }),
  async run({ actor, input, info, transaction }) {
    const { workflowId, ids } = await transaction(async (tx) => {
      const workflow = await getWorkflowFor(tx, actor, input.id, 'seeRuns')
      requireWorkflow(actor, workflow, 'run', { what: 'workflow', id: input.id })
      const published = await publishedDefinition(tx, workflow)
      if (input.version === 'newest' && !published?.steps.some(({ id }) => id === input.stepId))
        throw new ApiError(
          'conflict',
          `The version that is published now has no step "${input.stepId}". ` +
            'Retry with the version of each run, or publish one that has it.',
        )
      const found = await tx
        .select({ id: runs.id })
        .from(runs)
        .where(
          and(
            failedRunsOf(workflow.id, input.stepId),
            input.after === undefined ? undefined : gt(runs.id, input.after),
          ),
        )
        .orderBy(asc(runs.id))
        .limit(atOnce)
      return { workflowId: workflow.id, ids: found.map(({ id }) => id) }
    })
    const requestOf = info.requestId ? { requestId: info.requestId } : {}
    const refused: Refusal[] = []
    let retried = 0
    for (let from = 0; from < ids.length; from += sideBySide)
      for (const result of await Promise.all(
        ids
          .slice(from, from + sideBySide)
          .map(async (id) => await retryOne(actor, id, input, requestOf)),
      ))
        if (result === undefined) retried += 1
        else if (result !== 'already') refused.push(result)
    const next = ids.length < atOnce ? null : (ids.at(-1) ?? null)
    return { workflowId, retried, refused, next }
  },
})
