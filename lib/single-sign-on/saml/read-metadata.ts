import type { SamlConfig } from '#lib/domain/single-sign-on/connection'
import { pemOf } from './certificate.ts'
import {
  elementsOf,
  metadataNamespace,
  parseXml,
  plainTextOf,
  signatureNamespace,
} from './parse-xml.ts'

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

/**
 * Reads the metadata of an identity provider (SAML 2.0 Metadata §2.4.3): its entity id, where
 * people sign in, and its certificates. Throws with what is missing.
 */
export function readMetadata(xml: string): Omit<SamlConfig, 'signedResponse'> {
  const document = parseXml(xml)
  const providers = elementsOf(document, metadataNamespace, 'IDPSSODescriptor')
  const [provider] = providers
  if (!provider) throw new Error('it describes no identity provider')
  if (providers.length > 1) throw new Error('it describes several identity providers')
  const entityId = (provider.parentNode as Element | null)?.getAttribute('entityID') ?? ''
  if (entityId === '') throw new Error('it names no entity id')
  const service = elementsOf(provider, metadataNamespace, 'SingleSignOnService').find(
    (element) => element.getAttribute('Binding') === redirect,
  )
  const ssoUrl = service?.getAttribute('Location') ?? ''
  if (!URL.canParse(ssoUrl)) throw new Error('it names no sign-in address for HTTP-Redirect')
  const certificates = certificatesOf(provider)
  if (certificates.length === 0) throw new Error('it has no certificate')
  return { entityId, ssoUrl, certificates }
}
