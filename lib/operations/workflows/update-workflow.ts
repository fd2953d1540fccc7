import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { formerSlugs, workflows } from '#db/schema/workflows'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { cleanTags } from '#lib/domain/workflow/clean-tags'
import type { FormProtection } from '#lib/domain/form/protection'
import { defineOperation } from '#lib/operations/define-operation'
import { requireNoFormerSlug, requireUsableSlug, withSlugClash } from './choose-slug.ts'
import { getWorkflowFor, type WorkflowRow } from './find-workflow.ts'
import { replaceInWorkflows, settingOfWorkflow } from './used-by.ts'
import { workflowView } from './workflow-view.ts'

type Changes = {
  name?: string | undefined
  slug?: string | undefined
  /** With a new slug: steps that run this workflow by the old slug are changed too. */
  replace?: boolean | undefined
  description?: string | undefined
  tags?: string[] | undefined
  formPublic?: boolean | undefined
  /** An instant; null: it does not close by itself. */
  formClosesAt?: string | null | undefined
  formMaxAnswers?: number | null | undefined
  formClosed?: boolean | undefined
  formProtection?: FormProtection | undefined
  formSaveDays?: number | undefined
}

/**
 * Changes the name, description, slug and tags of a workflow, and whether and until when its form
 * is shared. The draft and its revision stay.
 */
export const updateWorkflow = defineOperation<{ id: string } & Changes, Workflow>({
  name: 'updateWorkflow',
  permission: 'workflows:edit',
  audit: ({ input: { id: _id, description, ...changes }, output }) => ({
    action: 'workflow.updated',
    objectKind: 'workflow',
    objectId: output.id,
    details: { ...changes, ...(description === undefined ? {} : { description: 'changed' }) },
  }),
  async run({ actor, info, input: { id, replace, ...changes }, tx }) {
    const row = await getWorkflowFor(tx, actor, id, 'edit', { lock: true })
    if (changes.slug !== undefined && changes.slug !== row.slug) {
      requireUsableSlug(changes.slug)
      await storeFormerSlug(tx, row, changes.slug)
      // This is optional, because a former slug is also found.
      const setting = settingOfWorkflow(row.slug)
      if (replace) await replaceInWorkflows(tx, { actor, info }, setting, changes.slug)
    }
    if (Object.keys(changes).length === 0) return await workflowView(tx, actor, row)
    const { formClosesAt, tags, ...others } = changes
    const closes = formClosesAt ? new Date(formClosesAt) : null
    const columns = {
      ...others,
      ...(formClosesAt === undefined ? {} : { formClosesAt: closes }),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
    }
    const [changed] = await withSlugClash(changes.slug ?? row.slug, () =>
      tx.update(workflows).set(columns).where(eq(workflows.id, row.id)).returning(),
    )
    return await workflowView(tx, actor, changed ?? row)
  },
})

/** Stores the current slug as a former one, so that callers still find the workflow by it. */
async function storeFormerSlug(
  tx: Tx,
  { id: workflowId, organizationId, slug }: WorkflowRow,
  next: string,
): Promise<void> {
  await requireNoFormerSlug(tx, next, workflowId)
  await tx
    .delete(formerSlugs)
    .where(and(eq(formerSlugs.organizationId, organizationId), eq(formerSlugs.slug, next)))
  await tx.insert(formerSlugs).values({ organizationId, slug, workflowId }).onConflictDoNothing()
}
