import { randomBytes } from 'node:crypto'
import { authDb } from '#db/client'
import { randomToken } from '#lib/ids'
import { addressesOf } from '../addresses.ts'
import type { SamlConnection } from '../connection-row.ts'
import { SsoRefusal } from '../provider-identity.ts'
import { keepAnswer, useOnce } from '../states.ts'
import { checkAssertion, refuseWeakAlgorithms, type CheckedAssertion } from './check-assertion.ts'
import { refuseDoctype } from './parse-xml.ts'
import { clockSkewMs, maxAssertionAgeMs, serviceProviderOf } from './service-provider.ts'

/** The largest answer that is read, in bytes of base64 (300 KB of XML). */
const maxResponseLength = 400 * 1024

/** Begins a sign-in: the address at the provider, and the id of the request. */
export async function beginSaml(
  connection: SamlConnection,
): Promise<{ url: string; name: string }> {
  const name = `_${randomBytes(20).toString('hex')}`
  const saml = serviceProviderOf(connection, name)
  return { url: await saml.getAuthorizeUrlAsync('', undefined, {}), name }
}

/** The XML of an answer. Throws for one that is too large or has what no answer needs. */
function xmlOf(response: string): string {
  if (response.length > maxResponseLength) throw new Error('it is larger than 300 KB')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  refuseDoctype(xml)
  refuseWeakAlgorithms(xml)
  return xml
}

async function verify(connection: SamlConnection, response: string): Promise<CheckedAssertion> {
  try {
    xmlOf(response)
    const { profile } = await serviceProviderOf(connection).validatePostResponseAsync({
      SAMLResponse: response,
    })
    const verified = profile?.getAssertionXml?.()
    if (!verified) throw new Error('it holds no assertion')
    const { acs } = addressesOf(connection.id)
    return checkAssertion(verified, { issuer: connection.config.entityId, acs })
  } catch (error) {
    const { message } = error as Error
    throw new SsoRefusal('sso_failed', `The provider's answer was refused: ${message}.`, error)
  }
}

/**
 * Verifies an answer at the assertion consumer service, and keeps it for its browser, which a
 * cross-site POST does not name (no Lax cookie). Returns the one-time ticket. Of the same answer
 * sent several times, one counts. Throws SsoRefusal.
 */
export async function receiveSaml(connection: SamlConnection, response: string): Promise<string> {
  const { id, inResponseTo, identity } = await verify(connection, response)
  const ticket = randomToken()
  await authDb().transaction(async (tx) => {
    const until = new Date(Date.now() + maxAssertionAgeMs + 2 * clockSkewMs + 60_000)
    const fresh = await useOnce(tx, connection.id, `assertion:${id}`, until)
    const answer = { connectionId: connection.id, name: inResponseTo, ticket, answer: identity }
    if (!fresh || !(await keepAnswer(tx, answer)))
      throw new SsoRefusal('sso_failed', 'This answer of the provider was used before.')
  })
  return ticket
}
