import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Extractor } from 'samlify'
import { actorOfSession } from '#lib/auth/session-actor'
import { sessionCookieName } from '#lib/auth/session-token'
import { newId } from '#lib/ids'
import {
  encryptNameId,
  makeKeyPair,
  makeLogoutRequest,
  redirectQuery,
  sign,
  type LogoutSaid,
} from '#test/fakes/saml-provider'
import { startSsoApp } from '#test/fakes/sso-app'
import { organizationWithKeys } from '#test/harness/api'
import { SamlVisitor } from '#test/harness/saml-visitor'
import { changeSsoConnection, seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { useTestDatabase } from '#test/harness/test-database'
import { sealSamlKeys } from '../connection-row.ts'
import { makeSamlKey } from './make-key.ts'

const issuer = 'https://idp.hospital.org/metadata'
const sloUrl = 'https://idp.hospital.org/log-out?tenant=1'
const keys = await makeKeyPair()
const stranger = await makeKeyPair()
const own = await makeSamlKey()
const connection = newId()
const config = {
  entityId: issuer,
  ssoUrl: 'https://idp.hospital.org/sign-in',
  certificates: [keys.certificate],
  signedResponse: false,
}
let organizationId: string
let app: { origin: string; stop(): Promise<void> }
let person: SamlVisitor
let said: LogoutSaid

beforeAll(async () => {
  app = await startSsoApp()
  Object.assign(process.env, { BASE_URL: app.origin })
})
useTestDatabase()
beforeAll(async () => {
  organizationId = (await organizationWithKeys()).id
  const joinRole = 'worker' as const
  await seedSsoConnection({ id: connection, organizationId, kind: 'saml', config, joinRole })
  const secrets = sealSamlKeys({ id: connection, organizationId }, [own])
  await changeSsoConnection(organizationId, connection, { secrets })
  await seedProvenDomain(organizationId, connection, 'logout.org')
})
afterAll(async () => await app.stop())

async function signIn(): Promise<void> {
  person = visitor()
  await person.signIn()
  expect(await isSignedIn()).toBe(true)
}

function visitor(): SamlVisitor {
  const nameId = newId()
  said = { issuer, destination: `${app.origin}/api/auth/sso/${connection}/logout`, nameId }
  const place = { origin: app.origin, connection, issuer, keys }
  return new SamlVisitor(place, { nameId, email: `${nameId}@logout.org` })
}

async function isSignedIn(who = person): Promise<boolean> {
  const cookie = who.browser.cookie(app.origin, sessionCookieName())
  return cookie !== undefined && (await actorOfSession(cookie)) !== undefined
}

const whole = { local: 'LogoutRequest' as const }
const signed = (request = makeLogoutRequest(said)) => sign(request, keys, whole)
async function post(xml: string, relayState?: string) {
  const SAMLRequest = Buffer.from(xml).toString('base64')
  const body = new URLSearchParams({
    SAMLRequest,
    ...(relayState ? { RelayState: relayState } : {}),
  })
  const answer = await fetch(said.destination, { method: 'POST', redirect: 'manual', body })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}
async function redirect(query: string) {
  const answer = await fetch(`${said.destination}?${query}`, { redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}
const redirected = (request = makeLogoutRequest(said)) => redirectQuery(request, keys)

describe('a log-out by the SAML provider', () => {
  beforeEach(signIn)

  it.each(['redirect', 'post'])('by %s ends the sessions of its person, once', async (binding) => {
    const other = person
    const kept = visitor()
    await kept.signIn()
    said = { ...said, nameId: (await other.leave()).nameId }
    const xml = binding === 'post' ? signed() : redirected()
    const send = async () => (binding === 'post' ? await post(xml) : await redirect(xml))
    expect(await send()).toEqual({ status: 303, location: `${app.origin}/sign-in` })
    expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(kept)).toBe(true)
    expect((await send()).status).toBe(400)
  })

  it('ends only the sessions that it names', async () => {
    said.sessions = ['another-session']
    expect((await post(signed())).status).toBe(303)
    expect(await isSignedIn()).toBe(true)
    said.sessions = ['another-session', 'at-idp']
    expect((await redirect(redirected())).status).toBe(303)
    expect(await isSignedIn()).toBe(false)
  })

  it('is answered at the address of the metadata, signed with our key', async () => {
    await changeSsoConnection(organizationId, connection, { config: { ...config, sloUrl } })
    const id = `_${newId()}`
    const { location } = await redirect(
      redirectQuery(makeLogoutRequest({ ...said, id }), keys, { relayState: 'back & forth' }),
    )
    await changeSsoConnection(organizationId, connection, { config })
    expect(location.startsWith(`${sloUrl}&SAMLResponse=`)).toBe(true)
    const query = location.slice(sloUrl.length + 1)
    const sent = new URLSearchParams(query)
    expect(sent.get('RelayState')).toBe('back & forth')
    const response = inflateRawSync(
      Buffer.from(sent.get('SAMLResponse') ?? '', 'base64'),
    ).toString()
    expect(response).toContain(`InResponseTo="${id}"`)
    expect(response).toContain(`<saml:Issuer>${person.addressOf('metadata')}</saml:Issuer>`)
    const signature = Buffer.from(sent.get('Signature') ?? '', 'base64')
    const content = Buffer.from(query.slice(0, query.indexOf('&Signature=')))
    expect(verify('sha256', content, own.certificate, signature)).toBe(true)
  })
})

describe('signing out here', () => {
  beforeEach(signIn)

  const signOut = async () => {
    const at = `${app.origin}/api/auth/sso/sign-out`
    const answer = await person.browser.request(at, { form: {}, headers: { origin: app.origin } })
    return (await answer.json()) as { url: string | null }
  }

  it('asks the provider to sign out there, signed, for this person and session', async () => {
    const asking = { ...config, sloUrl, signOutThere: true }
    await changeSsoConnection(organizationId, connection, { config: asking })
    const { url } = await signOut()
    await changeSsoConnection(organizationId, connection, { config })
    expect(await isSignedIn()).toBe(false)
    const query = url?.slice(sloUrl.length + 1) ?? ''
    expect(url?.startsWith(`${sloUrl}&SAMLRequest=`)).toBe(true)
    const sent = new URLSearchParams(query)
    expect(sent.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    const signature = Buffer.from(sent.get('Signature') ?? '', 'base64')
    const content = Buffer.from(query.slice(0, query.indexOf('&Signature=')))
    expect(verify('sha256', content, own.certificate, signature)).toBe(true)
    // A second opinion reads it.
    const xml = inflateRawSync(Buffer.from(sent.get('SAMLRequest') ?? '', 'base64')).toString()
    expect(Extractor.extract(xml, Extractor.logoutRequestFields)).toMatchObject({
      issuer: person.addressOf('metadata'),
      request: { destination: sloUrl },
      nameID: said.nameId,
      sessionIndex: 'at-idp',
    })
    expect(xml).toContain('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"')
    // The provider sends the browser back with its answer.
    const back = `${person.addressOf('logout')}?SAMLResponse=whatever`
    const { status, headers } = await fetch(back, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([303, `${app.origin}/sign-in`])
  })

  it.each([
    ['the connection does not say so', { sloUrl }, [own]],
    ['the metadata name no address', { signOutThere: true }, [own]],
    ['there is no key of ours', { sloUrl, signOutThere: true }, []],
  ])('stays here where %s', async (_why, more, ownKeys) => {
    const secrets = sealSamlKeys({ id: connection, organizationId }, ownKeys)
    const without = { ...config, ...more }
    await changeSsoConnection(organizationId, connection, { config: without, secrets })
    expect(await signOut()).toEqual({ url: null })
    expect(await isSignedIn()).toBe(false)
    const again = sealSamlKeys({ id: connection, organizationId }, [own])
    await changeSsoConnection(organizationId, connection, { config, secrets: again })
  })
})

describe('an encrypted name ID', () => {
  beforeEach(signIn)

  const sealed = (certificate = own.certificate) =>
    encryptNameId(makeLogoutRequest(said), certificate)

  it.each(['redirect', 'post'])('ends the sessions of its person, by %s', async (binding) => {
    const answer =
      binding === 'post' ? await post(signed(sealed())) : await redirect(redirected(sealed()))
    expect(answer.status).toBe(303)
    expect(await isSignedIn()).toBe(false)
  })

  it('of an older key of ours is opened, of a stranger’s is refused', async () => {
    const next = await makeSamlKey()
    const secrets = sealSamlKeys({ id: connection, organizationId }, [next, own])
    await changeSsoConnection(organizationId, connection, { secrets })
    expect((await post(signed(sealed(stranger.certificate)))).status).toBe(400)
    expect((await redirect(redirected(sealed(stranger.certificate)))).status).toBe(400)
    // Which of two names is meant is not guessed.
    const two = makeLogoutRequest(said).replace(
      '</samlp:LogoutRequest>',
      () =>
        `${/<saml:EncryptedID .*<\/saml:EncryptedID>/s.exec(sealed())?.[0]}</samlp:LogoutRequest>`,
    )
    expect((await redirect(redirected(two))).status).toBe(400)
    expect(await isSignedIn()).toBe(true)
    expect((await post(signed(sealed()))).status).toBe(303)
    expect(await isSignedIn()).toBe(false)
    const again = sealSamlKeys({ id: connection, organizationId }, [own])
    await changeSsoConnection(organizationId, connection, { secrets: again })
  })
})

describe('a log-out request', () => {
  // Nothing here ends a session, so that one is enough.
  beforeAll(signIn)

  const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
  const evil = () => makeLogoutRequest({ ...said, nameId: 'somebody-else' })
  const doctype = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'

  /** Each answers what is sent by POST; the person must stay signed in. */
  const posted: Record<string, () => string> = {
    'without a signature': () => makeLogoutRequest(said),
    'signed by a stranger': () => sign(makeLogoutRequest(said), stranger, whole),
    'of another issuer': () => signed(makeLogoutRequest({ ...said, issuer: 'https://evil.org' })),
    'for another address': () =>
      signed(makeLogoutRequest({ ...said, destination: 'https://evil.org' })),
    'from long ago': () => signed(makeLogoutRequest({ ...said, at: -3_600_000 })),
    'from the future': () => signed(makeLogoutRequest({ ...said, at: 3_600_000 })),
    'that has expired': () => signed(makeLogoutRequest({ ...said, notOnOrAfter: -120_000 })),
    'signed with SHA-1': () => sign(makeLogoutRequest(said), keys, { ...whole, signature: sha1 }),
    'with the person changed after signing': () => {
      const request = makeLogoutRequest({ ...said, nameId: 'somebody-else' })
      return signed(request).replace('somebody-else', said.nameId)
    },
    'with a comment in the name': () => {
      const half = said.nameId.slice(0, 8)
      return signed().replace(half, `${half}<!-- -->`)
    },
    'around a signed one of somebody else': () => {
      const inner = signed(evil())
      const [signature = ''] = /<Signature .*<\/Signature>/s.exec(inner) ?? []
      const within = signature.replace('</Signature>', `<Object>${inner}</Object></Signature>`)
      return makeLogoutRequest(said).replace('</saml:Issuer>', `</saml:Issuer>${within}`)
    },
    'with a second name in the unsigned part of the signature': () =>
      signed(evil()).replace(
        '</Signature>',
        `<Object><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.nameId}</saml:NameID></Object></Signature>`,
      ),
    'with a DOCTYPE that names a file (XXE)': () => `${doctype}${signed()}`,
    'with an id that breaks a search': () =>
      signed(makeLogoutRequest({ ...said, id: "x' or '1'='1" })),
    'that is an assertion': () => '<saml:Assertion xmlns:saml="x"/>',
    'that is no XML': () => 'nonsense',
    'that is far too large': () =>
      signed(makeLogoutRequest({ ...said, sessions: ['x'.repeat(90_000)] })),
  }
  it.each(Object.keys(posted))('%s ends nothing', async (which) => {
    const xml = posted[which]?.() ?? ''
    const { status } = await post(xml)
    // The one with a second name is signed, for somebody else.
    expect(status).toBe(which.startsWith('with a second name') ? 303 : 400)
    expect(await isSignedIn()).toBe(true)
  })

  /** Each answers the query that is sent by redirect. */
  const redirects: Record<string, () => string> = {
    'without a signature': () => redirected().replace(/&Signature=.*$/, ''),
    'without signature and algorithm': () => redirected().replace(/&SigAlg=.*$/, ''),
    'signed by a stranger': () => redirectQuery(makeLogoutRequest(said), stranger),
    'signed with SHA-1': () => redirectQuery(makeLogoutRequest(said), keys, { algorithm: sha1 }),
    'with the signature of another one': () => {
      const [content = ''] = redirected().split('&Signature=')
      return `${content}&Signature=${redirected(evil()).split('&Signature=')[1]}`
    },
    'with a second request beside the signed one': () =>
      `SAMLRequest=${encodeURIComponent(deflateRawSync(makeLogoutRequest(said)).toString('base64'))}&${redirected(evil())}`,
    'with a name that only looks like the signed parameter': () =>
      `xSAMLRequest=1&${redirected(evil()).replace('SAMLRequest=', 'ySAMLRequest=')}`,
    'with a relay state added after signing': () =>
      redirected().replace('&SigAlg', '&RelayState=evil&SigAlg'),
    'of another issuer': () =>
      redirected(makeLogoutRequest({ ...said, issuer: 'https://evil.org' })),
    'for another address': () =>
      redirected(makeLogoutRequest({ ...said, destination: 'https://e.org' })),
    'from long ago': () => redirected(makeLogoutRequest({ ...said, at: -3_600_000 })),
    'with a DOCTYPE that names a file (XXE)': () =>
      redirected(`${doctype}${makeLogoutRequest(said)}`),
    'that inflates to megabytes': () => redirected(`<a>${'x'.repeat(5_000_000)}</a>`),
    'that is no XML': () => redirected('nonsense'),
  }
  it.each(Object.keys(redirects))('redirected %s ends nothing', async (which) => {
    expect((await redirect(redirects[which]?.() ?? '')).status).toBe(400)
    expect(await isSignedIn()).toBe(true)
  })

  it('of one connection ends nothing at another of the same provider', async () => {
    const other = newId()
    await seedSsoConnection({ id: other, organizationId, kind: 'saml', config })
    const destination = `${app.origin}/api/auth/sso/${other}/logout`
    const query = redirectQuery(makeLogoutRequest({ ...said, destination }), keys)
    const answer = await fetch(`${destination}?${query}`, { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(await isSignedIn()).toBe(true)
  })
})
