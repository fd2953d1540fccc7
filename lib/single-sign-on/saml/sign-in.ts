import { randomBytes } from 'node:crypto'
import { authDb } from '#db/client'
import { randomToken } from '#lib/ids'
import { log } from '#lib/log'
import { addressesOf } from '../addresses.ts'
import { samlKeysOf, type SamlConnection } from '../connection-row.ts'
import { SsoRefusal } from '../provider-identity.ts'
import { keepAnswer, keepRefusal, useOnce } from '../states.ts'
import { checkAssertion, refuseWeakAlgorithms, type CheckedAssertion } from './check-assertion.ts'
import { openEncrypted } from './decrypt.ts'
import { parseXml, refuseDoctype } from './parse-xml.ts'
import { clockSkewMs, maxAssertionAgeMs, serviceProviderOf } from './service-provider.ts'

/** The largest answer that is read, in bytes of base64 (300 KB of XML). */
const maxResponseLength = 400 * 1024

/**
 * Begins a sign-in: the address at the provider, and the id of the request. `askAgain` has the
 * provider ask the person who they are, although they are signed in there (`ForceAuthn`).
 */
export async function beginSaml(
  connection: SamlConnection,
  { askAgain }: { askAgain: boolean },
): Promise<{ url: string; name: string }> {
  const name = `_${randomBytes(20).toString('hex')}`
  const saml = serviceProviderOf(connection, { requestId: name, forceAuthn: askAgain })
  return { url: await saml.getAuthorizeUrlAsync('', undefined, {}), name }
}

/**
 * Looks at an answer before the library does: its size, and what no answer needs. Also inside of an
 * encrypted assertion; `privateKey` is our key that opens it. Throws with what is wrong.
 */
function inspect(connection: SamlConnection, response: string): { privateKey?: string } {
  if (response.length > maxResponseLength) throw new Error('it is larger than 300 KB')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  const opened = openEncrypted(parseXml(xml), samlKeysOf(connection))
  refuseWeakAlgorithms(opened?.rest ?? xml)
  if (!opened) return {}
  refuseDoctype(opened.assertion)
  refuseWeakAlgorithms(opened.assertion)
  return { privateKey: opened.privateKey }
}

async function verify(connection: SamlConnection, response: string): Promise<CheckedAssertion> {
  try {
    const { profile } = await serviceProviderOf(
      connection,
      inspect(connection, response),
    ).validatePostResponseAsync({ SAMLResponse: response })
    const verified = profile?.getAssertionXml?.()
    if (!verified) throw new Error('it holds no assertion')
    const { acs } = addressesOf(connection.id)
    return checkAssertion(verified, { issuer: connection.config.entityId, acs })
  } catch (error) {
    const { message } = error as Error
    throw new SsoRefusal('sso_failed', `The provider's answer was refused: ${message}.`, error)
  }
}

/** The request that a refused answer names; nothing of it is believed. */
function requestNamedIn(response: string): string {
  if (response.length > maxResponseLength) return ''
  try {
    const { documentElement } = parseXml(Buffer.from(response, 'base64').toString('utf8'))
    return documentElement.getAttribute('InResponseTo') ?? ''
  } catch {
    return ''
  }
}

/**
 * Verifies an answer at the assertion consumer service, and keeps it for its browser, which a
 * cross-site POST does not name (no Lax cookie). Returns the one-time ticket. Of the same answer
 * sent several times, one counts. Throws SsoRefusal; of a test or a confirmation the refusal is
 * kept instead, because their page says it.
 */
export async function receiveSaml(connection: SamlConnection, response: string): Promise<string> {
  const ticket = randomToken()
  try {
    await keepVerified(connection, await verify(connection, response), ticket)
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    const { reason, message } = error
    const name = requestNamedIn(response)
    const refusal = { connectionId: connection.id, name, ticket, refused: { reason, message } }
    if (!(await authDb().transaction((tx) => keepRefusal(tx, refusal)))) throw error
    log.info({ reason, why: message }, 'a test or confirmation by single sign-on was refused')
  }
  return ticket
}

async function keepVerified(
  connection: SamlConnection,
  { id, inResponseTo, identity }: CheckedAssertion,
  ticket: string,
): Promise<void> {
  await authDb().transaction(async (tx) => {
    const until = new Date(Date.now() + maxAssertionAgeMs + 2 * clockSkewMs + 60_000)
    const fresh = await useOnce(tx, connection.id, `assertion:${id}`, until)
    const answer = { connectionId: connection.id, name: inResponseTo, ticket, answer: identity }
    if (!fresh || !(await keepAnswer(tx, answer)))
      throw new SsoRefusal('sso_failed', 'This answer of the provider was used before.')
  })
}
