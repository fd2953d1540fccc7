/**
 * The value with the names of its objects in the order of Postgres's `jsonb`: shorter names first,
 * then by their bytes. An expression that enumerates the names of start data then finds the same
 * order whether the run was handed over or loaded.
 */
export function inStoredOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStoredOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => ({
    bytes: Buffer.from(name),
    name,
    item: inStoredOrder(item),
  }))
  entries.sort(
    (one, other) => one.bytes.length - other.bytes.length || one.bytes.compare(other.bytes),
  )
  return Object.fromEntries(entries.map(({ name, item }) => [name, item]))
}
