import { asc, eq } from 'drizzle-orm'
import { directoryPlans, directoryUsers } from '#db/schema/directories'
import { ApiError } from '#lib/domain/api-error'
import type { DirectoryChange } from './context.ts'
import { endOne } from './leave.ts'
import { findOpenPlan } from './plan.ts'

type Decision = { plan: string; leavers: number; decision: 'activate' | 'keep' }

/**
 * Carries out what a person decided about the changes that wait: their access ends, or they stay as
 * members that the directory does not know any more. Throws 409 when the plan is not the one that
 * the person saw.
 */
export async function decidePlan(
  change: DirectoryChange,
  { plan: id, leavers, decision }: Decision,
): Promise<void> {
  const { tx, by } = change
  const plan = await findOpenPlan(change)
  const waiting = plan
    ? await tx
        .select()
        .from(directoryUsers)
        .where(eq(directoryUsers.planId, plan.id))
        .orderBy(asc(directoryUsers.id))
    : []
  if (plan?.id !== id || waiting.length !== leavers)
    throw new ApiError(
      'conflict',
      'The plan has changed meanwhile. Look at it again, then decide.',
      { leavers: waiting.length },
    )
  for (const person of waiting) {
    if (decision === 'activate') await endOne(change, person)
    else
      await tx
        .update(directoryUsers)
        .set({ planId: null, userId: null, problem: 'kept' })
        .where(eq(directoryUsers.id, person.id))
  }
  await tx
    .update(directoryPlans)
    .set({
      decidedAt: new Date(),
      decidedBy: by.name,
      decision: decision === 'activate' ? 'activated' : 'kept',
    })
    .where(eq(directoryPlans.id, plan.id))
}
