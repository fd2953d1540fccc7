import { verify } from 'node:crypto'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { addressesOf } from '../addresses.ts'
import { samlKeysOf, type SamlConnection } from '../connection-row.ts'
import { refuseWeakAlgorithms } from './check-assertion.ts'
import { openNameId } from './decrypt.ts'
import {
  elementsOf,
  parseXml,
  plainTextOf,
  samlNamespace,
  signatureNamespace,
} from './parse-xml.ts'
import { clockSkewMs, maxAssertionAgeMs, serviceProviderOf } from './service-provider.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
/** Of a request, in bytes. A log-out names one person and some sessions. */
const maxBytes = 64 * 1024

/** A log-out that a provider asks for; its signature was verified. */
export type LogoutRequest = {
  id: string
  subject: string
  /** The sessions at the provider; none means all of the person. */
  sessions: string[]
}

/** What came with the binding HTTP-Redirect: the query exactly as it was sent. */
type Redirected = { binding: 'redirect'; query: string }
/** What came with the binding HTTP-POST. */
type Posted = { binding: 'post'; request: string }
export type Message = Redirected | Posted

const hashes: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': 'sha512',
}

/** The parameters of a query as they were sent, each once. */
function rawParameters(query: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of query.replace(/^\?/, '').split('&')) {
    const [name = '', ...value] = part.split('=')
    if (found.has(name)) throw new Error(`it has ${name} twice`)
    found.set(name, value.join('='))
  }
  return found
}

const decoded = (raw: string): string => decodeURIComponent(raw.replace(/\+/g, ' '))

/** Whether one of the certificates signed these bytes. */
const isSigned = (
  { config }: SamlConnection,
  hash: string,
  content: string,
  signature: string,
): boolean =>
  config.certificates.some((certificate) =>
    verify(
      hash,
      Buffer.from(content),
      // As XML signatures have it (RFC 4051 §2.3.6), for keys on curves.
      { key: certificate, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64'),
    ),
  )

/**
 * The XML of a redirected request. Its signature is in the query, over the parameters as they were
 * sent (SAML 2.0 Bindings §3.4.4.1). By ourselves, because the library accepts one without any.
 */
async function redirectedXml(connection: SamlConnection, query: string): Promise<string> {
  if (query.length > maxBytes) throw new Error('it is too large')
  const raw = rawParameters(query)
  const parts = ['SAMLRequest', 'RelayState', 'SigAlg'].filter((name) => raw.has(name))
  const value = (name: string): string => decoded(raw.get(name) ?? '')
  const hash = hashes[value('SigAlg')]
  if (!raw.has('Signature') || !hash)
    throw new Error('it is not signed with RSA or ECDSA and SHA-2')
  const content = parts.map((name) => `${name}=${raw.get(name)}`).join('&')
  if (!isSigned(connection, hash, content, value('Signature')))
    throw new Error('its signature is not of this provider')
  // A small text may inflate to a huge one.
  const options = { maxOutputLength: maxBytes }
  const bytes = await promisify(inflateRaw)(Buffer.from(value('SAMLRequest'), 'base64'), options)
  return bytes.toString('utf8')
}

/** The XML of a posted request. Its signature is in it, over the whole. */
async function postedXml(connection: SamlConnection, request: string): Promise<string> {
  if (request.length > maxBytes) throw new Error('it is too large')
  const xml = Buffer.from(request, 'base64').toString('utf8')
  refuseWeakAlgorithms(xml)
  const root = parseXml(xml).documentElement
  // The library looks for signatures by this id, anywhere in the document.
  if (!/^[\w.-]{1,200}$/.test(root.getAttribute('ID') ?? '')) throw new Error('it has no usable id')
  const signatures = elementsOf(root, signatureNamespace, 'Signature')
  if (signatures.length !== 1 || signatures[0]?.parentNode !== root)
    throw new Error('it has no single signature of its own')
  await verifyPosted(connection, request, root)
  return xml
}

/**
 * Has the library check the signature. It opens an encrypted name ID after that, for which it takes
 * one key, and we may have two.
 */
async function verifyPosted(connection: SamlConnection, request: string, root: Element) {
  const isEncrypted = elementsOf(root, '*', 'EncryptedID').length > 0
  const keys = isEncrypted ? samlKeysOf(connection) : []
  let failure: unknown
  for (const privateKey of keys.length > 0 ? keys.map((key) => key.privateKey) : [undefined]) {
    const saml = serviceProviderOf(connection, { privateKey })
    try {
      await saml.validatePostRequestAsync({ SAMLRequest: request })
      return
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const childrenOf = (root: Element, namespace: string, name: string): Element[] =>
  elementsOf(root, namespace, name).filter((element) => element.parentNode === root)

const instantOf = (root: Element, name: string): number => Date.parse(root.getAttribute(name) ?? '')

/** The rules of SAML 2.0 Core §3.7.1 and Profiles §4.4. Only direct children are signed for sure. */
function readRequest(connection: SamlConnection, xml: string): LogoutRequest {
  const { config, id } = connection
  const root = parseXml(xml).documentElement
  if (root.localName !== 'LogoutRequest' || root.namespaceURI !== protocol)
    throw new Error('it is no log-out request')
  const [issuer, ...moreIssuers] = childrenOf(root, samlNamespace, 'Issuer')
  if (!issuer || moreIssuers.length > 0 || plainTextOf(issuer) !== config.entityId)
    throw new Error('it is of another issuer')
  if (root.getAttribute('Destination') !== addressesOf(id).logout)
    throw new Error('it is for another address')
  const now = Date.now()
  const age = now - instantOf(root, 'IssueInstant')
  const isFresh = age >= -clockSkewMs && age <= maxAssertionAgeMs + clockSkewMs
  if (!isFresh) throw new Error('it is from another time')
  if (root.hasAttribute('NotOnOrAfter')) {
    const isOpen = now < instantOf(root, 'NotOnOrAfter') + clockSkewMs
    if (!isOpen) throw new Error('it has expired')
  }
  const requestId = root.getAttribute('ID') ?? ''
  const encrypted = openNameId(root, samlKeysOf(connection))
  const names = childrenOf(root, samlNamespace, 'NameID')
  const [name, ...moreNames] = encrypted ? [encrypted, ...names] : names
  const subject = name && moreNames.length === 0 ? plainTextOf(name) : ''
  if (requestId === '' || subject === '') throw new Error('it has no id, or names no person')
  const sessions = childrenOf(root, protocol, 'SessionIndex').map(plainTextOf)
  return { id: requestId, subject, sessions }
}

/** Verifies a log-out request of a provider. Throws with what is wrong. */
export async function verifyLogoutRequest(
  connection: SamlConnection,
  message: Message,
): Promise<LogoutRequest> {
  const xml =
    message.binding === 'redirect'
      ? await redirectedXml(connection, message.query)
      : await postedXml(connection, message.request)
  return readRequest(connection, xml)
}
