import type { WorkflowVersion } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from '../find-workflow.ts'
import { getVersionOrThrow, versionSummary } from './version-view.ts'

/** Reads one published version with its definition. */
export const readVersion = defineOperation<{ id: string; number: number }, WorkflowVersion>({
  name: 'readVersion',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const version = await getVersionOrThrow(tx, workflow, input.number)
    return {
      ...versionSummary(version, workflow.publishedVersionId),
      definition: version.definition,
    }
  },
})
