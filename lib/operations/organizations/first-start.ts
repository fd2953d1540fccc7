import { asc } from 'drizzle-orm'
import { authDb } from '#db/client'
import { organizations, users } from '#db/schema/index'

/**
 * Whether the first account does not exist yet, and the name of its organization: null when that
 * does not exist either.
 */
export async function firstStart(): Promise<{ needed: boolean; organizationName: string | null }> {
  const [user] = await authDb().select({ id: users.id }).from(users).limit(1)
  if (user) return { needed: false, organizationName: null }
  const [organization] = await authDb()
    .select({ name: organizations.name })
    .from(organizations)
    .orderBy(asc(organizations.createdAt))
    .limit(1)
  return { needed: true, organizationName: organization?.name ?? null }
}
