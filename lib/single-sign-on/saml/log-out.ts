import { randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { authDb } from '#db/client'
import type { NameIdAttributes } from '#lib/domain/single-sign-on/connection'
import { addressesOf } from '../addresses.ts'
import { samlKeysOf, type SamlConnection } from '../connection-row.ts'
import { endProviderSessions } from '../end-provider-sessions.ts'
import { SsoRefusal } from '../provider-identity.ts'
import { useOnce } from '../states.ts'
import { verifyLogoutRequest, type Message } from './log-out-request.ts'
import { clockSkewMs, maxAssertionAgeMs, serviceProviderOf } from './service-provider.ts'

/** What a name ID without a format has (SAML 2.0 Core §8.3.1). */
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
const unknownName: NameIdAttributes = { format: null, nameQualifier: null, spNameQualifier: null }
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const names = 'urn:oasis:names:tc:SAML:2.0'

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** The address at the provider that gets our answer (SAML 2.0 Core §3.7.2), signed with our key. */
async function answerTo(
  connection: SamlConnection,
  sloUrl: string,
  { id, relayState }: { id: string; relayState: string | null },
): Promise<string> {
  const own = `_${randomBytes(20).toString('hex')}`
  const xml =
    `<samlp:LogoutResponse xmlns:samlp="${names}:protocol" xmlns:saml="${names}:assertion" ` +
    `ID="${own}" Version="2.0" IssueInstant="${new Date().toISOString()}" ` +
    `Destination="${escaped(sloUrl)}" InResponseTo="${escaped(id)}">` +
    `<saml:Issuer>${escaped(addressesOf(connection.id).metadata)}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${names}:status:Success"/></samlp:Status>` +
    '</samlp:LogoutResponse>'
  const deflated = await promisify(deflateRaw)(xml)
  const query = new URLSearchParams({ SAMLResponse: deflated.toString('base64') })
  if (relayState !== null) query.set('RelayState', relayState)
  const [key] = samlKeysOf(connection)
  if (key) {
    query.set('SigAlg', rsaSha256)
    const signature = sign('sha256', Buffer.from(query.toString()), key.privateKey)
    query.set('Signature', signature.toString('base64'))
  }
  return `${sloUrl}${sloUrl.includes('?') ? '&' : '?'}${query.toString()}`
}

type OwnSession = {
  subject: string
  providerSession: string | null
  nameId: NameIdAttributes | null
}

/**
 * The address at the provider where this session ends too (SAML 2.0 Profiles §4.4), signed with our
 * key. Undefined where the connection does not ask for it, or has no key or no address.
 */
export async function samlLogoutUrl(
  connection: SamlConnection,
  { subject, providerSession, nameId }: OwnSession,
): Promise<string | undefined> {
  const { signOutThere, sloUrl, sloRequestUrl = sloUrl } = connection.config
  const [key] = samlKeysOf(connection)
  if (!signOutThere || sloRequestUrl === undefined || !key) return undefined
  const saml = serviceProviderOf(connection, {
    requestId: `_${randomBytes(20).toString('hex')}`,
    logOut: { url: sloRequestUrl, privateKey: key.privateKey },
  })
  const { format, nameQualifier, spNameQualifier } = nameId ?? unknownName
  const person = {
    issuer: connection.config.entityId,
    nameID: subject,
    nameIDFormat: format ?? unspecified,
    ...(nameQualifier === null ? {} : { nameQualifier }),
    ...(spNameQualifier === null ? {} : { spNameQualifier }),
    ...(providerSession === null ? {} : { sessionIndex: providerSession }),
  }
  return await saml.getLogoutUrlAsync(person, '', {})
}

/**
 * Single log-out that the provider asks for (SAML 2.0 Profiles §4.4): ends the sessions that it
 * names. Returns where the browser goes on: to the provider with our answer, or to our sign-in page
 * when the provider has no address for it. Throws SsoRefusal for a request that is forged, old, for
 * somebody else, or was used before.
 */
export async function receiveLogout(
  connection: SamlConnection,
  message: Message,
  relayState: string | null,
): Promise<string> {
  const { id, subject, sessions } = await verifyLogoutRequest(connection, message).catch(
    (error: Error) => {
      throw new SsoRefusal('sso_failed', `The log-out was refused: ${error.message}.`, error)
    },
  )
  const { entityId: issuer, sloUrl } = connection.config
  await authDb().transaction(async (tx) => {
    const until = new Date(Date.now() + maxAssertionAgeMs + 3 * clockSkewMs)
    if (!(await useOnce(tx, connection.id, `logout:${id}`, until)))
      throw new SsoRefusal('sso_failed', 'The log-out request was used before.')
    await endProviderSessions(tx, connection, { issuer, subject, sessions })
  })
  if (sloUrl === undefined) return addressesOf(connection.id).signedOut
  const isShort = relayState !== null && Buffer.byteLength(relayState) <= 80
  return await answerTo(connection, sloUrl, { id, relayState: isShort ? relayState : null })
}
