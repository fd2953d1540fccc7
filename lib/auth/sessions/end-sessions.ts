import { and, eq, type SQL } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { members, sessions } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'

/**
 * Ends the sessions that fit and writes it into the audit log of the organization that each works
 * in, as an act of its person. After that every copy of their cookies is invalid.
 */
export async function endSessions(
  tx: Tx,
  which: SQL,
  action: 'session.replaced' | 'session.signed_out',
): Promise<void> {
  const ended = await tx.delete(sessions).where(which).returning()
  for (const { id, userId, organizationId } of ended) {
    const [member] = await tx
      .select({ name: members.name })
      .from(members)
      .where(and(eq(members.userId, userId), eq(members.organizationId, organizationId)))
    await writeAuditEntry(tx, {
      organizationId,
      actor: { kind: 'user', id: userId, name: member?.name ?? 'A former member' },
      action,
      objectKind: 'session',
      objectId: id,
    })
  }
}

/** Signs out the session of a cookie. */
export async function endSessionById(id: string): Promise<void> {
  await authDb().transaction((tx) => endSessions(tx, eq(sessions.id, id), 'session.signed_out'))
}
