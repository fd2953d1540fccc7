import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { directoryGroups } from '#db/schema/directories'
import { members } from '#db/schema/people'
import type { AccessRules, Subject } from '#lib/domain/access/rules'
import { upperFirst } from '#lib/domain/sentences'
import { builtInRoles, type BuiltInRole } from '#lib/domain/statuses'

/** The name of a built-in role, as people read it. */
export const builtInName = (role: BuiltInRole): string => upperFirst(role)

const builtIn = builtInRoles.map((role) => ({ id: role, name: builtInName(role) }))

/** Everybody whom rules name. */
export const subjectsOf = ({ screens, ...plain }: AccessRules): Subject[] =>
  [...Object.values(plain), ...Object.values(screens ?? {})].flat()

/** The id of the person or the group, or the slug of the role. */
export function subjectId(subject: Subject): string {
  if ('person' in subject) return subject.person
  return 'group' in subject ? subject.group : subject.role
}

/**
 * The names of people, groups and roles of the organization, by id or slug. Those that it does not
 * have are left out.
 */
export async function loadSubjectNames(
  tx: Tx,
  subjects: readonly Subject[],
): Promise<Map<string, string>> {
  const people = subjects.flatMap((each) => ('person' in each ? [each.person] : []))
  const groups = subjects.flatMap((each) => ('group' in each ? [each.group] : []))
  const slugs = subjects.flatMap((each) => ('role' in each ? [each.role] : []))
  const names = new Map<string, string>()
  const add = (rows: { id: string; name: string }[]) =>
    rows.forEach(({ id, name }) => names.set(id, name))
  add(builtIn.filter(({ id }) => slugs.includes(id)))
  if (people.length > 0)
    add(
      await tx
        .select({ id: members.userId, name: members.name })
        .from(members)
        .where(inArray(members.userId, people)),
    )
  if (groups.length > 0)
    add(
      await tx
        .select({ id: directoryGroups.id, name: directoryGroups.displayName })
        .from(directoryGroups)
        .where(inArray(directoryGroups.id, groups)),
    )
  if (slugs.length > 0)
    add(
      await tx
        .select({ id: roles.slug, name: roles.name })
        .from(roles)
        .where(inArray(roles.slug, slugs)),
    )
  return names
}
