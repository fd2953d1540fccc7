import { and, eq, sql } from 'drizzle-orm'
import { roles } from '#db/schema/access'
import { directoryUsers } from '#db/schema/directories'
import { members } from '#db/schema/people'
import { permissionsOf } from '#lib/auth/permissions'
import { auditPerson, type DirectoryChange } from './context.ts'
import { isLastOwner } from './membership.ts'

type Row = {
  userId: string
  email: string
  role: string
  /** The roles of the groups they are in, over all directories of the organization. */
  mapped: string[]
  /** What a directory gave them last. */
  given: string[]
  /** The directory users of this person. */
  ids: string[]
}

/** How strong each role is: by what it may do. Owners come first. */
type Strength = (role: string) => number

async function loadStrength({ tx, directory }: DirectoryChange): Promise<Strength> {
  const own = await tx
    .select({ slug: roles.slug, permissions: roles.permissions })
    .from(roles)
    .where(eq(roles.organizationId, directory.organizationId))
  const custom = new Map(own.map(({ slug, permissions }) => [slug, permissions]))
  return (role) =>
    role === 'owner' ? Number.POSITIVE_INFINITY : permissionsOf(role, custom.get(role)).size
}

/** The strongest of some roles, which stand in the order of their names. */
const strongest = (mapped: readonly string[], strength: Strength): string | undefined =>
  mapped.toSorted((one, other) => strength(other) - strength(one))[0]

/**
 * The role that a member has by their groups; undefined: it stays. An owner whom a person appointed
 * stays owner. Whoever leaves the last group with a role falls back to the role of people who join.
 */
function roleByGroups(
  { role, mapped, given }: Pick<Row, 'role' | 'mapped' | 'given'>,
  defaultRole: string,
  strength: Strength,
): string | undefined {
  const wasGiven = given.includes(role)
  if (role === 'owner' && !wasGiven) return undefined
  const wanted = strongest(mapped, strength) ?? (wasGiven ? defaultRole : undefined)
  return wanted === role ? undefined : wanted
}

async function loadRows(change: DirectoryChange, ids: readonly string[]): Promise<Row[]> {
  const { organizationId } = change.directory
  const { rows } = await change.tx.execute<Row>(sql`
    with person as (
      select distinct user_id from directory_users
      where organization_id = ${organizationId} and user_id is not null
        and id = any(${sql.param([...ids])}::uuid[]))
    select member.user_id as "userId", member.email, member.role,
      coalesce(array_agg(distinct known.id), '{}') as ids,
      coalesce(array_agg(distinct known.role_given)
        filter (where known.role_given is not null), '{}') as given,
      coalesce(array_agg(distinct granted.role)
        filter (where granted.role is not null), '{}') as mapped
    from person
      join members as member
        on member.organization_id = ${organizationId} and member.user_id = person.user_id
      join directory_users as known
        on known.organization_id = ${organizationId} and known.user_id = person.user_id
          and known.active and known.deleted_at is null
      left join directory_group_members as inside on inside.directory_user_id = known.id
      left join directory_group_roles as granted on granted.group_id = inside.group_id
    group by member.user_id, member.email, member.role
    order by member.user_id`)
  return rows
}

/**
 * Brings the roles of members in line with the groups of these people (`directory_users.id`). The
 * only owner stays owner.
 */
export async function followRoles(change: DirectoryChange, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { tx, directory } = change
  const { organizationId } = directory
  const strength = await loadStrength(change)
  for (const row of await loadRows(change, ids)) {
    const role = roleByGroups(row, directory.settings.defaultRole, strength)
    if (role === undefined) continue
    const object = { kind: 'member', id: row.userId }
    if (row.role === 'owner' && (await isLastOwner(change, row.userId))) {
      await auditPerson(change, 'directory.owner-kept', object, { email: row.email })
      continue
    }
    await tx
      .update(members)
      .set({ role })
      .where(and(eq(members.organizationId, organizationId), eq(members.userId, row.userId)))
    await tx
      .update(directoryUsers)
      .set({ roleGiven: role })
      .where(sql`${directoryUsers.id} = any(${sql.param(row.ids)}::uuid[])`)
    await auditPerson(change, 'member.role_changed', object, {
      email: row.email,
      from: row.role,
      role,
    })
  }
}
