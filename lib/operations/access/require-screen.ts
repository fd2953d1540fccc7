import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import { decideScreen, seesWorkflow } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import type { TaskState } from '#lib/domain/run/task-state'
import { visibleAmong } from './access-sql.ts'
import { scopeOf, targetOf } from './scope-of.ts'

type Screen = { id: string; runId: string; stepId: string; state: TaskState | null }

/** Whom the step chose for a screen; undefined: nobody in particular. */
const candidatesOf = (state: TaskState | null): string[] | undefined =>
  state?.reason === 'screen' ? state.candidates : undefined

/**
 * Throws 404 when the caller may not know of this screen, 403 when the rules or its candidates leave
 * them out. With `orRun` it is enough to see its run: for reading.
 */
export async function requireScreen(
  tx: Tx,
  actor: Actor,
  screen: Screen,
  { orRun = false } = {},
): Promise<void> {
  const candidates = candidatesOf(screen.state)
  const { book, role } = actor
  const noRules = book.workflows.size === 0 && book.organization.rules === undefined
  const free = noRules && book.folders.size === 0 && !actor.workflows && !candidates
  if ((free || role === 'owner') && !actor.workflows && can(actor, 'screens:work')) return
  const [workflow] = await tx
    .select({ id: workflows.id, folderId: workflows.folderId })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(eq(runs.id, screen.runId))
  if (!workflow) throw ApiError.notFound('screen', screen.id)
  const target = targetOf(workflow)
  const scope = scopeOf(actor)
  const { ok, missing } = decideScreen(scope, { ...target, stepId: screen.stepId, candidates })
  if (ok) return
  if (orRun && can(actor, 'runs:read')) {
    const seen = await visibleAmong(tx, actor, [screen.runId])
    if (seen.size > 0) return
  }
  if (!seesWorkflow(scope, target) || candidates) throw ApiError.notFound('screen', screen.id)
  throw new ApiError(
    'forbidden',
    `The access rules do not let "${actor.name}" do this screen: it takes ${missing}.`,
  )
}
