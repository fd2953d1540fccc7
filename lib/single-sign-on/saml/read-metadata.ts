import type { SamlConfig } from '#lib/domain/single-sign-on/connection'
import { pemOf } from './certificate.ts'
import {
  elementsOf,
  metadataNamespace,
  parseXml,
  plainTextOf,
  signatureNamespace,
} from './parse-xml.ts'

export type ProviderMetadata = Omit<SamlConfig, 'signedResponse' | 'metadataUrl' | 'signOutThere'>

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** The certificates for signing: those with `use="signing"`, and those without any use. */
function certificatesOf(provider: Element): string[] {
  const keys = elementsOf(provider, metadataNamespace, 'KeyDescriptor').filter(
    (key) => (key.getAttribute('use') ?? '') !== 'encryption',
  )
  const texts = keys.flatMap((key) =>
    elementsOf(key, signatureNamespace, 'X509Certificate').map((element) =>
      pemOf(plainTextOf(element)),
    ),
  )
  return [...new Set(texts)]
}

/** The address of a service for HTTP-Redirect; `response` where answers go, if that is another. */
function addressOf(provider: Element, name: string, response = false): string | undefined {
  const service = elementsOf(provider, metadataNamespace, name).find(
    (element) => element.getAttribute('Binding') === redirect,
  )
  const own = service?.getAttribute('Location') ?? ''
  const address = (response && service?.getAttribute('ResponseLocation')) || own
  return URL.canParse(address) ? address : undefined
}

/** Throws for metadata that say of themselves that they are not valid any more. */
function refuseExpired(document: Document, now: Date): void {
  const ends = elementsOf(document, metadataNamespace, '*').map((element) =>
    Date.parse(element.getAttribute('validUntil') ?? ''),
  )
  if (ends.some((end) => end < now.getTime())) throw new Error('it has expired (validUntil)')
}

/**
 * Reads the metadata of an identity provider (SAML 2.0 Metadata §2.4.3): its entity id, where
 * people sign in and out, and its certificates. Throws with what is missing.
 */
export function readMetadata(xml: string, now = new Date()): ProviderMetadata {
  const document = parseXml(xml)
  const providers = elementsOf(document, metadataNamespace, 'IDPSSODescriptor')
  const [provider] = providers
  refuseExpired(document, now)
  if (!provider) throw new Error('it describes no identity provider')
  if (providers.length > 1) throw new Error('it describes several identity providers')
  const entityId = (provider.parentNode as Element | null)?.getAttribute('entityID') ?? ''
  if (entityId === '') throw new Error('it names no entity id')
  const ssoUrl = addressOf(provider, 'SingleSignOnService')
  if (!ssoUrl) throw new Error('it names no sign-in address for HTTP-Redirect')
  const sloUrl = addressOf(provider, 'SingleLogoutService', true)
  const certificates = certificatesOf(provider)
  if (certificates.length === 0) throw new Error('it has no certificate')
  const sloRequestUrl = addressOf(provider, 'SingleLogoutService')
  const isOther = sloRequestUrl !== undefined && sloRequestUrl !== sloUrl
  return {
    entityId,
    ssoUrl,
    certificates,
    ...(sloUrl ? { sloUrl } : {}),
    ...(isOther ? { sloRequestUrl } : {}),
  }
}
