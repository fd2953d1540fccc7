import { ApiError } from '#lib/domain/api-error'
import type { Actor } from './actor.ts'
import { isAllowed, type Permission } from './permissions.ts'

/** Throws 403 when the actor's role does not have this permission. */
export function requirePermission(actor: Actor, permission: Permission): void {
  const { name, role } = actor
  if (isAllowed(role, permission)) return
  throw new ApiError(
    'forbidden',
    `"${name}" has the role ${role}, which may not do this (${permission}). ` +
      'Ask an owner of the organization.',
    { permission, role },
  )
}
