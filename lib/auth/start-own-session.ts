import { ownWayOf, singleSignOnDemanded } from './single-sign-on/enforcement.ts'
import { startSession } from './start-session.ts'

/**
 * Starts a session for a person who has shown a password or a passkey of ours. Throws 403 when the
 * domain of their address demands single sign-on. `startSession` records that a break-glass owner
 * came in nevertheless.
 */
export async function startOwnSession(
  person: { id: string; email: string },
  from: Parameters<typeof startSession>[1],
): Promise<string | undefined> {
  const own = await ownWayOf(person)
  if (own.way === 'refused') throw singleSignOnDemanded(own.enforcement.domain)
  return await startSession(person.id, from)
}
