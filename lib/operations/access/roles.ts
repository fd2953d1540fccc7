import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { members } from '#db/schema/people'
import { can, type Actor } from '#lib/auth/actor'
import { allPermissions, permissionsOf, type Permission } from '#lib/auth/permissions'
import type { RoleView } from '#lib/contracts/organization/access'
import { ApiError } from '#lib/domain/api-error'
import { builtInRoles, isBuiltInRole } from '#lib/domain/statuses'
import { defineOperation } from '../define-operation.ts'
import { withClash } from '../with-clash.ts'
import { describeRoleUsers, loadRoleUsers } from './role-users.ts'
import { builtInName } from './subject-names.ts'

type NewRole = { name: string; description: string; permissions: string[] }

type RoleRow = typeof roles.$inferSelect

const roleView = (row: RoleRow, count: number): RoleView => ({
  slug: row.slug,
  name: row.name,
  description: row.description,
  builtIn: false,
  permissions: row.permissions,
  members: count,
  revision: row.revision,
  changedBy: row.changedBy,
})

/** How many members have each role, or this one. */
async function countMembers(tx: Tx, slug?: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ role: members.role, count: sql<number>`count(*)::int` })
    .from(members)
    .where(slug === undefined ? undefined : eq(members.role, slug))
    .groupBy(members.role)
  return new Map(rows.map(({ role, count }) => [role, count]))
}

/** Throws 400 for a permission that does not exist, 403 for one that the caller does not have. */
function requirePermissions(actor: Actor, given: string[]): void {
  const unknown = given.filter((one) => !(allPermissions as string[]).includes(one))
  if (unknown.length > 0)
    throw ApiError.invalid(
      unknown.map((one) => ({
        path: 'permissions',
        message: `There is no permission "${one}". They are: ${allPermissions.join(', ')}.`,
      })),
    )
  const more = given.filter((one) => !can(actor, one as Permission))
  if (more.length > 0)
    throw new ApiError('forbidden', 'A role may not have more than you have yourself.', {
      permissions: more,
    })
}

const taken = (name: string) =>
  new ApiError('conflict', `There is a role called "${name}" already. Choose another name.`)

const bySlug = (actor: Actor, slug: string) =>
  and(eq(roles.organizationId, actor.organizationId), eq(roles.slug, slug))

/** The built-in roles and the organization's own. */
export const listRoles = defineOperation<object, { items: RoleView[] }>({
  name: 'listRoles',
  permission: 'members:read',
  async run({ tx }) {
    const own = await tx.select().from(roles).orderBy(asc(roles.name), asc(roles.slug)).limit(500)
    const counts = await countMembers(tx)
    const builtIn = builtInRoles.map((slug) => ({
      slug,
      name: builtInName(slug),
      description: '',
      builtIn: true,
      permissions: [...permissionsOf(slug)],
      members: counts.get(slug) ?? 0,
      revision: 1,
      changedBy: null,
    }))
    return { items: [...builtIn, ...own.map((row) => roleView(row, counts.get(row.slug) ?? 0))] }
  },
})

/** Creates a role. Throws 409 when its name or slug is taken. */
export const createRole = defineOperation<NewRole & { slug: string }, RoleView>({
  name: 'createRole',
  permission: 'roles:manage',
  needsConfirmation: true,
  audit: ({ output: { slug, permissions } }) => ({
    action: 'role.created',
    objectKind: 'role',
    objectId: slug,
    details: { permissions },
  }),
  async run({ actor, input, tx }) {
    const isBuiltIn = builtInRoles.some((role) => role === input.name.toLowerCase())
    if (isBuiltIn || isBuiltInRole(input.slug) || input.slug === 'public') throw taken(input.name)
    requirePermissions(actor, input.permissions)
    const [row] = await tx
      .insert(roles)
      .values({ ...input, organizationId: actor.organizationId, changedBy: actor.name })
      .onConflictDoNothing()
      .returning()
    if (!row) throw taken(input.name)
    return roleView(row, 0)
  },
})

const stale = ({ revision, changedBy, changedAt }: RoleRow) =>
  new ApiError(
    'version_conflict',
    `${changedBy ?? 'Somebody else'} changed this role meanwhile. ` +
      'Read it again, and decide what is to be.',
    { currentRevision: revision, changedBy, changedAt: changedAt.toISOString() },
  )

type Change = NewRole & { slug: string; revision?: number | undefined }

/** Stores a change. Throws 404, and 409 when it is not based on the role as it is. */
async function storeRole(tx: Tx, actor: Actor, change: Change): Promise<RoleRow> {
  const { slug, revision, ...fields } = change
  const set = {
    ...fields,
    changedBy: actor.name,
    changedAt: sql`now()`,
    revision: sql`${roles.revision} + 1`,
  }
  const based = revision === undefined ? undefined : eq(roles.revision, revision)
  const [row] = await withClash(
    'roles_name',
    () => taken(fields.name),
    () =>
      tx
        .update(roles)
        .set(set)
        .where(and(bySlug(actor, slug), based))
        .returning(),
  )
  if (row) return row
  const [current] = await tx.select().from(roles).where(bySlug(actor, slug))
  throw current ? stale(current) : ApiError.notFound('role', slug)
}

/** Changes a role for everybody who has it. Throws 404, 409. */
export const changeRole = defineOperation<Change, RoleView>({
  name: 'changeRole',
  permission: 'roles:manage',
  needsConfirmation: true,
  audit: ({ output: { slug, permissions } }) => ({
    action: 'role.changed',
    objectKind: 'role',
    objectId: slug,
    details: { permissions },
  }),
  async run({ actor, input, tx }) {
    requirePermissions(actor, input.permissions)
    const row = await storeRole(tx, actor, input)
    return roleView(row, (await countMembers(tx, row.slug)).get(row.slug) ?? 0)
  },
})

/** Deletes a role that nobody has. Throws 404, 409 `in_use`. */
export const deleteRole = defineOperation<{ slug: string }, void>({
  name: 'deleteRole',
  permission: 'roles:manage',
  needsConfirmation: true,
  audit: ({ input }) => ({ action: 'role.deleted', objectKind: 'role', objectId: input.slug }),
  async run({ actor, input: { slug }, tx }) {
    const [row] = await tx.select().from(roles).where(bySlug(actor, slug)).for('update')
    if (!row) throw ApiError.notFound('role', slug)
    const usedBy = await loadRoleUsers(tx, slug)
    if (usedBy.length > 0)
      throw new ApiError(
        'in_use',
        `"${row.name}" is in use: ${describeRoleUsers(usedBy)}. Give them another role first.`,
        { usedBy },
      )
    await tx.delete(roles).where(bySlug(actor, slug))
  },
})
