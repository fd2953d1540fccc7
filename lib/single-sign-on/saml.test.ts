import { eq } from 'drizzle-orm'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { identities, ssoConnections } from '#db/schema/index'
import { actorOfSession } from '#lib/auth/session-actor'
import { sessionCookieName } from '#lib/auth/session-token'
import { newId, randomToken } from '#lib/ids'
import {
  makeAssertion,
  makeKeyPair,
  makeMetadata,
  makeResponse,
  readRequest,
  sign,
  type Said,
} from '#test/fakes/saml-provider'
import { startSsoApp } from '#test/fakes/sso-app'
import { organizationWithKeys } from '#test/harness/api'
import { BrowserJar } from '#test/harness/browser-jar'
import { changeSsoConnection, seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { useTestDatabase } from '#test/harness/test-database'
import { signedIn } from '#test/samples/person'
import { beginSignIn } from './begin.ts'
import { readMetadata } from './saml/read-metadata.ts'

const issuer = 'https://idp.hospital.org/metadata'
const ssoUrl = 'https://idp.hospital.org/sign-in'
const keys = await makeKeyPair()
const stranger = await makeKeyPair()
const connection = newId()
const domain = 'saml-hospital.org'
let organizationId: string
let app: { origin: string; stop(): Promise<void> }
let subject: string

const addressOf = (act: string, id = connection) => `${app.origin}/api/auth/sso/${id}/${act}`

beforeAll(async () => {
  app = await startSsoApp()
  Object.assign(process.env, { BASE_URL: app.origin })
})
useTestDatabase()
const config = () => ({
  entityId: issuer,
  ssoUrl,
  certificates: [keys.certificate],
  signedResponse: false,
})
beforeAll(async () => {
  organizationId = (await organizationWithKeys()).id
  const joinRole = 'worker' as const
  await seedSsoConnection({
    id: connection,
    organizationId,
    kind: 'saml',
    config: config(),
    joinRole,
  })
  await seedProvenDomain(organizationId, connection, domain)
})
afterAll(async () => await app.stop())
beforeEach(() => {
  subject = newId()
})

/** Goes to the provider; answers what it says of the person who is signed in there. */
async function leave(browser: BrowserJar, id = connection): Promise<Said> {
  const start = await browser.request(`${addressOf('start', id)}?next=%2Fruns`)
  const request = readRequest(start.headers.get('location') ?? '')
  return {
    issuer,
    acs: addressOf('acs', id),
    audience: addressOf('metadata', id),
    requestId: request.id,
    nameId: subject,
    email: `${subject}@${domain}`,
  }
}

/** Posts a response as the provider’s page does: cross-site, so without the Lax cookie. */
async function post(xml: string, id = connection): Promise<URL> {
  const form = { SAMLResponse: Buffer.from(xml).toString('base64') }
  const answer = await new BrowserJar().request(addressOf('acs', id), { form })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

async function fetchAnswer(browser: BrowserJar, at: URL) {
  const location = (await browser.request(at.href)).headers.get('location')
  const cookie = browser.cookie(app.origin, sessionCookieName())
  return { location, actor: cookie ? await actorOfSession(cookie) : undefined }
}

const signed = (said: Said) => sign(makeResponse(said, makeAssertion(said)), keys)
const refusal = () => `${app.origin}/sign-in?error=sso_failed`
const identitiesOf = async (name: string) =>
  await authDb().select().from(identities).where(eq(identities.subject, name))

describe('sign-in by an organization’s own SAML provider', () => {
  it('lets a newcomer of a proven domain join, and knows them again', async () => {
    const browser = new BrowserJar()
    const at = await post(signed(await leave(browser)))
    expect(at.pathname).toBe(new URL(addressOf('finish')).pathname)
    const { location, actor } = await fetchAnswer(browser, at)
    expect(location).toBe(`${app.origin}/runs`)
    expect(actor).toMatchObject({ role: 'worker', organizationId, email: `${subject}@${domain}` })
    const again = new BrowserJar()
    const said = { ...(await leave(again)), email: 'changed@elsewhere.org' }
    expect((await fetchAnswer(again, await post(signed(said)))).actor?.id).toBe(actor?.id)
  })

  it('asks for our own address and with an id of its own each time', async () => {
    const browser = new BrowserJar()
    const one = await browser.request(addressOf('start'))
    const address = one.headers.get('location') ?? ''
    expect(address.startsWith(ssoUrl)).toBe(true)
    const request = readRequest(address)
    expect(request.acs).toBe(addressOf('acs'))
    expect(request.id).toMatch(/^_[0-9a-f]{40}$/)
    expect(request.xml).toContain(addressOf('metadata'))
    expect(request.xml).not.toContain('RequestedAuthnContext')
  })

  it('gives the answer to the browser that asked, once', async () => {
    const browser = new BrowserJar()
    const at = await post(signed(await leave(browser)))
    const victim = new BrowserJar()
    expect(await fetchAnswer(victim, at)).toEqual({ location: refusal(), actor: undefined })
    await leave(victim)
    expect(await fetchAnswer(victim, at)).toEqual({ location: refusal(), actor: undefined })
    expect((await fetchAnswer(browser, at)).location).toBe(`${app.origin}/runs`)
    expect((await fetchAnswer(browser, at)).location).toBe(refusal())
  })

  it('accepts a signed response too, and demands it where that is set', async () => {
    const strict = newId()
    await seedSsoConnection({
      id: strict,
      organizationId,
      kind: 'saml',
      config: { ...config(), signedResponse: true },
      joinRole: 'worker',
    })
    const said = await leave(new BrowserJar(), strict)
    const once = sign(makeResponse(said, makeAssertion(said)), keys)
    expect((await post(once, strict)).href).toBe(refusal())
    const twice = sign(once, keys, { local: 'Response' })
    expect((await post(twice, strict)).searchParams.get('ticket')).toMatch(/^[\w-]{43}$/)
  })

  it('works with two certificates, while one is replaced', async () => {
    const next = await makeKeyPair()
    const certificates = [keys.certificate, next.certificate]
    await changeSsoConnection(organizationId, connection, { config: { ...config(), certificates } })
    const browser = new BrowserJar()
    const said = await leave(browser)
    const at = await post(sign(makeResponse(said, makeAssertion(said)), next))
    expect((await fetchAnswer(browser, at)).actor).toBeDefined()
    await changeSsoConnection(organizationId, connection, { config: config() })
  })

  it('publishes its metadata', async () => {
    const answer = await fetch(addressOf('metadata'))
    const text = await answer.text()
    expect(text).toContain(`entityID="${addressOf('metadata')}"`)
    expect(text).toContain(addressOf('acs'))
  })
})

describe('an answer', () => {
  const evil = 'admin-of-everything'
  /** An unsigned assertion of somebody else, with another id. */
  const evilOf = (said: Said, more: Partial<Said> = {}) =>
    makeAssertion({ ...said, nameId: evil, email: `${evil}@${domain}`, ...more })
  const assertionIn = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const signatureIn = (xml: string) => /<Signature .*<\/Signature>/s.exec(xml)?.[0] ?? ''
  const idOf = (assertion: string) => /ID="([^"]+)"/.exec(assertion)?.[1] ?? ''
  const withoutSignature = (assertion: string) => assertion.replace(signatureIn(assertion), '')
  const intoSignature = (signature: string, inside: string) =>
    signature.replace('</Signature>', `<Object>${inside}</Object></Signature>`)
  const afterIssuer = (assertion: string, inside: string) =>
    assertion.replace('</saml:Issuer>', `</saml:Issuer>${inside}`)
  const algorithm = (name: string) => `http://www.w3.org/2000/09/xmldsig#${name}`

  /** Attacks on a response; the answer must never be accepted, nor name the attacker. */
  const attacks: Record<string, (said: Said) => string> = {
    'without any signature': (said) => makeResponse(said, evilOf(said)),
    'signed by a stranger': (said) => sign(makeResponse(said, evilOf(said)), stranger),
    'signed at the response only': (said) =>
      sign(makeResponse(said, makeAssertion(said)), keys, { local: 'Response' }),
    'XSW1: the signed response inside of the signature of a forged one': (said) => {
      const whole = sign(makeResponse(said, makeAssertion(said)), keys, { local: 'Response' })
      const forged = makeResponse(said, evilOf(said))
      return forged.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${intoSignature(signatureIn(whole), whole.replace(signatureIn(whole), ''))}`,
      )
    },
    'XSW2: the signed response before its own signature': (said) => {
      const whole = sign(makeResponse(said, makeAssertion(said)), keys, { local: 'Response' })
      const forged = makeResponse(said, evilOf(said))
      const original = whole.replace(signatureIn(whole), '')
      return forged.replace('</saml:Issuer>', `</saml:Issuer>${original}${signatureIn(whole)}`)
    },
    'XSW3: a forged assertion before the signed one': (said) => {
      const good = assertionIn(signed(said))
      return makeResponse(said, `${evilOf(said)}${good}`)
    },
    'XSW4: the signed assertion inside of a forged one': (said) => {
      const good = assertionIn(signed(said))
      return makeResponse(
        said,
        evilOf(said).replace('</saml:Assertion>', `${good}</saml:Assertion>`),
      )
    },
    'XSW5: the signature in a forged assertion, the signed one behind it': (said) => {
      const good = assertionIn(signed(said))
      const forged = afterIssuer(evilOf(said), signatureIn(good))
      return makeResponse(said, `${forged}${withoutSignature(good)}`)
    },
    'XSW6: the signed assertion in the signature of a forged one': (said) => {
      const good = assertionIn(signed(said))
      const inner = intoSignature(signatureIn(good), withoutSignature(good))
      return makeResponse(said, afterIssuer(evilOf(said), inner))
    },
    'XSW7: a forged assertion in Extensions': (said) => {
      const good = assertionIn(signed(said))
      const forged = evilOf(said, { assertionId: idOf(good) })
      return makeResponse(said, `<samlp:Extensions>${forged}</samlp:Extensions>${good}`)
    },
    'XSW8: the signed assertion in an Object of a forged one': (said) => {
      const good = assertionIn(signed(said))
      const forged = evilOf(said, { assertionId: idOf(good) })
      const inner = intoSignature(signatureIn(good), withoutSignature(good))
      return makeResponse(said, afterIssuer(forged, inner))
    },
    'with a changed name': (said) => signed(said).replace(said.nameId, evil),
    'with the signature of another answer': (said) =>
      makeResponse(said, afterIssuer(evilOf(said), signatureIn(assertionIn(signed(said))))),
    'of another issuer': (said) => signed({ ...said, issuer: 'https://idp.evil.org' }),
    'for another recipient': (said) => signed({ ...said, recipient: 'https://evil.org/acs' }),
    'for another audience': (said) => signed({ ...said, audience: 'https://evil.org' }),
    'that has expired': (said) => signed({ ...said, at: -600_000 }),
    'from the future': (said) => signed({ ...said, at: 600_000 }),
    'that nobody asked for': (said) => signed({ ...said, requestId: '' }),
    'to another request': (said) => signed({ ...said, requestId: '_0000' }),
    'that nobody asked for, in a forged response to our request': (said) =>
      makeResponse(said, assertionIn(signed({ ...said, requestId: '_idp_initiated' }))),
    'that names no request, in a forged response to our request': (said) => {
      const unasked = makeAssertion(said).replace(/ InResponseTo="[^"]*"/, '')
      return sign(makeResponse(said, unasked), keys)
    },
    'signed with SHA-1': (said) =>
      sign(makeResponse(said, makeAssertion(said)), keys, { signature: algorithm('rsa-sha1') }),
    'digested with SHA-1': (said) =>
      sign(makeResponse(said, makeAssertion(said)), keys, { digest: algorithm('sha1') }),
    'with a DOCTYPE': (said) => `<!DOCTYPE a [<!ENTITY x "y">]>${signed(said)}`,
    'with a comment in the name': (said) =>
      signed({ ...said, nameId: `${evil}<!-- -->.of.nobody` }),
    'with a comment added to the name': (said) =>
      signed({ ...said, nameId: `${evil}.of.nobody` }).replace(
        `${evil}.of.nobody`,
        `${evil}<!-- -->.of.nobody`,
      ),
    'with a transient name': (said) =>
      signed({ ...said, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    'with an empty name': (said) => signed({ ...said, nameId: '' }),
    'that is no XML': () => 'nonsense',
    'that is far too large': (said) => signed({ ...said, email: 'x'.repeat(320_000) }),
  }

  it.each(Object.keys(attacks))('%s never names the attacker', async (which) => {
    const browser = new BrowserJar()
    const said = await leave(browser)
    const at = await post(attacks[which]?.(said) ?? '')
    if (at.href !== refusal()) {
      // Comments are not signed: the whole name counts.
      expect(which).toMatch(/^with a comment/)
      const { actor } = await fetchAnswer(browser, at)
      expect(actor).toBeDefined()
      expect(await identitiesOf(`${evil}.of.nobody`)).toHaveLength(1)
    }
    expect(await identitiesOf(evil)).toEqual([])
    expect(await identitiesOf('')).toEqual([])
  })

  it('counts once, also when it arrives five times at once', async () => {
    const browser = new BrowserJar()
    const xml = signed(await leave(browser))
    const ends = await Promise.all(Array.from({ length: 5 }, async () => await post(xml)))
    const tickets = ends.filter((end) => end.searchParams.has('ticket'))
    expect(tickets).toHaveLength(1)
    expect(tickets[0] && (await fetchAnswer(browser, tickets[0])).actor).toBeDefined()
    expect((await post(xml)).href).toBe(refusal())
  })

  it('of one connection is refused at another of the same provider', async () => {
    const other = newId()
    await seedSsoConnection({ id: other, organizationId, kind: 'saml', config: config() })
    const xml = signed(await leave(new BrowserJar()))
    expect((await post(xml, other)).href).toBe(refusal())
  })

  it('is refused as JSON, and at an OIDC connection', async () => {
    const answer = await fetch(addressOf('acs'), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: '{"SAMLResponse":"x"}',
    })
    expect(answer.headers.get('location')).toBe(refusal())
    const oidc = await seedSsoConnection({
      organizationId,
      kind: 'oidc',
      config: { issuer: 'https://login.example.com', clientId: 'x' },
    })
    const elsewhere = await fetch(addressOf('acs', oidc), { method: 'POST', redirect: 'manual' })
    expect(elsewhere.status).toBe(404)
  })
})

describe('a test sign-in', () => {
  it('of a draft signs nobody in; a start of it is refused', async () => {
    const draft = newId()
    await seedSsoConnection({
      id: draft,
      organizationId,
      kind: 'saml',
      config: config(),
      status: 'draft',
    })
    const start = await new BrowserJar().request(addressOf('start', draft))
    expect(start.headers.get('location')).toBe(`${app.origin}/sign-in?error=sso_unavailable`)
    const [row] = await authDb().select().from(ssoConnections).where(eq(ssoConnections.id, draft))
    expect(row?.status).toBe('draft')
  })
})

describe('a failed test sign-in', () => {
  it('says what was wrong on the page of the settings, and is over', async () => {
    const { actor } = await signedIn(organizationId, 'owner', 'Ada Tester')
    const [row] = await authDb()
      .select()
      .from(ssoConnections)
      .where(eq(ssoConnections.id, connection))
    const browser = new BrowserJar()
    const value = randomToken()
    browser.cookies.set(app.origin, new Map([['rounds.sso', value]]))
    const returnTo = '/settings'
    const begin = async () =>
      row && (await beginSignIn(row, { browser: value, returnTo, testedBy: actor.id }))
    const said = async () => ({
      issuer: 'https://idp.evil.org',
      acs: addressOf('acs'),
      audience: addressOf('metadata'),
      requestId: readRequest((await begin()) ?? '').id,
      nameId: subject,
    })
    const xml = signed(await said())
    const at = await post(xml)
    expect((await fetchAnswer(browser, at)).location).toBe(`${app.origin}/settings`)
    const [after] = await authDb()
      .select()
      .from(ssoConnections)
      .where(eq(ssoConnections.id, connection))
    expect(after?.lastTest).toMatchObject({
      ok: false,
      message: "The provider's answer was refused: it is of another issuer.",
    })
    // Not a second time, and never for anybody else.
    expect((await post(xml)).href).toBe(refusal())
    const other = await post(signed(await said()))
    expect(await fetchAnswer(new BrowserJar(), other)).toMatchObject({ location: refusal() })
  })
})

describe('as a second opinion, samlify', () => {
  it('makes an answer that is accepted', async () => {
    setSchemaValidator({ validate: async () => 'not needed: it is ours' })
    const idp = IdentityProvider({
      metadata: makeMetadata(issuer, ssoUrl, keys),
      privateKey: keys.privateKey,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      loginResponseTemplate: {
        context: SamlLib.defaultLoginResponseTemplate.context,
        attributes: [],
      },
    })
    const sp = ServiceProvider({ metadata: await (await fetch(addressOf('metadata'))).text() })
    const browser = new BrowserJar()
    const start = await browser.request(addressOf('start'))
    const sent = new URL(start.headers.get('location') ?? '').searchParams
    const request = await idp.parseLoginRequest(sp, 'redirect', {
      query: { SAMLRequest: sent.get('SAMLRequest') ?? '' },
    })
    const tags = (template: string) => {
      const now = Date.now()
      const at = (more: number) => new Date(now + more).toISOString()
      const id = `_${newId()}`
      const values: Record<string, string> = {
        ID: `_${newId()}`,
        AssertionID: id,
        Destination: addressOf('acs'),
        Audience: addressOf('metadata'),
        EntityID: addressOf('metadata'),
        SubjectRecipient: addressOf('acs'),
        AssertionConsumerServiceURL: addressOf('acs'),
        Issuer: issuer,
        IssueInstant: at(0),
        ConditionsNotBefore: at(-5000),
        ConditionsNotOnOrAfter: at(300_000),
        SubjectConfirmationDataNotOnOrAfter: at(300_000),
        NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        NameID: `${subject}@${domain}`,
        InResponseTo: String(request.extract.request?.id),
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        AuthnStatement: '',
        AttributeStatement: '',
      }
      return { id, context: SamlLib.replaceTagsByValue(template, values) }
    }
    const asked = request as unknown as Parameters<typeof idp.createLoginResponse>[1]
    const answer = await idp.createLoginResponse(sp, asked, 'post', {}, tags)
    const at = await post(Buffer.from(answer.context, 'base64').toString('utf8'))
    const { actor } = await fetchAnswer(browser, at)
    expect(actor).toMatchObject({ email: `${subject}@${domain}`, organizationId })
  })
})

describe('metadata of a provider', () => {
  const good = () => makeMetadata(issuer, ssoUrl, keys)
  it('say entity, address and certificate, as samlify reads them', () => {
    const read = readMetadata(good())
    expect(read).toEqual({
      entityId: issuer,
      ssoUrl,
      certificates: [keys.certificate.trim()],
    })
    const sloUrl = 'https://idp.hospital.org/log-out'
    expect(readMetadata(makeMetadata(issuer, ssoUrl, keys, { sloUrl }))).toMatchObject({ sloUrl })
    const { entityMeta } = IdentityProvider({ metadata: good() })
    expect(entityMeta.getEntityID()).toBe(read.entityId)
    expect(entityMeta.getSingleSignOnService('redirect')).toBe(read.ssoUrl)
  })
  it.each<[string, string, (xml: string) => string]>([
    [
      'a DOCTYPE',
      'DOCTYPE',
      (xml) => xml.replace('?>', '?><!DOCTYPE a SYSTEM "file:///etc/passwd">'),
    ],
    [
      'no provider',
      'no identity provider',
      (xml) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
    ],
    [
      'no certificate',
      'no certificate',
      (xml) => xml.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, ''),
    ],
    [
      'a broken certificate',
      '',
      (xml) => xml.replace(/<ds:X509Certificate>.{9}/, '<ds:X509Certificate>'),
    ],
    ['no redirect address', 'HTTP-Redirect', (xml) => xml.replace('HTTP-Redirect', 'HTTP-POST')],
    ['no entity id', 'no entity id', (xml) => xml.replace(/ entityID="[^"]*"/, '')],
    [
      'an end in the past',
      'expired',
      (xml) => xml.replace(' entityID', ' validUntil="2020-01-01T00:00:00Z" entityID'),
    ],
    ['an end that is missing', 'well-formed', (xml) => xml.slice(0, -20)],
  ])('with %s are refused', (_what, sentence, change) => {
    expect(() => readMetadata(change(good()))).toThrow(sentence)
  })
})
