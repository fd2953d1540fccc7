import type { Workflow, WorkflowExport } from '#lib/contracts/workflows/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { chooseSlug } from './choose-slug.ts'
import { requirePlace } from '../folders/move-workflow.ts'
import { insertWorkflow } from './insert-workflow.ts'
import { workflowView } from './workflow-view.ts'

type Input = WorkflowExport & { folderId?: string | undefined }

/**
 * Creates a workflow from an exported file; its problems name what is missing in this organization.
 */
export const importWorkflow = defineOperation<Input, Workflow>({
  name: 'importWorkflow',
  permission: 'workflows:create',
  audit: ({ input, output }) => ({
    action: 'workflow.imported',
    objectKind: 'workflow',
    objectId: output.id,
    details: { slug: output.slug, exportedSlug: input.slug },
  }),
  async run({ actor, input, tx }) {
    const { folderId = null, name, slug, description, tags, definition } = input
    await requirePlace(tx, actor, folderId)
    return await workflowView(
      tx,
      actor,
      await insertWorkflow(tx, actor, {
        name,
        slug: await chooseSlug(tx, slug),
        description,
        tags,
        definition,
        folderId,
      }),
    )
  },
})
