import { authDb } from '#db/client'
import { ssoSessions } from '#db/schema/single-sign-on'
import { startSession } from '#lib/auth/start-session'
import { log } from '#lib/log'
import type { ConnectionRow } from './connection-row.ts'
import { sealIdToken } from './oidc/log-out.ts'
import { personOfIdentity } from './person-of-identity.ts'
import { SsoRefusal, type ProviderIdentity } from './provider-identity.ts'

/**
 * Signs in the person whom a provider named, in the organization of the connection. Returns the
 * session's id. Throws SsoRefusal.
 */
export async function finishSignIn(
  connection: ConnectionRow,
  identity: ProviderIdentity,
  from: { invitation: string | undefined; userAgent: string | null; browserId: string },
): Promise<string> {
  const { organizationId, id: connectionId } = connection
  const visit = { connection, identity, invitation: from.invitation }
  const person = await authDb().transaction((tx) => personOfIdentity(tx, visit))
  const { issuer, subject, providerSession, idToken, nameId } = identity
  const sessionId = await startSession(person.id, {
    userAgent: from.userAgent,
    browserId: from.browserId,
    method: 'single-sign-on',
    organizationId,
    byOwnProvider: true,
    alongside: async (tx, id) => {
      await tx.insert(ssoSessions).values({
        sessionId: id,
        connectionId,
        issuer,
        subject,
        providerSession,
        idToken: idToken === null ? null : sealIdToken(id, idToken),
        nameId: nameId ?? null,
      })
    },
  })
  if (sessionId) return sessionId
  log.info({ userId: person.id, connectionId }, 'a sign-in by single sign-on was refused')
  throw new SsoRefusal('not_invited', 'The person is no member of this organization any more.')
}
