import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directoryGroupMembers, directoryUsers } from '#db/schema/directories'
import { members } from '#db/schema/people'

/** More people than this are not told at once. */
const most = 500

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Named = { ids: string[]; mails: string[]; groups: string[] }

/** `person:<id>`, `mail:<address>` and `group:<id>`, as a screen has its candidates. */
function readNames(names: readonly string[]): Named {
  const named: Named = { ids: [], mails: [], groups: [] }
  for (const name of names) {
    const value = name.slice(name.indexOf(':') + 1)
    if (name.startsWith('mail:')) named.mails.push(value)
    else if (!isUuid.test(value)) continue
    else if (name.startsWith('group:')) named.groups.push(value)
    else named.ids.push(value)
  }
  return named
}

/** The members whom candidates of a screen name, themselves or by a group; at most 500. */
export async function peopleNamed(tx: Tx, names: readonly string[]): Promise<string[]> {
  const { ids, mails, groups } = readNames(names)
  if (ids.length + mails.length + groups.length === 0) return []
  const ofGroups = tx
    .select({ id: directoryUsers.userId })
    .from(directoryGroupMembers)
    .innerJoin(directoryUsers, eq(directoryUsers.id, directoryGroupMembers.directoryUserId))
    .where(
      and(
        inArray(directoryGroupMembers.groupId, groups),
        eq(directoryUsers.active, true),
        isNull(directoryUsers.deletedAt),
      ),
    )
  const rows = await tx
    .select({ id: members.userId })
    .from(members)
    .where(
      and(
        isNull(members.disabledAt),
        or(
          ids.length > 0 ? inArray(members.userId, ids) : undefined,
          mails.length > 0 ? inArray(sql`lower(${members.email})`, mails) : undefined,
          groups.length > 0 ? inArray(members.userId, ofGroups) : undefined,
        ),
      ),
    )
    .orderBy(members.userId)
    .limit(most)
  return rows.map(({ id }) => id)
}

/** How candidates name somebody whom an author named by id or e-mail address. */
export const nameOfPerson = (person: string): string =>
  person.includes('@') ? `mail:${person.toLowerCase()}` : `person:${person.toLowerCase()}`

/** The owners, who are told what nobody else can be told. */
export async function ownersOf(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.role, 'owner'), isNull(members.disabledAt)))
    .limit(most)
  return rows.map(({ id }) => id)
}
