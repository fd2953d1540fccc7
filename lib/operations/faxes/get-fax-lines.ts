import { asc, desc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { faxTriggers } from '#db/schema/faxes'
import { workflows } from '#db/schema/workflows'
import type { FaxLines } from '#lib/contracts/integrations/faxes'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'

/** The lines of a workflow, in the order of their connections. */
export async function loadFaxLines(tx: Tx, workflowId: string): Promise<FaxLines> {
  const rows = await tx
    .select({
      connection: connections.slug,
      number: faxTriggers.number,
      enabled: faxTriggers.enabled,
      updatedBy: faxTriggers.updatedBy,
    })
    .from(faxTriggers)
    .innerJoin(connections, eq(connections.id, faxTriggers.connectionId))
    .where(eq(faxTriggers.workflowId, workflowId))
    .orderBy(asc(connections.slug), desc(faxTriggers.number))
  return {
    lines: rows.map(({ updatedBy: _by, ...line }) => line),
    updatedBy: rows[0]?.updatedBy ?? null,
  }
}

/** Throws 409 `in_use` when the faxes of a connection start a workflow. */
export async function requireNoFaxLine(tx: Tx, connectionId: string): Promise<void> {
  const [line] = await tx
    .select({ name: workflows.name })
    .from(faxTriggers)
    .innerJoin(workflows, eq(workflows.id, faxTriggers.workflowId))
    .where(eq(faxTriggers.connectionId, connectionId))
    .limit(1)
  if (!line) return
  throw new ApiError(
    'in_use',
    `The faxes of this connection start “${line.name}”. Remove its fax lines first, in its editor ` +
      'under More, Fax lines.',
    { workflow: line.name },
  )
}

/** Which received faxes start a workflow. Throws 404. */
export const getFaxLines = defineOperation<{ id: string }, FaxLines>({
  name: 'getFaxLines',
  permission: 'schedules:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    return await loadFaxLines(tx, workflow.id)
  },
})
