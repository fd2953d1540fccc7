import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import type { AccessBook } from '#lib/domain/access/decide'
import { decideScreen, namesOf, type ScreenTarget } from '#lib/domain/access/scope'
import { findAssignee, type Assignee } from '../screens/assign/assignee.ts'
import { findAway, type Away } from './find-away.ts'

/** Who is away, and who gets what was meant for them; null: nobody does. */
export type StandIn = { away: Away; delegate: Assignee | null }

/**
 * Who stands in for each of these absent people, by their ids: their delegate, or, when that one is
 * away, too, the delegate of their delegate, and nobody beyond.
 */
async function idsOfStandIns(
  tx: Tx,
  organizationId: string,
  away: readonly Away[],
  now: Date,
): Promise<Map<string, string | null>> {
  const firstIds = away.flatMap(({ delegateId }) => delegateId ?? [])
  const first = await findAway(tx, organizationId, firstIds, now)
  const secondIds = [...first.values()].flatMap(({ delegateId }) => delegateId ?? [])
  const second = await findAway(tx, organizationId, secondIds, now)
  const standInOf = ({ userId, delegateId }: Away): string | null => {
    const next = delegateId === null ? undefined : first.get(delegateId)
    if (!next) return delegateId
    const id = next.delegateId
    return id === null || id === userId || second.has(id) ? null : id
  }
  return new Map(away.map((one) => [one.userId, standInOf(one)]))
}

/** Who stands in for a person now; undefined when the person is not away. */
export async function findStandIn(
  tx: Tx,
  organizationId: string,
  userId: string,
  now = new Date(),
): Promise<StandIn | undefined> {
  const away = (await findAway(tx, organizationId, [userId], now)).get(userId)
  if (!away) return undefined
  const id = (await idsOfStandIns(tx, organizationId, [away], now)).get(userId)
  const delegate = id ? await findAssignee(tx, { organizationId }, id) : undefined
  return { away, delegate: delegate ?? null }
}

/** Who of these people is away, with the names of who stands in, as lists of people say it. */
export async function shownAway(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, { until: string; delegate: string | null; delegateId: string | null }>> {
  const now = new Date()
  const away = [...(await findAway(tx, organizationId, userIds, now)).values()]
  if (away.length === 0) return new Map()
  const ids = await idsOfStandIns(tx, organizationId, away, now)
  const rows = await tx
    .select({ id: members.userId, name: members.name })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        inArray(
          members.userId,
          [...ids.values()].filter((id) => id !== null),
        ),
        isNull(members.disabledAt),
      ),
    )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(
    away.map(({ userId, until }) => {
      const id = ids.get(userId) ?? null
      const name = id === null ? undefined : names.get(id)
      const isThere = name !== undefined
      return [userId, { until, delegate: name ?? null, delegateId: isThere ? id : null }]
    }),
  )
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
