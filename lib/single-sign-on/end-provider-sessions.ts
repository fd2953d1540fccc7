import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { sessions, ssoSessions } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import type { ConnectionRow } from './connection-row.ts'

/** Whose sessions a provider ended; a subject, sessions at the provider, or both. */
type Named = { issuer: string; subject?: string | undefined; sessions: string[] }

/** Ends the sessions that a provider names, because they ended there. Of its own connection only. */
export async function endProviderSessions(
  tx: Tx,
  connection: ConnectionRow,
  { issuer, subject, sessions: named }: Named,
): Promise<void> {
  if (subject === undefined && named.length === 0) throw new Error('a log-out that names nobody')
  const mine = and(
    eq(ssoSessions.connectionId, connection.id),
    eq(ssoSessions.issuer, issuer),
    subject === undefined ? undefined : eq(ssoSessions.subject, subject),
    named.length === 0 ? undefined : inArray(ssoSessions.providerSession, named),
  )
  const found = tx.select({ id: ssoSessions.sessionId }).from(ssoSessions).where(mine)
  const ended = await tx
    .delete(sessions)
    .where(inArray(sessions.id, found))
    .returning({ id: sessions.id })
  await writeAuditEntry(tx, {
    organizationId: connection.organizationId,
    actor: { kind: 'public', id: connection.id, name: connection.name },
    action: 'session.ended_by_provider',
    objectKind: 'sso_connection',
    objectId: connection.id,
    details: { sessions: ended.length },
  })
}
