import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { draftChanges } from '#db/schema/drafts'
import type { Actor } from '#lib/auth/actor'
import type { DraftChanged, DraftStep } from '#lib/contracts/workflows/drafts'
import { ApiError } from '#lib/domain/api-error'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { applyChanges } from '#lib/domain/workflow/draft-changes/apply-changes'
import type { DraftChange } from '#lib/domain/workflow/draft-changes/change'
import { rebaseChanges } from '#lib/domain/workflow/draft-changes/rebase-changes'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor, type WorkflowRow } from '../find-workflow.ts'
import { draftStepsSince } from './draft-log.ts'
import { findProblems } from './find-problems.ts'
import { tellingReaders } from './draft-readers.ts'
import { writeDraftRow } from './write-draft.ts'

/** As much as saving the whole draft may send. */
const mostBytes = 5 * 1024 * 1024

type Input = { id: string; messageId: string; base: number; changes: DraftChange[] }

/**
 * The draft with the changes, and what others changed in between. Throws 409 `draft_conflict` when
 * they changed the same, and 400 when the changes do not make a workflow.
 */
async function merged(
  tx: Tx,
  row: WorkflowRow,
  { base, changes }: Input,
): Promise<{ definition: Definition; missed: DraftStep[] }> {
  const missed = await draftStepsSince(tx, row, base)
  const rebased = rebaseChanges(
    changes,
    missed.flatMap((step) => step.changes),
  )
  if (rebased.conflicts.length > 0)
    throw new ApiError(
      'draft_conflict',
      `${missed.at(-1)?.by ?? 'Somebody else'} changed the same places of the draft meanwhile. ` +
        'Read their changes, and decide which ones stay.',
      {
        currentRevision: row.draftRevision,
        conflicts: rebased.conflicts.map((conflict) => changes.indexOf(conflict)),
      },
    )
  const parsed = definitionSchema.safeParse(applyChanges(row.draft, rebased.changes))
  if (!parsed.success)
    throw ApiError.invalid(
      parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    )
  if (Buffer.byteLength(JSON.stringify(parsed.data)) > mostBytes)
    throw new ApiError(
      'payload_too_large',
      'A workflow has at most 5 MB. Move long texts into templates, or divide the workflow.',
    )
  return { definition: parsed.data, missed }
}

/** The answer to a message that arrived before; undefined when it did not. */
async function answeredBefore(
  tx: Tx,
  actor: Actor,
  row: WorkflowRow,
  { base, messageId }: Input,
): Promise<DraftChanged | undefined> {
  const [stored] = await tx
    .select({ revision: draftChanges.revision })
    .from(draftChanges)
    .where(and(eq(draftChanges.workflowId, row.id), eq(draftChanges.messageId, messageId)))
  if (!stored) return undefined
  const steps = await draftStepsSince(tx, row, base)
  return {
    draftRevision: stored.revision,
    missed: steps.filter(({ revision }) => revision < stored.revision),
    problems: await findProblems(tx, actor, row.draft, row.publishedVersionId),
  }
}

/**
 * Changes parts of a draft, and merges them with what others changed since the revision on which
 * they were made. Throws 404, 403 or 409.
 */
const change = defineOperation<Input, DraftChanged & { workflowId: string }>({
  name: 'changeDraft',
  permission: 'workflows:edit',
  audit: ({ output }) => ({
    action: 'workflow.draft_saved',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { revision: output.draftRevision },
  }),
  async run({ actor, input, tx }) {
    const seen = await getWorkflowFor(tx, actor, input.id, 'edit')
    const before = await answeredBefore(tx, actor, seen, input)
    if (before) return { workflowId: seen.id, ...before }
    const first = await merged(tx, seen, input)
    // Before the row is locked, because the sandbox's compiler checks the code.
    const problems = await findProblems(tx, actor, first.definition, seen.publishedVersionId)
    const row = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const isAsSeen = row.draftRevision === seen.draftRevision
    const again = isAsSeen ? undefined : await answeredBefore(tx, actor, row, input)
    if (again) return { workflowId: row.id, ...again }
    const { definition, missed } = isAsSeen ? first : await merged(tx, row, input)
    const saved = await writeDraftRow(tx, actor, row, definition, input.messageId)
    return {
      workflowId: saved.id,
      draftRevision: saved.draftRevision,
      missed,
      problems: isAsSeen
        ? problems
        : await findProblems(tx, actor, definition, row.publishedVersionId),
    }
  },
})
export const changeDraft = tellingReaders(change, (output) => output.workflowId)
