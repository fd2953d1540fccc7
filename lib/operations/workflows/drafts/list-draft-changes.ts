import type { DraftStep } from '#lib/contracts/workflows/drafts'
import { defineOperation } from '#lib/operations/define-operation'
import { getWorkflowFor } from '../find-workflow.ts'
import { draftStepsSince } from './draft-log.ts'

/** Lists what changed in a draft after a revision. Throws 404, or 409 when it is too long ago. */
export const listDraftChanges = defineOperation<
  { id: string; since: number },
  { draftRevision: number; items: DraftStep[] }
>({
  name: 'listDraftChanges',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const row = await getWorkflowFor(tx, actor, input.id)
    const items = await draftStepsSince(tx, row, input.since)
    return { draftRevision: row.draftRevision, items }
  },
})
