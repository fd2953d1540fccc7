import type { Workflow } from '#lib/contracts/workflows/workflows'
import { cutText } from '#lib/domain/text'
import { defineOperation } from '#lib/operations/define-operation'
import { chooseSlug, requireUsableSlug } from './choose-slug.ts'
import { getWorkflowFor } from './find-workflow.ts'
import { requireAccess } from '../access/scope-of.ts'
import { insertWorkflow } from './insert-workflow.ts'
import { workflowView } from './workflow-view.ts'

type Input = { id: string; name?: string | undefined; slug?: string | undefined }

/** Creates a workflow with a copy of the draft. */
export const duplicateWorkflow = defineOperation<Input, Workflow>({
  name: 'duplicateWorkflow',
  permission: 'workflows:create',
  audit: ({ input, output }) => ({
    action: 'workflow.duplicated',
    objectKind: 'workflow',
    objectId: output.id,
    details: { from: input.id, slug: output.slug },
  }),
  async run({ actor, input, tx }) {
    requireAccess(actor, 'create', { workflowId: null, folderId: null })
    const from = await getWorkflowFor(tx, actor, input.id)
    const name = input.name ?? `${cutText(from.name, 190)} (copy)`
    const slug =
      input.slug === undefined
        ? await chooseSlug(tx, input.name ?? `${from.slug}-copy`)
        : requireUsableSlug(input.slug)
    return await workflowView(
      tx,
      await insertWorkflow(tx, actor, {
        name,
        slug,
        description: from.description,
        definition: from.draft,
      }),
    )
  },
})
