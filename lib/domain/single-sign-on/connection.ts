import { z } from 'zod'

/** The protocols: OpenID Connect 1.0 and SAML 2.0. */
export const ssoKinds = ['oidc', 'saml'] as const
export type SsoKind = (typeof ssoKinds)[number]

/** `draft`: not tried yet; `tested`: an owner signed in with it; `active`: people sign in with it. */
export const ssoStatuses = ['draft', 'tested', 'active'] as const
export type SsoStatus = (typeof ssoStatuses)[number]

const text = (max: number, message: string) =>
  z.string({ error: message }).trim().min(1, message).max(max)

export const oidcConfigSchema = z.strictObject({
  issuer: z
    .url({ error: 'Give the issuer as an address, like https://login.example.com.' })
    .max(500),
  clientId: text(300, 'Give the client ID.'),
})
export type OidcConfig = z.infer<typeof oidcConfigSchema>

export const samlConfigSchema = z.strictObject({
  entityId: text(1000, 'Give the entity ID of the identity provider.'),
  ssoUrl: z.url({ error: 'Give the sign-in address of the identity provider.' }).max(1000),
  /** PEM; several while a certificate is replaced. */
  certificates: z
    .array(text(20_000, 'Give a certificate.'))
    .min(1, 'Give at least one certificate.')
    .max(5, 'Give at most 5 certificates.'),
  /** The log-out service (binding HTTP-Redirect); none: nobody waits for our answer. */
  sloUrl: z
    .url({ error: 'Give the log-out address of the identity provider.' })
    .max(1000)
    .optional(),
  /** Where log-outs that we ask for go, when `sloUrl` is for answers only. */
  sloRequestUrl: z
    .url({ error: 'Give the log-out address of the identity provider.' })
    .max(1000)
    .optional(),
  /** Signing out here asks the provider to sign out there, too. */
  signOutThere: z.boolean().optional(),
  /** The address of its metadata, which is read daily: new certificates count at once. */
  metadataUrl: z.url({ error: 'Give the address of the metadata.' }).max(1000).optional(),
  /** Demands that the response is signed too, not only the assertion in it. */
  signedResponse: z.boolean().default(false),
})
export type SamlConfig = z.infer<typeof samlConfigSchema>

/** What a SAML name ID says beside its text. */
export type NameIdAttributes = {
  format: string | null
  nameQualifier: string | null
  spNameQualifier: string | null
}

export type SsoConfig = OidcConfig | SamlConfig

/** What a test sign-in found. */
export type SsoTestResult = {
  at: string
  ok: boolean
  message: string
  /** What the provider said of the tester. */
  found?: { subject: string; email: string | null; name: string | null }
}
