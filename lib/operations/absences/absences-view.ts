import { and, asc, count, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { absences } from '#db/schema/absences'
import { members } from '#db/schema/people'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { AbsencesView, AbsenceView } from '#lib/contracts/organization/absences'
import { commonDays, isWithin } from '#lib/domain/absence/absence'
import type { AccessBook } from '#lib/domain/access/decide'
import { findAssignee } from '../screens/assign/assignee.ts'
import { isOpenItem } from '../screens/queue/filters.ts'
import { dayIn } from './find-away.ts'
import { mayStandIn } from './find-stand-in.ts'

type Row = typeof absences.$inferSelect
type Place = { organizationId: string; userId: string }

/** The absences of these people that are not over, by their first day. */
const absencesOf = async (
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
  today: string,
): Promise<Row[]> =>
  await tx
    .select()
    .from(absences)
    .where(
      and(
        eq(absences.organizationId, organizationId),
        inArray(absences.userId, [...userIds]),
        isNull(absences.endedAt),
        gte(absences.lastDay, today),
      ),
    )
    .orderBy(asc(absences.firstDay), asc(absences.id))

async function namesOf(tx: Tx, organizationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await tx
    .select({ id: members.userId, name: members.name })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        inArray(members.userId, [...ids]),
        isNull(members.disabledAt),
      ),
    )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How many open screens a person has, and how many of them a delegate may do in their place. */
async function countHeld(
  tx: Tx,
  { organizationId, userId }: Place,
  book: AccessBook,
  delegateId: string | undefined,
) {
  const kinds = await tx
    .select({
      stepId: workItems.stepId,
      workflowId: workflows.id,
      folderId: workflows.folderId,
      candidates: workItems.candidates,
      count: count(),
    })
    .from(workItems)
    .innerJoin(workflows, eq(workflows.id, workItems.workflowId))
    .where(
      and(
        eq(workItems.organizationId, organizationId),
        eq(workItems.assigneeId, userId),
        isOpenItem,
      ),
    )
    .groupBy(workItems.stepId, workflows.id, workflows.folderId, workItems.candidates)
  const sum = (some: typeof kinds): number => some.reduce((all, kind) => all + kind.count, 0)
  if (delegateId === undefined) return { openCases: sum(kinds), passable: null }
  const absent = await findAssignee(tx, { organizationId }, userId)
  const delegate = await findAssignee(tx, { organizationId }, delegateId)
  const passable = kinds.filter(
    ({ candidates, count: _count, ...place }) =>
      absent &&
      delegate &&
      mayStandIn(book, { absent, delegate }, { ...place, candidates: candidates ?? undefined }),
  )
  return { openCases: sum(kinds), passable: sum(passable) }
}

/** For whom a person is the delegate, now or later. */
async function standsInFor(tx: Tx, { organizationId, userId }: Place, today: string) {
  return await tx
    .select({
      userId: absences.userId,
      name: members.name,
      firstDay: absences.firstDay,
      lastDay: absences.lastDay,
      note: absences.note,
    })
    .from(absences)
    .innerJoin(
      members,
      and(eq(members.organizationId, absences.organizationId), eq(members.userId, absences.userId)),
    )
    .where(
      and(
        eq(absences.organizationId, organizationId),
        eq(absences.delegateId, userId),
        isNull(absences.endedAt),
        isNull(members.disabledAt),
        gte(absences.lastDay, today),
      ),
    )
    .orderBy(asc(absences.firstDay), sql`${absences.id}`)
    .limit(20)
}

/** The absences of a person as they and those who manage members see them. */
export async function absencesView(
  tx: Tx,
  person: Place,
  book: AccessBook,
  delegateId?: string,
): Promise<AbsencesView> {
  const { organizationId, userId } = person
  const { timeZone, today } = await dayIn(tx, organizationId, new Date())
  const rows = await absencesOf(tx, organizationId, [userId], today)
  const delegates = rows.flatMap((row) => row.delegateId ?? [])
  const names = await namesOf(tx, organizationId, delegates)
  const theirs = delegates.length ? await absencesOf(tx, organizationId, delegates, today) : []
  const delegateOf = (row: Row): AbsenceView['delegate'] => {
    const id = row.delegateId
    const name = id === null ? undefined : names.get(id)
    if (id === null || name === undefined) return null
    const away = theirs
      .flatMap((one) => (one.userId === id ? (commonDays(row, one) ?? []) : []))
      .at(0)
    return { userId: id, name, away: away ?? null }
  }
  return {
    userId,
    items: rows.map((row) => ({
      id: row.id,
      firstDay: row.firstDay,
      lastDay: row.lastDay,
      state: isWithin(row, today) ? 'now' : 'coming',
      note: row.note,
      delegate: delegateOf(row),
      heldCases: row.heldCases,
      begunAt: row.begunAt?.toISOString() ?? null,
      passed: row.passed,
      released: row.released,
      setBy: row.setBy,
      revision: row.revision,
    })),
    timeZone,
    today,
    ...(await countHeld(tx, person, book, delegateId)),
    standsInFor: await standsInFor(tx, person, today),
  }
}
