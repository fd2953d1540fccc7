import { asc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import { writeAuditEntry } from '#db/write-audit'
import type { CallInfo } from '../define-operation.ts'

/**
 * Writes what happened to somebody's account while they are not signed in, to the audit log of each
 * of their organizations.
 */
export async function auditPerson(
  tx: Tx,
  userId: string,
  action: string,
  { details, info = {} }: { details?: Record<string, unknown>; info?: CallInfo } = {},
): Promise<void> {
  const rows = await tx
    .select({ organizationId: members.organizationId, name: members.name })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
  for (const { organizationId, name } of rows)
    await writeAuditEntry(tx, {
      organizationId,
      actor: { kind: 'user', id: userId, name },
      action,
      objectKind: 'user',
      objectId: userId,
      details,
      requestId: info.requestId,
    })
}
