import type { Tx } from '#db/client'
import { writeAuditEntry } from '#db/write-audit'

type Deletion = {
  organizationId: string
  workflowId: string
  name: string
  days: number
  runs: number
}

/** Records how many runs of a workflow retention deleted, in the transaction that deletes them. */
export async function auditDeletion(
  tx: Tx,
  { organizationId, workflowId, ...details }: Deletion,
): Promise<void> {
  await writeAuditEntry(tx, {
    organizationId,
    actor: { kind: 'engine', id: 'retention', name: 'Retention' },
    action: 'runs.deleted',
    objectKind: 'workflow',
    objectId: workflowId,
    details,
  })
}
