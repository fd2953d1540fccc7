import { canKeyHave } from '../domain/key-permissions.ts'
import { permissionsOf, type Permission } from './permissions.ts'

type Key = {
  role: string
  /** The permissions of its role when that is a custom one. */
  custom: readonly string[] | null
  /** The list that it was created with; null for all of its role. */
  permissions: readonly string[] | null
  workflows: readonly string[] | null
  mode: 'live' | 'test'
}

/** What a key may do by itself; its person may have less (`bothHave`). */
export function ownPermissionsOfKey(key: Key): ReadonlySet<Permission> {
  const canHave = (permission: string): boolean => canKeyHave(permission, key)
  // First, so that a permission which the key cannot have brings no other one with it.
  const listed = key.permissions
    ? permissionsOf('', key.permissions.filter(canHave))
    : permissionsOf(key.role, key.custom?.filter(canHave))
  return new Set([...listed].filter(canHave))
}
