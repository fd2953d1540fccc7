import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { absences } from '#db/schema/absences'
import { organizations } from '#db/schema/organizations'
import { members } from '#db/schema/people'
import { isWithin } from '#lib/domain/absence/absence'
import { addDays, localTimeOf } from '#lib/domain/calendar/zoned-time'

/** Somebody who is away now. */
export type Away = {
  absenceId: string
  userId: string
  name: string
  /** The last day on which they are away. */
  until: string
  delegateId: string | null
}

/** Which day an instant is in an organization. */
export async function dayIn(tx: Tx, organizationId: string, now: Date) {
  const [row] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const timeZone = row?.timeZone ?? 'UTC'
  return { timeZone, today: localTimeOf(now, timeZone).date }
}

/** Those of these people who are away, by their ids. */
export async function findAway(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
  now = new Date(),
): Promise<Map<string, Away>> {
  if (userIds.length === 0) return new Map()
  // In every zone it is this day, the one before or the one after.
  const day = now.toISOString().slice(0, 10)
  const rows = await tx
    .select({
      absenceId: absences.id,
      userId: absences.userId,
      name: members.name,
      firstDay: absences.firstDay,
      lastDay: absences.lastDay,
      delegateId: absences.delegateId,
      timeZone: organizations.timeZone,
    })
    .from(absences)
    .innerJoin(organizations, eq(organizations.id, absences.organizationId))
    .innerJoin(
      members,
      and(eq(members.organizationId, absences.organizationId), eq(members.userId, absences.userId)),
    )
    .where(
      and(
        eq(absences.organizationId, organizationId),
        inArray(absences.userId, [...userIds]),
        isNull(absences.endedAt),
        lte(absences.firstDay, addDays(day, 1)),
        gte(absences.lastDay, addDays(day, -1)),
      ),
    )
  const away = rows.filter((row) => isWithin(row, localTimeOf(now, row.timeZone).date))
  return new Map(
    away.map(({ absenceId, userId, name, lastDay, delegateId }) => [
      userId,
      { absenceId, userId, name, until: lastDay, delegateId },
    ]),
  )
}
