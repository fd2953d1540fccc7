import { can, type Actor } from './actor.ts'
import { presentActorOfKey } from './api-key.ts'
import type { Permission } from './permissions.ts'
import { liveSession } from './session-actor.ts'

/**
 * An earlier actor as they are now: their role, groups and access rules; undefined when the session
 * or key is over, the session is locked, or the person left.
 */
export async function presentActor(actor: Actor, now = new Date()): Promise<Actor | undefined> {
  if (actor.kind === 'public') return actor
  if (actor.kind === 'api-key') return await presentActorOfKey(actor.id)
  const session = actor.sessionId ? await liveSession(actor.sessionId, now) : undefined
  const isSame = session?.actor.organizationId === actor.organizationId
  return session?.state === 'open' && isSame ? session.actor : undefined
}

/** Whether an earlier actor still has this permission. */
export async function actorStillAllowed(
  actor: Actor,
  permission: Permission,
  now = new Date(),
): Promise<boolean> {
  const present = await presentActor(actor, now)
  return present !== undefined && can(present, permission)
}
