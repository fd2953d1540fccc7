import { and, asc, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { sandboxRecords } from '#db/schema/connections'
import type { SandboxStore } from '#lib/integrations/provider'

/**
 * The records of one sandbox connection. Every act has its own transaction, as at a real provider.
 */
export function sandboxStore(organizationId: string, connectionId: string): SandboxStore {
  const one = (collection: string, id: string) =>
    and(
      eq(sandboxRecords.connectionId, connectionId),
      eq(sandboxRecords.collection, collection),
      eq(sandboxRecords.id, id),
    )
  const key = [sandboxRecords.connectionId, sandboxRecords.collection, sandboxRecords.id]
  return {
    get: async (collection, id) =>
      await inOrganization(
        organizationId,
        async (tx) =>
          (
            await tx
              .select({ data: sandboxRecords.data })
              .from(sandboxRecords)
              .where(one(collection, id))
          )[0]?.data,
      ),
    list: async (collection) =>
      await inOrganization(organizationId, async (tx) => {
        const rows = await tx
          .select({ data: sandboxRecords.data })
          .from(sandboxRecords)
          .where(
            and(
              eq(sandboxRecords.connectionId, connectionId),
              eq(sandboxRecords.collection, collection),
            ),
          )
          .orderBy(asc(sandboxRecords.id))
        return rows.map(({ data }) => data)
      }),
    insert: async (collection, id, data) =>
      await inOrganization(organizationId, async (tx) => {
        const rows = await tx
          .insert(sandboxRecords)
          .values({ organizationId, connectionId, collection, id, data })
          .onConflictDoNothing()
          .returning({ id: sandboxRecords.id })
        return rows.length > 0
      }),
    put: async (collection, id, data) => {
      await inOrganization(organizationId, async (tx) => {
        await tx
          .insert(sandboxRecords)
          .values({ organizationId, connectionId, collection, id, data })
          .onConflictDoUpdate({ target: key, set: { data } })
      })
    },
  }
}
