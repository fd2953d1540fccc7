import { ApiError } from '#lib/domain/api-error'
import type { RunStatus } from '#lib/domain/statuses'
import { startRun } from '#lib/engine/start-run'
import { defineOperation } from '../define-operation.ts'
import { claimFiles } from '../files/claim-files.ts'
import { publishedVersionOrThrow } from '../runs/start-run.ts'
import { readStartData } from '../runs/start-data.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'

/** Starts a run with what a person filled in. */
export const submitForm = defineOperation<{ slug: string; data?: unknown }, { runId: string; status: RunStatus }>({
  name: 'submitForm',
  permission: 'forms:submit',
  audit: ({ input, output }) => ({ action: 'form.submitted', objectKind: 'run', objectId: output.runId, details: { form: input.slug } }),
  async run({ actor, input, tx, info }) {
    const workflow = await getWorkflowOrThrow(tx, input.slug)
    if (!workflow.publishedVersionId) throw ApiError.notFound('form', input.slug)
    const version = await publishedVersionOrThrow(tx, workflow)
    await claimFiles(tx, input.data)
    const { runId } = await startRun(tx, {
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      versionId: version.id,
      definition: version.definition,
      startData: await readStartData(tx, version.definition.startData, input.data, 'data', {
        organizationId: actor.organizationId,
        signal: info.signal,
      }),
      trigger: 'form',
      startedBy: actor.name,
      startedByUserId: actor.kind === 'user' ? actor.id : null,
    })
    return { runId, status: 'running' }
  },
})
