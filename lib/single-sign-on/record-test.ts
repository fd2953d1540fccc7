import { and, eq, sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { members, ssoConnections } from '#db/schema/index'
import { writeAuditEntry } from '#db/write-audit'
import { cutText } from '#lib/domain/text'
import type { ConnectionRow } from './connection-row.ts'
import type { ProviderIdentity } from './provider-identity.ts'

type Outcome = { ok: true; identity: ProviderIdentity } | { ok: false; message: string }

const sentenceOf = (outcome: Outcome): string =>
  outcome.ok
    ? 'The provider signed you in, and its answer passed all checks.'
    : cutText(outcome.message, 500)

/**
 * Notes the outcome of a test sign-in. A draft becomes `tested`; nobody is signed in and no
 * identity is linked.
 */
export async function recordTest(
  connection: ConnectionRow,
  testedBy: string,
  outcome: Outcome,
): Promise<void> {
  const { id, organizationId, config } = connection
  await authDb().transaction(async (tx) => {
    const found = outcome.ok
      ? {
          found: {
            subject: cutText(outcome.identity.subject, 200),
            email: outcome.identity.email,
            name: outcome.identity.name,
          },
        }
      : {}
    // Only for the settings that were tested: they may have changed meanwhile.
    const same = sql`${ssoConnections.config} = ${JSON.stringify(config)}::jsonb`
    await tx
      .update(ssoConnections)
      .set({
        lastTest: {
          at: new Date().toISOString(),
          ok: outcome.ok,
          message: sentenceOf(outcome),
          ...found,
        },
        ...(outcome.ok && connection.status === 'draft' ? { status: 'tested' as const } : {}),
      })
      .where(and(eq(ssoConnections.id, id), same))
    const tester = and(eq(members.organizationId, organizationId), eq(members.userId, testedBy))
    const [member] = await tx.select({ name: members.name }).from(members).where(tester)
    await writeAuditEntry(tx, {
      organizationId,
      actor: { kind: 'user', id: testedBy, name: member?.name ?? 'A former member' },
      action: 'sso_connection.tested',
      objectKind: 'sso_connection',
      objectId: id,
      details: { ok: outcome.ok },
    })
  })
}
