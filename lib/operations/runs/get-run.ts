import { inOrganization } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { RunPage } from '#lib/contracts/runs/runs'
import { requireRun, seesAllRuns } from '../access/access-sql.ts'
import { asOperation, type CallInfo } from '../define-operation.ts'
import { getRunBatched } from './get-run-batched.ts'

const permission = 'runs:read'

async function read(actor: Actor, { id }: { id: string }, info: CallInfo = {}): Promise<RunPage> {
  requirePermission(actor, permission)
  if (!seesAllRuns(actor))
    await inOrganization(actor.organizationId, (tx) => requireRun(tx, actor, id))
  return await getRunBatched(actor, id, info)
}

/**
 * Reads a run with its tasks. It is read often, so it has its own statement (`getRunBatched`), which also
 * writes the audit entry.
 */
export const getRun = asOperation({ name: 'getRun', permission }, read)
