import { and, asc, eq, ilike, isNull, or } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { directories, directoryGroups } from '#db/schema/directories'
import { members } from '#db/schema/people'
import type { AccessSubject } from '#lib/contracts/organization/access'
import { builtInRoles } from '#lib/domain/statuses'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { builtInName } from './subject-names.ts'

const most = 20

async function findPeople(tx: Tx, pattern: string): Promise<AccessSubject[]> {
  const rows = await tx
    .select({ id: members.userId, name: members.name, detail: members.email })
    .from(members)
    .where(
      and(
        isNull(members.disabledAt),
        or(ilike(members.name, pattern), ilike(members.email, pattern)),
      ),
    )
    .orderBy(asc(members.name), asc(members.userId))
    .limit(most)
  return rows.map((row) => ({ kind: 'person', ...row }))
}

async function findGroups(tx: Tx, pattern: string): Promise<AccessSubject[]> {
  const rows = await tx
    .select({
      id: directoryGroups.id,
      name: directoryGroups.displayName,
      detail: directories.name,
    })
    .from(directoryGroups)
    .innerJoin(directories, eq(directories.id, directoryGroups.directoryId))
    .where(ilike(directoryGroups.displayName, pattern))
    .orderBy(asc(directoryGroups.displayName), asc(directoryGroups.id))
    .limit(most)
  return rows.map((row) => ({ kind: 'group', ...row }))
}

async function findRoles(tx: Tx, search: string): Promise<AccessSubject[]> {
  const own = await tx
    .select({ id: roles.slug, name: roles.name, detail: roles.description })
    .from(roles)
    .where(ilike(roles.name, containing(search)))
    .orderBy(asc(roles.name), asc(roles.slug))
    .limit(most)
  const builtIn = builtInRoles
    .filter((role) => role.includes(search.toLowerCase()))
    .map((role) => ({ id: role, name: builtInName(role), detail: '' }))
  return [...builtIn, ...own].map((row) => ({ kind: 'role', ...row }))
}

type Asked = { search?: string | undefined; kind?: AccessSubject['kind'] | undefined }

/** People, groups and roles that a rule can name; at most twenty of each. */
export const listAccessSubjects = defineOperation<Asked, { items: AccessSubject[] }>({
  name: 'listAccessSubjects',
  permission: 'access:read',
  async run({ input: { search = '', kind }, tx }) {
    const text = search.trim()
    const wants = (one: AccessSubject['kind']) => kind === undefined || kind === one
    return {
      items: [
        ...(wants('group') ? await findGroups(tx, containing(text)) : []),
        ...(wants('person') ? await findPeople(tx, containing(text)) : []),
        ...(wants('role') ? await findRoles(tx, text) : []),
      ],
    }
  },
})
