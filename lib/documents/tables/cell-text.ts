/** A value as the text of a cell: nothing for null, JSON for lists and objects. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value as number | boolean)
}
