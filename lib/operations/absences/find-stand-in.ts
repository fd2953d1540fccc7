import type { Tx } from '#db/client'
import type { AccessBook } from '#lib/domain/access/decide'
import { decideScreen, namesOf, type ScreenTarget } from '#lib/domain/access/scope'
import { findAssignee, type Assignee } from '../screens/assign/assignee.ts'
import { findAway, type Away } from './find-away.ts'

/** Who is away, and who gets what was meant for them; null: nobody does. */
export type StandIn = { away: Away; delegate: Assignee | null }

/**
 * Who stands in for a person now; undefined when the person is not away. It is their delegate, or,
 * when that one is away, too, the delegate of their delegate, and nobody beyond.
 */
export async function findStandIn(
  tx: Tx,
  organizationId: string,
  userId: string,
  now = new Date(),
): Promise<StandIn | undefined> {
  const away = (await findAway(tx, organizationId, [userId], now)).get(userId)
  if (!away) return undefined
  const { delegateId } = away
  if (delegateId === null) return { away, delegate: null }
  const next = (await findAway(tx, organizationId, [delegateId], now)).get(delegateId)
  const id = next ? next.delegateId : delegateId
  if (id === null || id === userId) return { away, delegate: null }
  if (next && (await findAway(tx, organizationId, [id], now)).has(id))
    return { away, delegate: null }
  return { away, delegate: (await findAssignee(tx, { organizationId }, id)) ?? null }
}

/** How candidates of a screen name a person by themselves, not by a group. */
export const ownNames = ({ person }: Pick<Assignee, 'person'>): string[] =>
  namesOf({ ...person, groups: [] })

/**
 * Whether a delegate may do a screen in the place of an absent person: the access rules let them,
 * and the step chose them, or the absent person by name. A group that chose the absent person does
 * not choose the delegate.
 */
export function mayStandIn(
  book: AccessBook,
  { absent, delegate }: { absent: Pick<Assignee, 'person'>; delegate: Assignee },
  screen: ScreenTarget,
): boolean {
  const { candidates, ...place } = screen
  const names = ownNames(absent)
  const isByName = candidates?.some((name) => names.includes(name)) === true
  return decideScreen({ person: delegate.person, book }, isByName ? place : screen).ok
}
