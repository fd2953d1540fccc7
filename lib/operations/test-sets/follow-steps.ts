import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { testCases, trials } from '#db/schema/test-sets'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { renamedSteps } from '#lib/domain/workflow/renamed-steps'
import { askType } from './ask-type.ts'

type Draft = Pick<Definition, 'steps'>

const askSteps = ({ steps }: Draft): Step[] => steps.filter(({ type }) => type === askType)

/**
 * Makes test sets follow a draft that is being replaced: the set of a step whose id was changed goes
 * with it; that of a step that is gone is deleted after some time, unless the step comes back. The
 * caller holds the row of the workflow.
 */
export async function followSteps(
  tx: Tx,
  workflowId: string,
  before: Draft,
  after: Draft,
): Promise<void> {
  const missing = (from: Draft, other: Draft) =>
    askSteps(from).filter(({ id }) => !askSteps(other).some((step) => step.id === id))
  const lost = missing(before, after)
  const added = missing(after, before)
  if (lost.length === 0 && added.length === 0) return
  const own = eq(testCases.workflowId, workflowId)
  for (const [from, to] of renamedSteps(lost, added)) {
    await tx
      .update(testCases)
      .set({ stepId: to })
      .where(and(own, eq(testCases.stepId, from)))
    await tx
      .update(trials)
      .set({ stepId: to })
      .where(and(eq(trials.workflowId, workflowId), eq(trials.stepId, from)))
  }
  const idsOf = (steps: Step[]) => steps.map(({ id }) => id)
  if (lost.length > 0)
    await tx
      .update(testCases)
      .set({ goneSince: sql`now()` })
      .where(and(own, inArray(testCases.stepId, idsOf(lost)), isNull(testCases.goneSince)))
  if (added.length > 0)
    await tx
      .update(testCases)
      .set({ goneSince: null })
      .where(and(own, inArray(testCases.stepId, idsOf(added)), isNotNull(testCases.goneSince)))
}
