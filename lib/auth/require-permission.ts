import { ApiError } from '#lib/domain/api-error'
import { can, type Actor } from './actor.ts'
import type { Permission } from './permissions.ts'

/** Throws 403 when the actor does not have this permission. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (can(actor, permission)) return
  const { name, role } = actor
  throw new ApiError(
    'forbidden',
    `"${name}" has the role ${role}, which may not do this (${permission}). ` +
      'Ask an owner of the organization.',
    { permission, role },
  )
}
