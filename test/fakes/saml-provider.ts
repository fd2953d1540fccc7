// The library of certificates needs it.
import 'reflect-metadata'
import {
  constants,
  createCipheriv,
  createPrivateKey,
  publicEncrypt,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { X509CertificateGenerator } from '@peculiar/x509'
import { SignedXml } from 'xml-crypto'

const saml = 'urn:oasis:names:tc:SAML:2.0'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

export type KeyPair = { privateKey: string; certificate: string }

const signing = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}
const dayMs = 24 * 60 * 60 * 1000

/** A key with its self-signed certificate, as PEM. */
export async function makeKeyPair(): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=idp',
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + 30 * dayMs),
    signingAlgorithm: signing,
    keys,
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: certificate.toString('pem'),
  }
}

export type Said = {
  issuer: string
  acs: string
  audience: string
  requestId: string
  nameId: string
  email?: string
  assertionId?: string
  recipient?: string
  nameIdFormat?: string
  /** Milliseconds from now at which everything was made. */
  at?: number
  /** Milliseconds from now at which the person was asked who they are; `at` when omitted. */
  askedAt?: number
}

const newId = () => `_${randomBytes(16).toString('hex')}`
const isoAt = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

/** An assertion, not signed yet. */
export function makeAssertion(said: Said): string {
  const { issuer, acs, audience, requestId, nameId, at = 0 } = said
  const { assertionId = newId(), recipient = acs } = said
  const format = said.nameIdFormat ?? `${saml}:nameid-format:persistent`
  const attribute = said.email
    ? `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${said.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`
    : ''
  return (
    `<saml:Assertion xmlns:saml="${saml}:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${isoAt(at)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${saml}:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${isoAt(at + 300_000)}" Recipient="${recipient}" InResponseTo="${requestId}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${isoAt(at - 5000)}" NotOnOrAfter="${isoAt(at + 300_000)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${isoAt(said.askedAt ?? at)}" SessionIndex="at-idp"><saml:AuthnContext><saml:AuthnContextClassRef>${saml}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${attribute}</saml:Assertion>`
  )
}

/** A response around an assertion. */
export const makeResponse = (
  said: Said,
  assertion: string,
  inResponseTo = said.requestId,
): string =>
  `<samlp:Response xmlns:samlp="${saml}:protocol" ID="${newId()}" Version="2.0" IssueInstant="${isoAt(0)}" Destination="${said.acs}" InResponseTo="${inResponseTo}">` +
  `<saml:Issuer xmlns:saml="${saml}:assertion">${said.issuer}</saml:Issuer>` +
  `<samlp:Status><samlp:StatusCode Value="${saml}:status:Success"/></samlp:Status>${assertion}</samlp:Response>`

type Signed = 'Assertion' | 'Response' | 'LogoutRequest'
type Signing = { signature?: string; digest?: string; local?: Signed }

/** Signs the assertion (or the response) in a document, as a provider does. */
export function sign(
  xml: string,
  { privateKey }: KeyPair,
  { signature = rsaSha256, digest = sha256, local = 'Assertion' }: Signing = {},
): string {
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
  })
  const xpath = `//*[local-name(.)='${local}']`
  signer.addReference({ xpath, digestAlgorithm: digest, transforms: [enveloped, exclusive] })
  const reference = `${xpath}/*[local-name(.)='Issuer']`
  signer.computeSignature(xml, { location: { reference, action: 'after' } })
  return signer.getSignedXml()
}

/** What a browser brings to the provider: the request's id and the address that it names. */
export function readRequest(address: string): { id: string; acs: string; xml: string } {
  const sent = new URL(address).searchParams.get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(sent, 'base64')).toString('utf8')
  return {
    id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    acs: / AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? '',
    xml,
  }
}

/** The metadata of a provider. */
export const makeMetadata = (
  entityId: string,
  ssoUrl: string,
  { certificate }: Pick<KeyPair, 'certificate'>,
  { sloUrl }: { sloUrl?: string } = {},
): string =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="${saml}:metadata" entityID="${entityId}">` +
  `<md:IDPSSODescriptor protocolSupportEnumeration="${saml}:protocol">` +
  `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
  (sloUrl
    ? `<md:SingleLogoutService Binding="${saml}:bindings:HTTP-Redirect" Location="${sloUrl}"/>`
    : '') +
  `<md:SingleSignOnService Binding="${saml}:bindings:HTTP-Redirect" Location="${ssoUrl}"/>` +
  `</md:IDPSSODescriptor></md:EntityDescriptor>`

const xmlenc = 'http://www.w3.org/2001/04/xmlenc#'

type Encryption = { cipher?: 'aes-256-gcm' | 'aes-256-cbc'; keyMethod?: string; digest?: string }

function sealGcm(secret: Buffer, text: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function sealCbc(secret: Buffer, text: string): Buffer {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', secret, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
}

/** Encrypts the assertion of a (signed) response for a certificate, as a provider does. */
export function encrypt(response: string, certificate: string, by: Encryption = {}): string {
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(response)?.[0] ?? ''
  return response.replace(assertion, () => encrypted('Assertion', assertion, certificate, by))
}

/** Encrypts the name ID of a log-out request, before it is signed. */
export function encryptNameId(request: string, certificate: string): string {
  const nameId = /<saml:NameID .*<\/saml:NameID>/s.exec(request)?.[0] ?? ''
  return request.replace(nameId, () => encrypted('ID', nameId, certificate))
}

function encrypted(
  what: 'Assertion' | 'ID',
  xml: string,
  certificate: string,
  { cipher = 'aes-256-gcm', keyMethod = `${xmlenc}rsa-oaep-mgf1p`, digest }: Encryption = {},
): string {
  const isGcm = cipher === 'aes-256-gcm'
  const secret = randomBytes(32)
  const content = isGcm ? sealGcm(secret, xml) : sealCbc(secret, xml)
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = publicEncrypt({ key: certificate, padding, oaepHash: 'sha1' }, secret)
  const method = isGcm ? 'http://www.w3.org/2009/xmlenc11#aes256-gcm' : `${xmlenc}aes256-cbc`
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  const digestMethod = digest
    ? `<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="${digest}"/>`
    : ''
  return (
    `<saml:Encrypted${what} xmlns:saml="${saml}:assertion"><xenc:EncryptedData xmlns:xenc="${xmlenc}" Type="${xmlenc}Element">` +
    `<xenc:EncryptionMethod Algorithm="${method}"/>` +
    `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${keyMethod}">${digestMethod}</xenc:EncryptionMethod>${value(key)}</xenc:EncryptedKey></KeyInfo>` +
    `${value(content)}</xenc:EncryptedData></saml:Encrypted${what}>`
  )
}

export type LogoutSaid = {
  issuer: string
  destination: string
  nameId: string
  sessions?: string[]
  id?: string
  at?: number
  notOnOrAfter?: number
}

/** A log-out request, not signed yet. */
export function makeLogoutRequest(said: LogoutSaid): string {
  const { issuer, destination, nameId, sessions = [], id = newId(), at = 0 } = said
  const end = said.notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${isoAt(said.notOnOrAfter)}"`
  const indexes = sessions.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`)
  return (
    `<samlp:LogoutRequest xmlns:samlp="${saml}:protocol" ID="${id}" Version="2.0" IssueInstant="${isoAt(at)}" Destination="${destination}"${end}>` +
    `<saml:Issuer xmlns:saml="${saml}:assertion">${issuer}</saml:Issuer>` +
    `<saml:NameID xmlns:saml="${saml}:assertion">${nameId}</saml:NameID>` +
    `${indexes.join('')}</samlp:LogoutRequest>`
  )
}

/** The query with which a provider sends a message by HTTP-Redirect, signed over its parameters. */
export function redirectQuery(
  xml: string,
  { privateKey }: KeyPair,
  { relayState, algorithm = rsaSha256 }: { relayState?: string; algorithm?: string } = {},
): string {
  const query = new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64') })
  if (relayState !== undefined) query.set('RelayState', relayState)
  query.set('SigAlg', algorithm)
  const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256'
  const signature = signBytes(hash, Buffer.from(query.toString()), privateKey)
  query.set('Signature', signature.toString('base64'))
  return query.toString()
}
