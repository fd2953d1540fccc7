import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { ownPath } from '#lib/domain/own-path'
import { deriveKey, env } from '#lib/env'
import { log } from '#lib/log'
import { shortageOf, type Shortage } from '#lib/shortage'
import { endSessionById } from './sessions/end-sessions.ts'
import { joinByIdentity } from './join-by-identity.ts'
import { isPasswordQueueFull } from './password.ts'
import {
  cookieOptions,
  openSession,
  sealSession,
  sessionCookieName,
  sessionSeconds,
} from './session-token.ts'
import { signInWithPassword } from './sign-in/sign-in-with-password.ts'
import { startSession } from './start-session.ts'
import { userOfIdentity } from './user-of-identity.ts'

/** `passwords`: too many passwords wait to be checked. */
export type SignInShortage = Shortage | 'passwords'

/** The visitor, from the request. `address` is used only to count tries. */
export type Visitor = {
  /** The cookie of known-device.ts. */
  device: string | undefined
  address: string
  userAgent: string | null
  /** Of its cookie (`browser-cookie.ts`). */
  browserId: string
  /** The token of an invitation that the person accepted before going to the provider. */
  invitation?: string | undefined
  /** Set here: a session was started, for the browser of `browserId`. */
  isSignedIn?: boolean
  /** Set here: the session was ended. */
  isSignedOut?: boolean
  /** Set here: the cookie of a known device, after signing in. */
  knownDevice?: string | undefined
  /** Set here: the cookie of a sign-in that is not complete. */
  pending?: string | undefined
  /** Set here: what was unavailable, so that this visitor could not sign in or out. */
  shortage?: SignInShortage | undefined
}

/**
 * Runs a part of signing in or out. When the database or a turn to check the password is
 * unavailable, it marks the visitor and throws an error whose message reveals nothing internal,
 * because next-auth writes it into an address.
 */
async function unlessShort<T>(visitor: Visitor, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const shortage = isPasswordQueueFull(error) ? 'passwords' : shortageOf(error)
    if (!shortage) throw error
    log.warn({ error, shortage }, 'a person cannot sign in or out now')
    visitor.shortage = shortage
    throw new Error('unavailable', { cause: error })
  }
}

type Claims = { sub: string; name?: string; email?: string; email_verified?: boolean }

const passwordProvider = (visitor: Visitor) =>
  CredentialsProvider({
    id: 'password',
    name: 'Password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(given) {
      const email = given?.email
      const password = given?.password
      if (
        typeof email !== 'string' ||
        typeof password !== 'string' ||
        email.length > 254 ||
        password.length > 1000
      )
        return null
      const signIn = () => signInWithPassword({ email, password, ...visitor })
      const result = await unlessShort(visitor, signIn)
      if (!('refused' in result)) {
        visitor.knownDevice = result.knownDevice
        return { id: result.userId, sessionId: result.sessionId }
      }
      if (result.refused === 'next_step') {
        visitor.pending = result.pending
        throw new Error('next_step')
      }
      if (result.refused === 'rate_limited')
        throw new Error(`rate_limited:${result.retryAfterSeconds}`)
      return null
    },
  })

/**
 * Single sign-on, when configured. PKCE, state and nonce are all checked (OAuth 2.0 Security Best
 * Current Practice, RFC 9700).
 */
function oidcProvider(): OAuthConfig<Claims> | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env()
  if (!OIDC_ISSUER) return undefined
  return {
    id: 'oidc',
    name: OIDC_NAME,
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    // Many providers answer the address only at the userinfo endpoint (OpenID Connect Core §5.4).
    // The client compares its subject with that of the ID token.
    userinfo: {
      request: async ({ client, tokens }) => {
        const set = tokens as Parameters<typeof client.userinfo>[0] & { claims(): Claims }
        return { ...(await client.userinfo<Claims>(set)), ...set.claims() }
      },
    },
    authorization: { params: { scope: 'openid email profile' } },
    profile: (claims) => ({
      id: claims.sub,
      name: claims.name ?? null,
      email: claims.email ?? null,
    }),
  }
}

/**
 * Starts a session for the person of an identity: one who has an account, or who accepted an
 * invitation before going to the provider. Undefined when there is no such person.
 */
async function signInByIdentity(
  visitor: Visitor,
  claims: Claims | undefined,
): Promise<{ userId: string; sessionId: string } | undefined> {
  const identity = {
    issuer: env().OIDC_ISSUER ?? '',
    subject: claims?.sub ?? '',
    email: claims?.email ?? null,
    emailVerified: claims?.email_verified === true,
  }
  return await unlessShort(visitor, async () => {
    const joined = visitor.invitation
      ? await joinByIdentity(visitor.invitation, { ...identity, name: claims?.name })
      : undefined
    const userId = joined?.userId ?? (await userOfIdentity(identity))
    if (!userId) return undefined
    const sessionId = await startSession(userId, {
      userAgent: visitor.userAgent,
      browserId: visitor.browserId,
      method: 'single-sign-on',
      organizationId: joined?.organizationId,
    })
    return sessionId ? { userId, sessionId } : undefined
  })
}

/** Where a person is sent after signing in: always one of our pages. */
function ownAddress(url: string, baseUrl: string): string {
  const isOurs = URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin
  const path = isOurs ? url.slice(new URL(url).origin.length) : url
  return new URL(ownPath(path || '/'), baseUrl).href
}

/**
 * Creates next-auth's part of signing in: the tokens of forms, the single sign-on protocol and the
 * cookie. The content of the cookie is ours (session-token.ts): it names a row of `sessions`, which
 * every request reads again.
 */
export function nextAuthOptions(visitor: Visitor): NextAuthOptions {
  const oidc = oidcProvider()
  return {
    providers: [passwordProvider(visitor), ...(oidc ? [oidc] : [])],
    secret: deriveKey('next-auth').toString('base64url'),
    useSecureCookies: cookieOptions().secure,
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    cookies: { sessionToken: { name: sessionCookieName(), options: cookieOptions() } },
    jwt: {
      maxAge: sessionSeconds,
      encode: async ({ token }) =>
        typeof token?.['sid'] === 'string' ? await sealSession(token['sid']) : '',
      decode: async ({ token }) => {
        const sid = token ? await openSession(token) : undefined
        return sid ? { sid } : null
      },
    },
    callbacks: {
      async signIn({ user, account, profile }) {
        if (account?.provider !== 'oidc') return true
        const signedIn = await signInByIdentity(visitor, profile as Claims | undefined)
        if (!signedIn) return '/sign-in?error=not_invited'
        Object.assign(user, { id: signedIn.userId, sessionId: signedIn.sessionId })
        return true
      },
      jwt: ({ token, user }) => {
        const sid = (user as { sessionId?: unknown } | undefined)?.sessionId
        if (typeof sid !== 'string') return token
        visitor.isSignedIn = true
        return { sid }
      },
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    },
    events: {
      async signOut({ token }) {
        const sid = token?.['sid']
        if (typeof sid !== 'string') return
        await unlessShort(visitor, () => endSessionById(sid))
        visitor.isSignedOut = true
      },
    },
    logger: {
      error: (code) => log.warn({ code }, 'sign-in failed in next-auth'),
      warn: (code) => log.debug({ code }, 'next-auth warns'),
      debug: () => undefined,
    },
  }
}
