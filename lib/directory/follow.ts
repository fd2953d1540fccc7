import { eq } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories'
import type { DirectoryChange, DirectoryUser } from './context.ts'
import { joinOfDirectory } from './join.ts'
import { leaveByDirectory } from './leave.ts'
import { closeEmptyPlan } from './plan.ts'
import { followRoles } from './roles.ts'

/** A person of a directory before and after a change; `before` is missing for a new one. */
export type ChangedUser = { before?: DirectoryUser | undefined; after: DirectoryUser }

const isPresent = (person: DirectoryUser | undefined): boolean =>
  person !== undefined && person.active && person.deletedAt === null

/** Somebody who came back while the end of their access still waited. */
async function stay({ tx }: DirectoryChange, { id }: DirectoryUser): Promise<void> {
  await tx.update(directoryUsers).set({ planId: null }).where(eq(directoryUsers.id, id))
}

/**
 * Draws the consequences of changed people for the members of the organization: joiners become
 * members, leavers lose their access, all in the caller's transaction. People who were and stay
 * active change nothing here, except that a new address is matched when nobody was before.
 */
export async function followPeople(
  change: DirectoryChange,
  changed: readonly ChangedUser[],
): Promise<void> {
  const leavers: DirectoryUser[] = []
  const present: string[] = []
  for (const { before, after } of changed) {
    const was = isPresent(before)
    const is = isPresent(after)
    if (was && !is) leavers.push(after)
    if (!is) continue
    present.push(after.id)
    if (after.planId) await stay(change, after)
    const isNewAddress = after.userId === null && before?.email !== after.email
    if (!was || isNewAddress) await joinOfDirectory(change, after)
  }
  if (leavers.length > 0) await leaveByDirectory(change, leavers)
  await followRoles(change, present)
  await closeEmptyPlan(change)
}
