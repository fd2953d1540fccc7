import type { Workflow } from '#lib/contracts/workflows/workflows'
import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'
import { defineOperation } from '#lib/operations/define-operation'
import { chooseSlug, requireUsableSlug } from './choose-slug.ts'
import { requirePlace } from '../folders/move-workflow.ts'
import { insertWorkflow } from './insert-workflow.ts'
import { workflowView } from './workflow-view.ts'

type Input = {
  name: string
  slug?: string | undefined
  description?: string | undefined
  definition?: Definition | undefined
  folderId?: string | null | undefined
}

/** Creates a workflow with a draft and no version. */
export const createWorkflow = defineOperation<Input, Workflow>({
  name: 'createWorkflow',
  permission: 'workflows:create',
  audit: ({ output }) => ({
    action: 'workflow.created',
    objectKind: 'workflow',
    objectId: output.id,
    details: { name: output.name, slug: output.slug },
  }),
  async run({ actor, input, tx }) {
    const { folderId = null } = input
    await requirePlace(tx, actor, folderId)
    const slug =
      input.slug === undefined ? await chooseSlug(tx, input.name) : requireUsableSlug(input.slug)
    const row = await insertWorkflow(tx, actor, {
      name: input.name,
      slug,
      description: input.description ?? '',
      definition: input.definition ?? emptyDefinition,
      folderId,
    })
    return await workflowView(tx, actor, row)
  },
})
