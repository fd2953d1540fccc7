import type { WorkflowExport } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from './find-workflow.ts'
import { getVersionOrThrow } from './versions/version-view.ts'

/** Exports the draft, or one published version, as a file that any organization can import. */
export const exportWorkflow = defineOperation<
  { id: string; version?: number | undefined },
  WorkflowExport
>({
  name: 'exportWorkflow',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const definition =
      input.version === undefined
        ? workflow.draft
        : (await getVersionOrThrow(tx, workflow, input.version)).definition
    return {
      format: 'rounds.workflow',
      version: 1,
      name: workflow.name,
      slug: workflow.slug,
      description: workflow.description,
      tags: workflow.tags,
      definition,
    }
  },
})
