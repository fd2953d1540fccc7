import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import type { WorkflowRow } from '../find-workflow.ts'
import { findProblems } from './find-problems.ts'

/** Throws 422 for a draft with errors, which cannot be published. */
export async function requireNoErrors(tx: Tx, actor: Actor, row: WorkflowRow): Promise<void> {
  const found = await findProblems(tx, actor, row.draft, row.publishedVersionId)
  const problems = found.filter((problem) => problem.severity === 'error')
  const [first] = problems
  if (!first) return
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`
  throw new ApiError(
    'unprocessable',
    `The draft has ${count} to mend before it can be published. ${first.message}`,
    { problems },
  )
}
