import { eq } from 'drizzle-orm'
import { workflows } from '#db/schema/workflows'
import type { Workflow } from '#lib/contracts/workflows'
import { defineOperation } from '#lib/operations/define-operation'
import { requireUsableSlug, withSlugClash } from './choose-slug.ts'
import { getWorkflowOrThrow } from './find-workflow.ts'
import { workflowView } from './workflow-view.ts'

type Changes = { name?: string | undefined; slug?: string | undefined; description?: string | undefined; formPublic?: boolean | undefined }

/** Changes what a workflow is called and whether its form is shared; the draft and its revision stay. */
export const updateWorkflow = defineOperation<{ id: string } & Changes, Workflow>({
  name: 'updateWorkflow',
  permission: 'workflows:edit',
  audit: ({ input: { id: _id, description, ...changes }, output }) => ({
    action: 'workflow.updated',
    objectKind: 'workflow',
    objectId: output.id,
    details: { ...changes, ...(description === undefined ? {} : { description: 'changed' }) },
  }),
  async run({ input: { id, ...changes }, tx }) {
    const row = await getWorkflowOrThrow(tx, id, { lock: true })
    if (changes.slug !== undefined && changes.slug !== row.slug) requireUsableSlug(changes.slug)
    const [changed] = await withSlugClash(changes.slug ?? row.slug, () => tx.update(workflows).set(changes).where(eq(workflows.id, row.id)).returning())
    return await workflowView(tx, changed ?? row)
  },
})
