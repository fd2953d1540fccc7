import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import type { Mentionable } from '#lib/contracts/runs/comments'
import { findAway } from '../absences/find-away.ts'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { caseOfRun, requirePerson } from './case-of-run.ts'

const mostShown = 8

/** Other members of the organization, by the beginning of a word of their names. */
export async function findMentionable(tx: Tx, actor: Actor, q: string): Promise<Mentionable[]> {
  const { organizationId } = actor
  const begins = containing(q).slice(1)
  const people = await tx
    .select({ userId: members.userId, name: members.name })
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        ne(members.userId, actor.id),
        isNull(members.disabledAt),
        or(sql`${members.name} ilike ${begins}`, sql`${members.name} ilike ${`% ${begins}`}`),
      ),
    )
    .orderBy(asc(members.name), asc(members.userId))
    .limit(mostShown)
  const ids = people.map(({ userId }) => userId)
  const away = await findAway(tx, organizationId, ids)
  return people.map((person) => ({
    ...person,
    awayUntil: away.get(person.userId)?.until ?? null,
  }))
}

/** Members whom a comment can mention, by the beginning of a word of their names. */
export const listRunPeople = defineOperation<{ id: string; q: string }, { items: Mentionable[] }>({
  name: 'listRunPeople',
  permission: 'runs:read',
  async run({ actor, input, tx }) {
    requirePerson(actor)
    await caseOfRun(tx, actor, input.id)
    return { items: await findMentionable(tx, actor, input.q) }
  },
})
