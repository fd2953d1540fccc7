import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { members } from '#db/schema/people'
import type { Mentionable } from '#lib/contracts/runs/comments'
import { findAway } from '../absences/find-away.ts'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { caseOfRun, requirePerson } from './case-of-run.ts'

const mostShown = 8

/** Members whom a comment can mention, by the beginning of a word of their names. */
export const listRunPeople = defineOperation<{ id: string; q: string }, { items: Mentionable[] }>({
  name: 'listRunPeople',
  permission: 'runs:read',
  async run({ actor, input, tx }) {
    requirePerson(actor)
    await caseOfRun(tx, actor, input.id)
    const { organizationId } = actor
    const inside = containing(input.q)
    const q = inside.slice(1)
    const people = await tx
      .select({ userId: members.userId, name: members.name })
      .from(members)
      .where(
        and(
          eq(members.organizationId, organizationId),
          ne(members.userId, actor.id),
          isNull(members.disabledAt),
          or(sql`${members.name} ilike ${q}`, sql`${members.name} ilike ${`% ${q}`}`),
        ),
      )
      .orderBy(asc(members.name), asc(members.userId))
      .limit(mostShown)
    const ids = people.map(({ userId }) => userId)
    const away = await findAway(tx, organizationId, ids)
    const items = people.map((person) => ({
      ...person,
      awayUntil: away.get(person.userId)?.until ?? null,
    }))
    return { items }
  },
})
