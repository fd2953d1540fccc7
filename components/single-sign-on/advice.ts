import type { SsoConnectionView } from '#lib/contracts/organization/single-sign-on'

/** What to do about a failed test, by words of its message: the first that fits. */
const advices: [RegExp, string][] = [
  [
    /access_denied|sso_declined/i,
    'You may not use this application there yet. Assign yourself, or a group that you are in, and test again.',
  ],
  [
    /invalid_client|unauthorized_client|client authentication/i,
    'The provider does not take the client ID or the client secret. Make a new secret there, copy its value (not its ID), and enter it under Edit.',
  ],
  [
    /redirect_uri|redirect URI/i,
    'Enter the redirect URI below at the provider, exactly as it is written.',
  ],
  [
    /metadata at|discovery|issuer must|unexpected "issuer"/i,
    'Open the issuer with “/.well-known/openid-configuration” behind it: it must answer, and its “issuer” must be what you entered. At Entra it names your tenant.',
  ],
  [
    /auth_time/i,
    'The provider must say when it asked a person (`auth_time`). Allow it for this application.',
  ],
  [
    /audience/i,
    'Enter our entity ID below as the audience (Entra: Identifier; Okta: Audience URI) at the provider.',
  ],
  [/recipient/i, 'Enter the reply URL below at the provider, exactly as it is written.'],
  [
    /another issuer/i,
    'The provider calls itself otherwise than the entity ID that you entered. Read its metadata again under Edit.',
  ],
  [
    /SHA-1|weak algorithm/i,
    'Choose SHA-256 as the signature algorithm and digest at the provider.',
  ],
  [
    /invalid document signature/i,
    'You demand a signed response. Have the provider sign response and assertion, or take that demand back under Edit.',
  ],
  [
    /signature/i,
    'The provider signs with another certificate, or not the assertion. Read its metadata again under Edit, and have it sign the assertion.',
  ],
  [/expired|not yet valid|too old/i, 'The clocks differ by more than a minute. Set them by NTP.'],
  [/transient/i, 'Choose “persistent” or “e-mail address” as the name ID format at the provider.'],
  [
    /answers no request|InResponseTo/i,
    'Begin here with “Test sign-in”, not with the tile in the provider’s portal.',
  ],
  [/encrypted|our keys/i, 'Give our metadata below to the provider again: they hold our key.'],
  [/userinfo/i, 'The provider must allow the scopes openid, email and profile.'],
]

/** What to do about the last test; undefined when nothing is known about its message. */
export function adviceOf(message: string): string | undefined {
  return advices.find(([words]) => words.test(message))?.[1]
}

/** What is missing in an answer that passed all checks; undefined when nothing is. */
export function warningOf({ kind, lastTest }: SsoConnectionView): string | undefined {
  if (!lastTest?.ok || lastTest.found?.email) return undefined
  return kind === 'oidc'
    ? 'It sent no e-mail address, so nobody can join. Add the claim `email` to the ID token.'
    : 'It sent no e-mail address, so nobody can join. Add the attribute `email`.'
}
