import type { Tx } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { newId } from '#lib/ids'

type Deletion = {
  organizationId: string
  workflowId: string
  name: string
  days: number
  runs: number
}

/**
 * Writes down, in the transaction that deletes them, how many runs of a workflow retention deleted.
 */
export async function auditDeletion(
  tx: Tx,
  { organizationId, workflowId, ...details }: Deletion,
): Promise<void> {
  await tx.insert(auditEntries).values({
    ...{
      id: newId(),
      organizationId,
      actorKind: 'engine',
      actorId: 'retention',
      actorName: 'Retention',
    },
    ...{ action: 'runs.deleted', objectKind: 'workflow', objectId: workflowId, details },
  })
}
