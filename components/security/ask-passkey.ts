import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Assertion, Attestation } from '#lib/domain/passkey-answers'

type Options = Record<string, unknown>

/** Why the browser gave no passkey, as a sentence for the page. */
export class PasskeyRefusal extends Error {}

function sentenceOf(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : ''
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey of yours for this service.'
  return 'The browser gave no passkey: it was cancelled, took too long, or there is none here.'
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new PasskeyRefusal(sentenceOf(error), { cause: error })
  }
}

/** Asks the browser for a passkey. Throws `PasskeyRefusal`. */
export const askPasskey = async (options: Options): Promise<Assertion> =>
  (await asked(() =>
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    }),
  )) as Assertion

/** Asks the browser to make a passkey. Throws `PasskeyRefusal`. */
export const makePasskey = async (options: Options): Promise<Attestation> =>
  (await asked(() =>
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  )) as Attestation
