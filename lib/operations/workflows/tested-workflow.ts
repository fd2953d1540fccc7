import type { Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { requireAccess, targetOf } from '../access/scope-of.ts'
import { getWorkflowFor, type WorkflowRow } from './find-workflow.ts'

/**
 * A workflow that the caller may test with what was recorded: they edit it, and see its runs. Throws
 * 403, 404.
 */
export async function testedWorkflow(tx: Tx, actor: Actor, id: string): Promise<WorkflowRow> {
  const workflow = await getWorkflowFor(tx, actor, id, 'edit')
  requireAccess(actor, 'seeRuns', targetOf(workflow))
  if (actor.sandbox)
    throw new ApiError(
      'sandbox_only',
      'A test key reaches no test sets and no back-tests: they have data of real patients.',
    )
  return workflow
}
