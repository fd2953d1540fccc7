import { and, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { absences } from '#db/schema/absences'
import type { AbsenceBody } from '#lib/contracts/organization/absences'
import { circleOf, commonDays, type Days } from '#lib/domain/absence/absence'
import { ApiError } from '#lib/domain/api-error'
import { addDays } from '#lib/domain/calendar/zoned-time'
import { findAssignee, type Assignee } from '../screens/assign/assignee.ts'

/** An absence ends within so many days, and a person has so many at most. */
const mostDays = 366
const most = 20

type Absent = { organizationId: string; userId: string; name: string }
type Wanted = AbsenceBody & {
  /** The absence that is changed; it does not stand in its own way. */
  id?: string | undefined
  /** Whether it has begun, so that its first day may lie in the past. */
  hasBegun?: boolean
}

const invalid = (path: string, message: string): ApiError => ApiError.invalid([{ path, message }])

const daysWords = ({ firstDay, lastDay }: Days): string =>
  firstDay === lastDay ? `on ${firstDay}` : `from ${firstDay} to ${lastDay}`

function checkDays({ firstDay, lastDay, hasBegun }: Wanted, today: string): void {
  if (lastDay < firstDay)
    throw invalid('lastDay', 'The last day is before the first. Choose a later one.')
  if (firstDay < today && !hasBegun)
    throw invalid('firstDay', 'This day has passed. Choose today or a later one.')
  if (lastDay < today) throw invalid('lastDay', 'This day has passed. Choose today or a later one.')
  if (lastDay > addDays(today, mostDays)) throw invalid('lastDay', 'Choose a day within a year.')
}

async function findDelegate(
  tx: Tx,
  { organizationId, userId }: Absent,
  delegateId: string,
): Promise<Assignee> {
  if (delegateId === userId)
    throw invalid('delegateId', 'Nobody stands in for themselves. Choose somebody else.')
  const delegate = await findAssignee(tx, { organizationId }, delegateId)
  if (!delegate)
    throw invalid(
      'delegateId',
      'Nobody with this id has access here. Choose a person of the organization.',
    )
  if (!delegate.person.permissions.has('screens:work'))
    throw invalid('delegateId', `${delegate.name} may not do any screens. Choose somebody else.`)
  return delegate
}

/** Everybody's absences that are not over, of those that do not change now. */
const others = async (tx: Tx, { organizationId }: Absent, today: string, id?: string) =>
  await tx
    .select()
    .from(absences)
    .where(
      and(
        eq(absences.organizationId, organizationId),
        isNull(absences.endedAt),
        gte(absences.lastDay, today),
        id === undefined ? undefined : ne(absences.id, id),
      ),
    )

/**
 * Checks an absence that is to be written, and keeps others of the organization from being written
 * until the transaction ends, so that no two close a circle. Throws 400, or 409 with a sentence.
 */
export async function checkAbsence(
  tx: Tx,
  absent: Absent,
  wanted: Wanted,
  today: string,
): Promise<void> {
  checkDays(wanted, today)
  const { organizationId, userId, name } = absent
  const { delegateId = null, heldCases, id } = wanted
  if (heldCases === 'pass' && delegateId === null)
    throw invalid('delegateId', 'Choose who gets the open cases.')
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`absences:${organizationId}`}, 0))`,
  )
  const all = await others(tx, absent, today, id)
  const own = all.filter((one) => one.userId === userId)
  const same = own.find((one) => commonDays(one, wanted))
  if (same)
    throw new ApiError(
      'conflict',
      `There is an absence ${daysWords(same)} already. Change that one, or choose other days.`,
    )
  if (own.length >= most)
    throw new ApiError('conflict', `There are ${most} absences to come already. End one first.`)
  if (delegateId === null) return
  const delegate = await findDelegate(tx, absent, delegateId)
  const circle = circleOf({ ...wanted, userId, delegateId }, all)
  if (!circle) return
  const between =
    circle.userId === delegateId
      ? `${delegate.name} is away ${daysWords(circle)}, and ${name} stands in for them`
      : `${delegate.name} is away as well, and who stands in for them leads back to ${name}`
  throw new ApiError('conflict', `${between}: cases would go in a circle. Choose somebody else.`, {
    delegateId,
  })
}
