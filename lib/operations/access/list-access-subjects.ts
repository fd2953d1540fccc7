import { and, asc, eq, ilike, isNull, or } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { directories, directoryGroups } from '#db/schema/directories'
import { members } from '#db/schema/people'
import { permissionsOf } from '#lib/auth/permissions'
import type { AccessSubject, RuleVerb } from '#lib/contracts/organization/access'
import { forbiddenVerbs } from '#lib/domain/access/decide'
import { builtInRoles } from '#lib/domain/statuses'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { builtInName } from './subject-names.ts'

const most = 20

/** What a role does not allow, by the names of rules. */
const forbiddenRules = (role: string, custom: string[] | null): RuleVerb[] =>
  forbiddenVerbs(permissionsOf(role, custom)).map((verb) => (verb === 'screen' ? 'screens' : verb))

async function findPeople(tx: Tx, pattern: string): Promise<AccessSubject[]> {
  const rows = await tx
    .select({
      id: members.userId,
      name: members.name,
      detail: members.email,
      role: members.role,
      custom: roles.permissions,
    })
    .from(members)
    .leftJoin(
      roles,
      and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role)),
    )
    .where(
      and(
        isNull(members.disabledAt),
        or(ilike(members.name, pattern), ilike(members.email, pattern)),
      ),
    )
    .orderBy(asc(members.name), asc(members.userId))
    .limit(most)
  return rows.map(({ role, custom, ...row }) => ({
    kind: 'person',
    ...row,
    mayNot: forbiddenRules(role, custom),
  }))
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
  // The people of a group have roles of their own.
  return rows.map((row) => ({ kind: 'group', ...row, mayNot: [] }))
}

async function findRoles(tx: Tx, search: string): Promise<AccessSubject[]> {
  const own = await tx
    .select({
      id: roles.slug,
      name: roles.name,
      detail: roles.description,
      custom: roles.permissions,
    })
    .from(roles)
    .where(ilike(roles.name, containing(search)))
    .orderBy(asc(roles.name), asc(roles.slug))
    .limit(most)
  const builtIn = builtInRoles
    .filter((role) => role.includes(search.toLowerCase()))
    .map((role) => ({ id: role, name: builtInName(role), detail: '', custom: null }))
  return [...builtIn, ...own].map(({ custom, ...row }) => ({
    kind: 'role',
    ...row,
    mayNot: forbiddenRules(row.id, custom),
  }))
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
