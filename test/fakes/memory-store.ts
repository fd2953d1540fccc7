import type { SandboxStore } from '#lib/integrations/provider'

/** The store of a sandbox provider's records in tests without a database. */
export function memoryStore(
  seed: Record<string, { id: string }[]> = {},
): SandboxStore & { collections: Map<string, Map<string, Record<string, unknown>>> } {
  const collections = new Map(
    Object.entries(seed).map(([name, rows]) => [
      name,
      new Map(rows.map((row) => [row.id, row as Record<string, unknown>])),
    ]),
  )
  const of = (name: string) => {
    const found = collections.get(name) ?? new Map<string, Record<string, unknown>>()
    collections.set(name, found)
    return found
  }
  return {
    collections,
    get: async (collection, id) => of(collection).get(id),
    list: async (collection) => [...of(collection).values()],
    async insert(collection, id, data) {
      if (of(collection).has(id)) return false
      of(collection).set(id, data)
      return true
    },
    put: async (collection, id, data) => void of(collection).set(id, data),
  }
}
