import type { Tx } from '#db/client'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import type { Definition } from '#lib/domain/workflow/definition'
import { cleanTags } from '#lib/domain/workflow/clean-tags'
import { newId, randomToken } from '#lib/ids'
import { addDraftAuthor } from '../approvals/draft-authors.ts'
import { requireNoFormerSlug, withSlugClash } from './choose-slug.ts'
import type { WorkflowRow } from './find-workflow.ts'
import { recordTypeVersions } from './drafts/record-type-versions.ts'

/** Inserts a workflow with its first draft. Throws 409 when the slug is taken. */
export async function insertWorkflow(
  tx: Tx,
  actor: Actor,
  values: {
    name: string
    slug: string
    description: string
    tags?: string[]
    definition: Definition
    folderId: string | null
  },
): Promise<WorkflowRow> {
  const { definition, tags = [], ...rest } = values
  await requireNoFormerSlug(tx, values.slug)
  const [row] = await withSlugClash(values.slug, () =>
    tx
      .insert(workflows)
      .values({
        id: newId(),
        organizationId: actor.organizationId,
        ...rest,
        tags: cleanTags(tags),
        draft: recordTypeVersions(definition),
        draftUpdatedBy: actor.name,
        formToken: randomToken(24),
        createdBy: actor.name,
      })
      .returning(),
  )
  if (!row) throw new ApiError('internal_error', 'The workflow was not stored. Try again.')
  await addDraftAuthor(tx, actor, row)
  return row
}
