import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import { members, organizations, users } from '#db/schema/index'

/** How long a person may sign in without the second factor that is asked of them. */
const graceMs = 14 * 24 * 60 * 60 * 1000

/**
 * From when on this person cannot sign in by password without a second factor; undefined when no
 * organization of theirs asks for one. An organization asks its owners when it has not said
 * otherwise. The time of grace begins with the account, or when the rule was set.
 */
export async function factorDueAt(db: Database | Tx, userId: string): Promise<Date | undefined> {
  const rows = await db
    .select({ role: members.role, settings: organizations.settings, since: users.factorsSince })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.userId, userId))
  const due = rows.flatMap(({ role, settings, since }) => {
    const rule = settings.secondFactor ?? 'owners'
    if (rule === 'nobody' || (rule === 'owners' && role !== 'owner')) return []
    const set = settings.secondFactorSince ? Date.parse(settings.secondFactorSince) : 0
    return [Math.max(since.getTime(), set) + graceMs]
  })
  return due.length > 0 ? new Date(Math.min(...due)) : undefined
}
