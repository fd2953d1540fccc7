import { SAML, ValidateInResponseTo, type CacheProvider } from '@node-saml/node-saml'
import { addressesOf } from '../addresses.ts'
import type { SamlConnection } from '../connection-row.ts'
import { isAwaited, stateLifeMs } from '../states.ts'

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

/**
 * Our side of a SAML connection. Each connection is an entity of its own, so that an assertion for
 * one fits no other. `requestId` is the id of a request that is to be made.
 */
export function serviceProviderOf(connection: SamlConnection, requestId = ''): SAML {
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
  })
}

/** Our metadata, for the set-up at the provider. */
export const serviceProviderMetadata = (connection: SamlConnection): string =>
  serviceProviderOf(connection).generateServiceProviderMetadata(null, null)
