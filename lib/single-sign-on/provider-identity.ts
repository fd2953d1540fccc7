import type { NameIdAttributes } from '#lib/domain/single-sign-on/connection'

/** What a provider said of the person, after everything about it was checked. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  /** Undefined when the provider says nothing about it (Entra, SAML). */
  emailVerified?: boolean | undefined
  name: string | null
  /** The session at the provider. */
  providerSession: string | null
  /** OIDC: for signing out there. */
  idToken: string | null
  /** SAML: for signing out there. */
  nameId?: NameIdAttributes
  /** When the provider last asked the person who they are (epoch, ms); null: it does not say. */
  authenticatedAt: number | null
}

/**
 * A sign-in by single sign-on that does not succeed. `reason` is what the sign-in page says;
 * `message` is for the log and for the owner who tests, without secrets.
 */
export class SsoRefusal extends Error {
  readonly reason: SsoRefusalReason
  constructor(reason: SsoRefusalReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export type SsoRefusalReason =
  /** Forged, expired, used before, or of another browser. */
  | 'sso_failed'
  /** The provider cannot be reached or is set up wrongly. */
  | 'sso_unavailable'
  /** The person stopped at the provider, or may not use it. */
  | 'sso_declined'
  | 'not_invited'
  /** The address belongs to an account that this provider may not speak for. */
  | 'sso_account_exists'
  | 'sso_email_unverified'
  /** A confirmation by somebody else than the person of the session. */
  | 'sso_other_person'
  /** A confirmation for which the provider did not ask the person again. */
  | 'sso_not_asked'
  /** The session that was to be confirmed has ended. */
  | 'session_ended'
