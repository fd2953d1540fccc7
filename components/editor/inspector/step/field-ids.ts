/**
 * The ids of the fields that a path (`config.patient.id`) leads to: the field itself, and with
 * `nearest` also the groups around it, the closest first.
 */
export function fieldIds(path: string | undefined, nearest: boolean): string[] {
  const parts = (path ?? '').split('.').filter(Boolean)
  const ids = parts.map((_, index) => parts.slice(0, index + 1).join('_')).reverse()
  return nearest ? ids : ids.slice(0, 1)
}
