import { SAML, ValidateInResponseTo, type CacheProvider } from '@node-saml/node-saml'
import { addressesOf } from '../addresses.ts'
import { samlKeysOf, type SamlConnection } from '../connection-row.ts'
import { isAwaited, stateLifeMs } from '../states.ts'
import { encryptionMethods } from './decrypt.ts'

/** How long after its making an assertion is believed, in milliseconds: 5 minutes. */
export const maxAssertionAgeMs = 5 * 60_000
/** Difference of the clocks, in milliseconds. */
export const clockSkewMs = 60_000

/** Requests are kept in `sso_states`; the library only asks whether one is still awaited. */
const requestsOf = (connectionId: string): CacheProvider => ({
  saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
  getAsync: async (key) => ((await isAwaited(connectionId, key)) ? new Date().toISOString() : null),
  removeAsync: async () => null,
})

type Options = {
  /** The id of a request that is to be made. */
  requestId?: string
  /** The provider asks the person who they are, although they are signed in there. */
  forceAuthn?: boolean
  /** The key of ours that opens an encrypted answer. */
  privateKey?: string | undefined
  /** Where our log-out requests go, and the key of ours that signs them. */
  logOut?: { url: string; privateKey: string }
}

/**
 * Our side of a SAML connection. Each connection is an entity of its own, so that an assertion for
 * one fits no other.
 */
export function serviceProviderOf(
  connection: SamlConnection,
  { requestId = '', forceAuthn = false, privateKey, logOut }: Options = {},
): SAML {
  const { acs, metadata } = addressesOf(connection.id)
  const { ssoUrl, certificates, signedResponse } = connection.config
  return new SAML({
    issuer: metadata,
    audience: metadata,
    callbackUrl: acs,
    entryPoint: ssoUrl,
    idpCert: certificates,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: signedResponse,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: requestsOf(connection.id),
    requestIdExpirationPeriodMs: stateLifeMs,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    forceAuthn,
    ...(privateKey === undefined ? {} : { decryptionPvk: privateKey }),
    ...(logOut
      ? {
          logoutUrl: logOut.url,
          privateKey: logOut.privateKey,
          signatureAlgorithm: 'sha256' as const,
        }
      : {}),
  })
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings'

/** Our present key in metadata: for what we sign, and for what is encrypted for us. */
function keyDescriptors(connection: SamlConnection): string[] {
  const [key] = samlKeysOf(connection)
  if (!key) return []
  const certificate = key.certificate.replace(/-----[A-Z ]+-----|\s/g, '')
  const info = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  const methods = encryptionMethods.map((method) => `<EncryptionMethod Algorithm="${method}"/>`)
  return [
    `<KeyDescriptor use="signing">${info}</KeyDescriptor>`,
    `<KeyDescriptor use="encryption">${info}${methods.join('')}</KeyDescriptor>`,
  ]
}

/**
 * Our metadata, for the set-up at the provider (SAML 2.0 Metadata §2.4.4). By ourselves, because
 * the library names one binding for log-out only.
 */
export function serviceProviderMetadata(connection: SamlConnection): string {
  const { acs, metadata, logout } = addressesOf(connection.id)
  const logouts = ['HTTP-Redirect', 'HTTP-POST'].map(
    (name) => `<SingleLogoutService Binding="${bindings}:${name}" Location="${escaped(logout)}"/>`,
  )
  return [
    '<?xml version="1.0"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(metadata)}">`,
    '<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="false" WantAssertionsSigned="true">',
    ...keyDescriptors(connection),
    ...logouts,
    `<AssertionConsumerService index="1" isDefault="true" Binding="${bindings}:HTTP-POST" Location="${escaped(acs)}"/>`,
    '</SPSSODescriptor>',
    '</EntityDescriptor>',
  ].join('\n')
}
