import { ApiError } from '#lib/domain/api-error'
import type { WorkflowRow } from '../find-workflow.ts'

/**
 * Throws 409 when the draft was saved meanwhile. The message says by whom, so that the editor can
 * offer a choice.
 */
export function requireRevision(row: WorkflowRow, revision: number): void {
  if (row.draftRevision === revision) return
  throw new ApiError(
    'version_conflict',
    `The draft was changed meanwhile${row.draftUpdatedBy ? ` by ${row.draftUpdatedBy}` : ''}: ` +
      `it is at revision ${row.draftRevision}, not ${revision}. ` +
      'Read it again and apply your change to it.',
    {
      currentRevision: row.draftRevision,
      updatedBy: row.draftUpdatedBy,
      updatedAt: row.draftUpdatedAt.toISOString(),
    },
  )
}
