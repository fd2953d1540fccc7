import { invitationCookie } from '#lib/auth/invitation'
import { consumeUse } from '#lib/auth/rate-limit'
import { readCookie } from '#lib/auth/read-cookie'
import { clientAddress, networkOf } from '#lib/client-address'
import { ownPath } from '#lib/domain/own-path'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { shortageOf } from '#lib/shortage'
import { addressesOf } from './addresses.ts'
import { beginSignIn } from './begin.ts'
import { browserForStart, browserOf } from './browser-cookie.ts'
import { beginConfirmation } from './confirm.ts'
import { findConnection, isOidc, isSaml, type ConnectionRow } from './connection-row.ts'
import { findWay } from './find-way.ts'
import { confirmedPath, goTo, json, readForm, refused, text } from './http.ts'
import { backChannelLogout } from './oidc/log-out.ts'
import { endOidc } from './oidc/sign-in.ts'
import { SsoRefusal, type ProviderIdentity } from './provider-identity.ts'
import { signOutHere } from './sign-out.ts'
import { takeAnswer, takeState, type State } from './states.ts'
import { welcome } from './welcome.ts'

/** SAML brings XML and its signatures along, a fifth of all sources: loaded by its first use. */
const saml = {
  logOut: () => import('./saml/log-out.ts'),
  serviceProvider: () => import('./saml/service-provider.ts'),
  signIn: () => import('./saml/sign-in.ts'),
}

type Route = (request: Request, connection: ConnectionRow) => Promise<Response>

const failed = (message: string) => new SsoRefusal('sso_failed', message)

/** Begins a sign-in: `?next=` is where it ends, `?email=` what the person typed. */
const start: Route = async (request, connection) => {
  if (connection.status !== 'active')
    return refused(new SsoRefusal('sso_unavailable', 'The connection is not active.'))
  const query = new URL(request.url).searchParams
  const { browser, setCookie } = browserForStart(request)
  const email = query.get('email') ?? ''
  try {
    const url = await beginSignIn(connection, {
      browser,
      returnTo: ownPath(query.get('next') ?? '/'),
      testedBy: null,
      invitation: readCookie(request.headers.get('cookie'), invitationCookie),
      loginHint: /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email) ? email : undefined,
    })
    return goTo(url, [setCookie])
  } catch (error) {
    return refused(error)
  }
}

/** The way back from an OIDC provider. */
const callback: Route = async (request, connection) => {
  if (!isOidc(connection)) return text(404, 'There is nothing here.')
  const here = new URL(request.url)
  const name = here.searchParams.get('state') ?? ''
  const browser = browserOf(request)
  const state = browser && name ? await takeState(connection.id, name, browser) : undefined
  if (!state)
    return refused(failed('The answer belongs to no sign-in of this browser, or came too late.'))
  // Behind a proxy the request may name another host than the one that was registered.
  const url = new URL(`${env().BASE_URL}${here.pathname}${here.search}`)
  return await arrive(request, connection, state, () =>
    endOidc(connection, url, name, state.remembered),
  )
}

/**
 * The assertion consumer service. A cross-site POST carries no Lax cookie, so the verified answer
 * waits, and the browser fetches it with its cookie from our own address.
 */
const acs: Route = async (request, connection) => {
  if (!isSaml(connection)) return text(404, 'There is nothing here.')
  // An encrypted answer is opened before anything about it is known: nobody may try many.
  const network = networkOf(clientAddress())
  const uses = { of: ['saml answers', connection.id, network], most: 300, seconds: 60 }
  if ((await consumeUse(uses)) > 0) return text(429, 'Too many sign-ins at once. Wait a minute.')
  try {
    const form = await readForm(request)
    const { receiveSaml } = await saml.signIn()
    const ticket = await receiveSaml(connection, form.get('SAMLResponse') ?? '')
    return goTo(`/api/auth/sso/${connection.id}/finish?ticket=${ticket}`)
  } catch (error) {
    return refused(error)
  }
}

/** Where the browser of a SAML sign-in fetches its answer: once. */
const finish: Route = async (request, connection) => {
  const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
  const browser = browserOf(request)
  const state = browser && ticket ? await takeAnswer(connection.id, ticket, browser) : undefined
  if (!state)
    return refused(failed('The answer belongs to no sign-in of this browser, or came too late.'))
  return await arrive(request, connection, state, async () => keptAnswer(state))
}

function keptAnswer({ remembered: { answer: kept, refused: why } }: State): ProviderIdentity {
  if (kept) return kept
  throw new SsoRefusal(why?.reason ?? 'sso_failed', why?.message ?? 'No answer was kept.')
}

async function arrive(
  request: Request,
  connection: ConnectionRow,
  state: State,
  answer: () => Promise<ProviderIdentity>,
): Promise<Response> {
  try {
    return await welcome(request, connection, state, answer)
  } catch (error) {
    return refused(error, state.remembered.confirms && confirmedPath)
  }
}

const metadata: Route = async (_request, connection) => {
  if (!isSaml(connection)) return text(404, 'There is nothing here.')
  const { serviceProviderMetadata } = await saml.serviceProvider()
  return text(200, serviceProviderMetadata(connection), 'application/samlmetadata+xml')
}

/** OpenID Connect Back-Channel Logout 1.0 §2.8: 200 or 400, never cached. */
const backChannel: Route = async (request, connection) => {
  if (!isOidc(connection)) return text(404, 'There is nothing here.')
  const uses = { of: ['back-channel log-out', connection.id], most: 600, seconds: 60 }
  if ((await consumeUse(uses)) > 0) return text(429, 'Too many log-outs at once.')
  try {
    const form = await readForm(request)
    await backChannelLogout(connection, form.get('logout_token') ?? '')
    return text(200, '')
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    log.warn({ connectionId: connection.id, reason: error.message }, 'a log-out token was refused')
    return json(400, { error: 'invalid_request', error_description: 'The token was refused.' })
  }
}

/**
 * Single log-out that a SAML provider asks for, by either binding: its browser goes on there. And
 * where the provider answers a log-out that we asked for: our session has ended before, whatever it
 * says.
 */
const logout: Route = async (request, connection) => {
  if (!isSaml(connection)) return text(404, 'There is nothing here.')
  const uses = { of: ['single log-out', connection.id], most: 600, seconds: 60 }
  if ((await consumeUse(uses)) > 0) return text(429, 'Too many log-outs at once.')
  try {
    const { receiveLogout } = await saml.logOut()
    if (request.method === 'GET') {
      const { search, searchParams } = new URL(request.url)
      if (searchParams.has('SAMLResponse')) return goTo(addressesOf(connection.id).signedOut)
      const message = { binding: 'redirect' as const, query: search }
      return goTo(await receiveLogout(connection, message, searchParams.get('RelayState')))
    }
    const form = await readForm(request)
    if (form.has('SAMLResponse')) return goTo(addressesOf(connection.id).signedOut)
    const message = { binding: 'post' as const, request: form.get('SAMLRequest') ?? '' }
    return goTo(await receiveLogout(connection, message, form.get('RelayState')))
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    log.warn({ connectionId: connection.id, reason: error.message }, 'a log-out was refused')
    return text(400, 'This log-out was refused. Sign out of Rounds yourself.')
  }
}

const routes: Record<string, Route> = {
  'GET start': start,
  'GET callback': callback,
  'POST acs': acs,
  'GET finish': finish,
  'GET metadata': metadata,
  'GET logout': logout,
  'POST logout': logout,
  'POST back-channel-logout': backChannel,
}

/** `POST /api/auth/sso/find`: the single sign-on of an address. */
async function find(request: Request): Promise<Response> {
  const network = networkOf(clientAddress())
  const wait = await consumeUse({ of: ['sso find', network], most: 60, seconds: 60 })
  if (wait > 0) return json(429, { error: 'rate_limited' }, { 'retry-after': String(wait) })
  const body = (await request.json().catch(() => undefined)) as { email?: unknown } | undefined
  if (typeof body?.email !== 'string' || body.email.length > 254)
    return json(400, { error: 'invalid_request' })
  return json(200, { way: (await findWay(body.email)) ?? null })
}

async function answer(request: Request): Promise<Response> {
  const [, id = '', act = ''] =
    /^\/api\/auth\/sso\/([^/]+)(?:\/([^/]+))?$/.exec(new URL(request.url).pathname) ?? []
  if (request.method === 'POST' && act === '') {
    if (id === 'find') return await find(request)
    if (id === 'sign-out') return await signOutHere(request)
  }
  if (request.method === 'GET' && id === 'confirm' && act === '')
    return await beginConfirmation(request)
  const route = routes[`${request.method} ${act}`]
  const connection = route && (await findConnection(id))
  return route && connection
    ? await route(request, connection)
    : text(404, 'There is nothing here.')
}

/**
 * Answers everything under /api/auth/sso: the sign-in by an organization's own provider. It stands
 * beside next-auth, whose providers are those of the whole installation.
 */
export async function answerSingleSignOn(request: Request): Promise<Response> {
  try {
    return await answer(request)
  } catch (error) {
    const shortage = shortageOf(error)
    log.error({ error, shortage }, 'single sign-on failed')
    return shortage ? refused(new Error('unavailable')) : text(500, 'This did not work. Try again.')
  }
}
