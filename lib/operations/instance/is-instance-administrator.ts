import { eq } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { instanceAdministrators } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'

/**
 * Whether the actor is an instance administrator: a person who is signed in. An API key never is,
 * because it belongs to one organization.
 */
export async function isInstanceAdministrator(
  actor: Actor,
  tx: Tx | ReturnType<typeof authDb> = authDb(),
): Promise<boolean> {
  if (actor.kind !== 'user' || actor.sessionId === null) return false
  const found = await tx
    .select({ id: instanceAdministrators.userId })
    .from(instanceAdministrators)
    .where(eq(instanceAdministrators.userId, actor.id))
  return found.length > 0
}
