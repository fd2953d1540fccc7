import type { RoleView } from '#lib/contracts/organization/access'
import { permissionWords } from '#lib/domain/permission-words'
import { listWords } from '#lib/domain/sentences'

const quoted = (permissions: readonly string[]): string =>
  listWords(permissions.map((permission) => `“${permissionWords(permission)}”`))

/** What somebody else made of a role since it was read, a sentence each. */
export function changedMeanwhile(before: RoleView, now: RoleView): string[] {
  const more = now.permissions.filter((one) => !before.permissions.includes(one))
  const less = before.permissions.filter((one) => !now.permissions.includes(one))
  return [
    ...(now.name === before.name ? [] : [`New name: “${now.name}”.`]),
    ...(now.description === before.description ? [] : [`What it is for: “${now.description}”.`]),
    ...(more.length > 0 ? [`Given: ${quoted(more)}.`] : []),
    ...(less.length > 0 ? [`Taken away: ${quoted(less)}.`] : []),
  ]
}
