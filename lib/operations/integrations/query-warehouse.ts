import type { WarehouseRow } from '#lib/integrations/warehouse/port'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

/**
 * Specification 4.1: runs a query in the named warehouse connection. The query itself stays out of
 * the audit log: it may name a patient.
 */
export const queryWarehouse = defineOutsideOperation<
  { slug: string; query: string },
  WarehouseRow[]
>({
  name: 'queryWarehouse',
  permission: 'warehouse:query',
  audit: ({ input, output }) => ({
    action: 'warehouse.queried',
    objectKind: 'connection',
    objectId: input.slug,
    details: { rows: output.length },
  }),
  async run({ actor, input: { slug, query }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'warehouse', slug, info)
    return await port.query(query, signal)
  },
})
