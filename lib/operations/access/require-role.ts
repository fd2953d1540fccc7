import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { roles } from '#db/schema/access'
import { can, type Actor } from '#lib/auth/actor'
import { permissionsOf } from '#lib/auth/permissions'
import { ApiError } from '#lib/domain/api-error'
import { isBuiltInRole } from '#lib/domain/statuses'

/**
 * Checks that the caller may give this role, or take it away: it exists, and has no permission that
 * they do not have themselves. Throws 400 for a role that does not exist, else 403.
 */
export async function requireRole(tx: Tx, actor: Actor, role: string): Promise<void> {
  const [row] = isBuiltInRole(role)
    ? []
    : await tx
        .select({ permissions: roles.permissions })
        .from(roles)
        .where(and(eq(roles.organizationId, actor.organizationId), eq(roles.slug, role)))
  if (!row && !isBuiltInRole(role))
    throw ApiError.invalid([
      {
        path: 'role',
        message: `There is no role "${role}". Choose one of the list of roles.`,
      },
    ])
  const more = [...permissionsOf(role, row?.permissions)].filter((one) => !can(actor, one))
  if (more.length === 0) return
  throw new ApiError(
    'forbidden',
    `The role ${role} has permissions that you do not have. Ask an owner.`,
    { role, permissions: more },
  )
}
