import { env } from '#lib/env'

/** The addresses of one connection; each connection has its own, so that no answer fits another. */
export function addressesOf(connectionId: string) {
  const base = `${env().BASE_URL}/api/auth/sso/${connectionId}`
  return {
    /** Where a sign-in begins. */
    start: `${base}/start`,
    /** OIDC: where the provider sends the browser back. */
    callback: `${base}/callback`,
    /** OIDC: where the provider says that a session ended. */
    backChannelLogout: `${base}/back-channel-logout`,
    /** SAML: the assertion consumer service. */
    acs: `${base}/acs`,
    /** SAML: where the browser fetches the answer that came to `acs`. */
    finish: `${base}/finish`,
    /** SAML: where the provider says that a session ended, and gets our answer. */
    logout: `${base}/logout`,
    /** SAML: our metadata; also our entity id. */
    metadata: `${base}/metadata`,
    /** Where the provider sends a browser after signing out there. */
    signedOut: `${env().BASE_URL}/sign-in`,
  }
}
