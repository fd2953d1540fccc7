/**
 * The ids of the fields that a path (`config.patient.id`) leads to: the field itself, which may have
 * a dotted name, and with `nearest` also the groups around it, the closest first.
 */
export function fieldIds(path: string | undefined, nearest: boolean): string[] {
  const parts = (path ?? '').split('.').filter(Boolean)
  const ids = parts.map((_, index) => parts.slice(0, index + 1).join('_')).reverse()
  const dotted = parts
    .slice(1)
    .map((_, index) => `${parts.slice(0, index + 1).join('_')}_${parts.slice(index + 1).join('.')}`)
  const own = [...ids.slice(0, 1), ...dotted.slice(0, -1)]
  return nearest ? [...own, ...ids.slice(1)] : own
}
