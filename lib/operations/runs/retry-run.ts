import { eq } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import type { RunStatus } from '#lib/domain/statuses'
import { retryFromStep } from '#lib/engine/retry-from-step'
import { defineOperation } from '../define-operation.ts'
import { readStartData } from './start-data.ts'

type Retry = { id: string; stepId?: string | undefined; version: 'same' | 'newest'; startData?: unknown }

/** A run again, whole or from one of its steps, as a new run; new start data is checked against the version that it will run. */
export const retryRun = defineOperation<Retry, { id: string; status: RunStatus }>({
  name: 'retryRun',
  permission: 'runs:control',
  audit: ({ input, output }) => ({ action: 'run.retried', objectKind: 'run', objectId: output.id, details: { retriedFrom: input.id, stepId: input.stepId ?? null, startData: input.startData === undefined ? 'same' : 'changed', version: input.version } }),
  async run({ actor, input, tx }) {
    const [row] = await tx
      .select({ run: runs, published: workflows.publishedVersionId, draft: workflows.draft })
      .from(runs)
      .innerJoin(workflows, eq(workflows.id, runs.workflowId))
      .where(eq(runs.id, input.id))
    if (!row) throw ApiError.notFound('run', input.id)
    const versionId = input.version === 'newest' && row.run.versionId ? row.published : row.run.versionId
    const [version] = versionId ? await tx.select({ definition: workflowVersions.definition }).from(workflowVersions).where(eq(workflowVersions.id, versionId)) : []
    const definition = version?.definition ?? row.run.draftDefinition ?? row.draft
    const { organizationId } = actor
    const startData =
      input.startData === undefined
        ? undefined
        : await readStartData(tx, definition.startData, input.startData, 'startData', {
            organizationId,
          })
    const { runId } = await retryFromStep(tx, {
      organizationId: actor.organizationId,
      runId: input.id,
      stepId: input.stepId,
      version: input.version,
      by: actor.name,
      byUserId: actor.kind === 'user' ? actor.id : null,
      ...(startData ? { startData } : {}),
    })
    return { id: runId, status: 'running' }
  },
})
