import { env } from '#lib/env'
import { ApiError } from '#lib/domain/api-error'
import type { OidcConfig, SamlConfig } from '#lib/domain/single-sign-on/connection'
import { pemOf } from '#lib/single-sign-on/saml/certificate'

/** Plain HTTP would show codes, and who signs in, to everybody on the way. */
function requireHttps(path: string, address: string): void {
  const { protocol, host, hostname, port } = new URL(address)
  const allowed = env().HTTP_ALLOW_PRIVATE.includes(port ? host : `${hostname}:80`)
  if (protocol === 'https:' || (protocol === 'http:' && allowed)) return
  throw ApiError.invalid([{ path, message: 'This must be an https address.' }])
}

/** Checks what a schema cannot know. Throws 400. */
export function checkedOidc(config: OidcConfig): OidcConfig {
  requireHttps('oidc.issuer', config.issuer)
  return config
}

/** Checks addresses and certificates, which are stored as PEM. Throws 400. */
export function checkedSaml(config: SamlConfig): SamlConfig {
  requireHttps('saml.ssoUrl', config.ssoUrl)
  if (config.sloUrl) requireHttps('saml.sloUrl', config.sloUrl)
  if (config.sloRequestUrl) requireHttps('saml.sloRequestUrl', config.sloRequestUrl)
  if (config.signOutThere && !config.sloUrl)
    throw ApiError.invalid([
      {
        path: 'saml.signOutThere',
        message: 'Give the log-out address of the provider, to which people are sent to sign out.',
      },
    ])
  if (config.metadataUrl) requireHttps('saml.metadataUrl', config.metadataUrl)
  const certificates = config.certificates.map((text, index) => {
    try {
      return pemOf(text)
    } catch (error) {
      const message = `This certificate cannot be used: ${(error as Error).message}.`
      throw ApiError.invalid([{ path: `saml.certificates.${index}`, message }])
    }
  })
  return { ...config, certificates }
}
