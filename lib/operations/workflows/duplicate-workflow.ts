import type { Tx } from '#db/client'
import { accessRules } from '#db/schema/access'
import type { Actor } from '#lib/auth/actor'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { cutText } from '#lib/domain/text'
import { defineOperation } from '#lib/operations/define-operation'
import { chooseSlug, requireUsableSlug } from './choose-slug.ts'
import { getWorkflowFor } from './find-workflow.ts'
import { requireAccess } from '../access/scope-of.ts'
import { insertWorkflow } from './insert-workflow.ts'
import { workflowView } from './workflow-view.ts'

type Input = { id: string; name?: string | undefined; slug?: string | undefined }

/** A copy is for the same people as the workflow that it copies. */
async function copyRules(tx: Tx, actor: Actor, from: string, to: string): Promise<void> {
  const rules = actor.book.workflows.get(from)?.rules
  if (!rules) return
  const { organizationId, name: changedBy } = actor
  await tx
    .insert(accessRules)
    .values({ organizationId, objectId: to, workflowId: to, rules, changedBy })
}

/** Creates a workflow with a copy of the draft, beside the other, and with its access rules. */
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
    const from = await getWorkflowFor(tx, actor, input.id)
    const { folderId } = from
    requireAccess(actor, 'create', { workflowId: null, folderId })
    const name = input.name ?? `${cutText(from.name, 190)} (copy)`
    const slug =
      input.slug === undefined
        ? await chooseSlug(tx, input.name ?? `${from.slug}-copy`)
        : requireUsableSlug(input.slug)
    const { description, tags, draft: definition } = from
    const values = { name, slug, description, tags, definition, folderId }
    const row = await insertWorkflow(tx, actor, values)
    await copyRules(tx, actor, from.id, row.id)
    return await workflowView(tx, actor, row)
  },
})
