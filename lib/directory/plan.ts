import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { directoryPlans, directoryUsers } from '#db/schema/directories'
import { members } from '#db/schema/people'
import { newId } from '#lib/ids'
import { auditPerson, type DirectoryChange } from './context.ts'

export type Plan = typeof directoryPlans.$inferSelect

/**
 * How many people a directory may take out within an hour without a person's word: a tenth of the
 * members, and one in any case, since one leaver is the normal case.
 */
const endsWithoutAsking = (memberCount: number): number => Math.max(1, Math.floor(memberCount / 10))

/** The changes of this directory that wait for a person. */
export async function findOpenPlan({ tx, directory }: DirectoryChange): Promise<Plan | undefined> {
  const [plan] = await tx
    .select()
    .from(directoryPlans)
    .where(and(eq(directoryPlans.directoryId, directory.id), isNull(directoryPlans.decidedAt)))
  return plan
}

/** How many members the directory took out in the last hour, and how many there were before. */
async function countRecent({ tx, directory }: DirectoryChange) {
  const [recent = { count: 0 }] = await tx
    .select({ count: sql<number>`count(*)::integer` })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.directoryId, directory.id),
        gt(directoryUsers.leftAt, sql`now() - interval '1 hour'`),
      ),
    )
  const [present = { count: 0 }] = await tx
    .select({ count: sql<number>`count(*)::integer` })
    .from(members)
    .where(and(eq(members.organizationId, directory.organizationId), isNull(members.disabledAt)))
  return { left: recent.count, members: present.count + recent.count }
}

/**
 * The plan that the end of `leavers` people's access belongs to, when it would be too many at once;
 * undefined when it may happen now. While a plan is open, further leavers join it.
 */
export async function planFor(change: DirectoryChange, leavers: number): Promise<Plan | undefined> {
  const open = await findOpenPlan(change)
  if (open) return open
  const { left, members: before } = await countRecent(change)
  if (left + leavers <= endsWithoutAsking(before)) return undefined
  const { tx, directory } = change
  const [plan] = await tx
    .insert(directoryPlans)
    .values({
      id: newId(),
      organizationId: directory.organizationId,
      directoryId: directory.id,
      members: before,
    })
    .returning()
  if (plan)
    await auditPerson(change, 'directory.plan-drafted', { kind: 'directory', id: directory.id }, {})
  return plan
}

/** Closes the open plan when nobody waits in it any more: the directory took its change back. */
export async function closeEmptyPlan(change: DirectoryChange): Promise<void> {
  const plan = await findOpenPlan(change)
  if (!plan) return
  const { tx } = change
  const [waiting] = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(eq(directoryUsers.planId, plan.id))
    .limit(1)
  if (waiting) return
  await tx
    .update(directoryPlans)
    .set({ decidedAt: new Date(), decision: 'overtaken' })
    .where(eq(directoryPlans.id, plan.id))
}
