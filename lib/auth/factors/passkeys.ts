import { createHmac } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  AuthenticatorTransport,
} from '@simplewebauthn/server'
import { and, eq, lt, or } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { passkeys } from '#db/schema/factors'
import { ApiError } from '#lib/domain/api-error'
import type { Assertion, Attestation } from '#lib/domain/passkey-answers'
import { deriveKey } from '#lib/env'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import { storeChallenge, takeChallenge, type ChallengeFor } from './passkey-challenges.ts'
import { relyingParty, type RelyingParty } from './relying-party.ts'

const maxPasskeys = 20

/** EdDSA, ES256, RS256. By default the library adds one that is an experiment of Node (ML-DSA). */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loaded by the first passkey: it brings X.509 and ASN.1 along. */
const library = () => import('@simplewebauthn/server')

/** Throws 409 when browsers have no passkeys for the address of this installation. */
function requireRelyingParty(): RelyingParty {
  const party = relyingParty()
  if (party) return party
  const message =
    'Passkeys need an address with HTTPS and a name (BASE_URL). Use an authenticator app here.'
  throw new ApiError('conflict', message)
}

/** What an authenticator calls the person: tells nothing about them, not even their address. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac('sha256', deriveKey('passkey person')).update(userId, 'utf8').digest())

type Row = Pick<typeof passkeys.$inferSelect, 'credentialId' | 'transports'>
const described = ({ credentialId, transports }: Row) => ({
  id: credentialId,
  transports: transports as AuthenticatorTransport[],
})

const loadPasskeys = async (userId: string): Promise<Row[]> =>
  await authDb().select().from(passkeys).where(eq(passkeys.userId, userId))

type Person = { id: string; name: string; email: string }
/** What a browser is asked: the options of `navigator.credentials`, as JSON (WebAuthn §5.1.8). */
export type Question = { challengeId: string; options: Record<string, unknown> }

/** What the browser needs to make a passkey for this person. Throws 409 when there are too many. */
export async function startRegistration(person: Person): Promise<Question> {
  const { id: rpID } = requireRelyingParty()
  const known = await loadPasskeys(person.id)
  if (known.length >= maxPasskeys)
    throw new ApiError('conflict', `You have ${maxPasskeys} passkeys. Remove one first.`)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Rounds',
    rpID,
    userID: handleOf(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const challengeId = await storeChallenge(
    { purpose: 'register', userId: person.id },
    options.challenge,
  )
  return { challengeId, options: { ...options } }
}

const refused = (): ApiError =>
  new ApiError('unauthorized', 'This passkey was not accepted. Try again, or sign in another way.')

/** Runs a check of the library, whose errors say what is wrong with the answer of the browser. */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    log.info({ reason: (error as Error).message }, 'a passkey was refused')
    throw refused()
  }
}

export type NewPasskey = { challengeId: string; name: string; response: Attestation }

/** Stores a new passkey and answers its id. Throws 401 when the browser's answer does not fit. */
export async function storePasskey(tx: Tx, userId: string, given: NewPasskey): Promise<string> {
  const party = requireRelyingParty()
  const expectedChallenge = await takeChallenge(given.challengeId, { purpose: 'register', userId })
  if (!expectedChallenge) throw refused()
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await checked(() =>
    verifyRegistrationResponse({
      response: given.response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  )
  if (!verified) throw refused()
  const { credential, credentialBackedUp } = registrationInfo
  const id = newId()
  const stored = await tx
    .insert(passkeys)
    .values({
      id,
      userId,
      name: given.name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  if (stored.length === 0) throw new ApiError('conflict', 'This passkey is registered already.')
  return id
}

/**
 * What the browser needs to use a passkey: any one for this host, or one of this person. Nothing in
 * it tells whether an account exists.
 */
export async function startPasskey(of: ChallengeFor): Promise<Question> {
  const { id: rpID } = requireRelyingParty()
  const known = of.userId ? await loadPasskeys(of.userId) : []
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: known.map(described),
  })
  const challengeId = await storeChallenge(of, options.challenge)
  return { challengeId, options: { ...options } }
}

export type PasskeyAnswer = { challengeId: string; response: Assertion }

/**
 * Finds whose passkey answered. A challenge is answered once; an authenticator that counts must
 * have counted further than before, or it was copied (WebAuthn §7.2). Throws 401.
 */
export async function acceptPasskey(
  of: ChallengeFor,
  { challengeId, response }: PasskeyAnswer,
): Promise<{ userId: string }> {
  const party = requireRelyingParty()
  const expectedChallenge = await takeChallenge(challengeId, of)
  const [key] = await authDb().select().from(passkeys).where(eq(passkeys.credentialId, response.id))
  if (!expectedChallenge || !key || (of.userId !== null && key.userId !== of.userId))
    throw refused()
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        ...described(key),
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
      },
    }),
  )
  const counter = authenticationInfo.newCounter
  const isLater = or(lt(passkeys.counter, counter), eq(passkeys.counter, 0))
  const used = verified
    ? await authDb()
        .update(passkeys)
        .set({ counter, backedUp: authenticationInfo.credentialBackedUp, lastUsedAt: new Date() })
        .where(and(eq(passkeys.id, key.id), isLater))
        .returning({ id: passkeys.id })
    : []
  if (used.length === 0) throw refused()
  return { userId: key.userId }
}
