import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { auditEntries, mails, ssoConnections } from '#db/schema/index'
import { newId } from '#lib/ids'
import { certificateEnd } from '#lib/single-sign-on/saml/certificate'
import { makeKeyPair, makeMetadata } from '#test/fakes/saml-provider'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { changeSsoConnection, seedSsoConnection } from '#test/harness/sso'
import { signedIn, type Person } from '#test/samples/person'
import { checkDueProvider } from './check-provider.ts'

const keys = await makeKeyPair()
const next = await makeKeyPair()
const dayMs = 24 * 3_600_000
const issuer = 'https://idp.hospital.org/metadata'
const ssoUrl = 'https://idp.hospital.org/sign-in'
const metadataUrl = 'https://idp.hospital.org/metadata.xml'
/** The certificates of the fakes end after 30 days. */
const end = certificateEnd(keys.certificate)
const longBefore = new Date(end.getTime() - 40 * dayMs)

const api = useApi()
let owner: Person
let id: string

const config = (more = {}) => ({
  entityId: issuer,
  ssoUrl,
  certificates: [keys.certificate.trim()],
  signedResponse: false,
  ...more,
})
const row = async () => {
  const [found] = await engineDb().select().from(ssoConnections).where(eq(ssoConnections.id, id))
  return found
}
const subjects = async () => {
  const mine = eq(mails.organizationId, api.organization.id)
  const sent = await engineDb().select().from(mails).where(mine).orderBy(mails.createdAt)
  return sent.map(({ subject }) => subject)
}
/** A day goes by; the check reads `xml`, or what `load` throws. */
async function nextDay(load: () => Promise<string>, now = longBefore): Promise<void> {
  const before = new Date(now.getTime() - 2 * dayMs)
  await engineDb()
    .update(ssoConnections)
    .set({ checkedAt: before })
    .where(eq(ssoConnections.id, id))
  while (await checkDueProvider(now, load));
}
const reads = (xml: string) => async () => xml

beforeEach(async () => {
  // Others are not due, so that one check is of this test's provider.
  await engineDb()
    .update(ssoConnections)
    .set({ checkedAt: new Date(end.getTime() + 1000 * dayMs) })
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada')
  id = await seedSsoConnection({
    organizationId: api.organization.id,
    kind: 'saml',
    config: config({ metadataUrl }),
  })
})

describe('the metadata of a provider', () => {
  const both = () =>
    makeMetadata(issuer, ssoUrl, keys).replace(
      '<md:SingleSignOnService',
      `${/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s.exec(makeMetadata(issuer, ssoUrl, next))?.[0] ?? ''}<md:SingleSignOnService`,
    )

  it('are read daily: a new certificate counts, and the old one until they drop it', async () => {
    await nextDay(reads(both()))
    const certificates = [keys.certificate.trim(), next.certificate.trim()]
    expect((await row())?.config).toMatchObject({ certificates, metadataUrl })
    await nextDay(reads(makeMetadata(issuer, ssoUrl, next)))
    expect((await row())?.config).toMatchObject({ certificates: [next.certificate.trim()] })
    expect((await row())?.status).toBe('active')
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries),
    )
    const renewed = entries.filter(({ action }) => action === 'sso_connection.certificates_renewed')
    expect(renewed).toHaveLength(2)
    // Not due again today.
    expect(await checkDueProvider(longBefore, reads('nonsense'))).toBe(false)
  })

  it.each<[string, () => Promise<string>, string]>([
    [
      'of another provider',
      reads(makeMetadata('https://evil.org', ssoUrl, next)),
      'another provider',
    ],
    [
      'with another sign-in address',
      reads(makeMetadata(issuer, 'https://evil.org/in', next)),
      'another sign-in',
    ],
    ['with a DOCTYPE', reads(`<!DOCTYPE a>${makeMetadata(issuer, ssoUrl, next)}`), 'DOCTYPE'],
    ['that cannot be loaded', async () => Promise.reject(new Error('It is away.')), 'away'],
  ])('%s change nothing; the owners are told once', async (_what, load, problem) => {
    await nextDay(load)
    expect((await row())?.config).toEqual(config({ metadataUrl }))
    expect((await row())?.metadataProblem).toContain(problem)
    await nextDay(load)
    expect(await subjects()).toEqual([expect.stringContaining('cannot be read')])
    await nextDay(reads(makeMetadata(issuer, ssoUrl, keys)))
    expect((await row())?.metadataProblem).toBeNull()
  })

  it('are never fetched from an internal address', async () => {
    await changeSsoConnection(api.organization.id, id, {
      config: config({ metadataUrl: 'https://169.254.169.254/latest' }),
      checkedAt: new Date(longBefore.getTime() - 2 * dayMs),
    })
    expect(await checkDueProvider(longBefore)).toBe(true)
    expect((await row())?.metadataProblem).toBeTruthy()
  })
})

describe('a certificate', () => {
  const before = (days: number) => new Date(end.getTime() - days * dayMs)

  it('that ends is told to the owners a month and a week before, once each', async () => {
    await changeSsoConnection(api.organization.id, id, { config: config() })
    const nothing = reads('')
    await nextDay(nothing, before(31))
    expect(await subjects()).toEqual([])
    await nextDay(nothing, before(29))
    await nextDay(nothing, before(28))
    expect(await subjects()).toHaveLength(1)
    await nextDay(nothing, before(6))
    await nextDay(nothing, before(5))
    expect(await subjects()).toHaveLength(2)
    expect((await subjects())[0]).toContain(end.toISOString().slice(0, 10))
  })

  it('of a provider that is not active is nobody’s concern', async () => {
    await changeSsoConnection(api.organization.id, id, { config: config(), status: 'tested' })
    await nextDay(reads(''), before(5))
    expect(await subjects()).toEqual([])
  })
})

describe('our own key', () => {
  it('is made with the provider, replaced by a confirmed owner, and never shown', async () => {
    const send = async (path: string, body?: object, params = {}) =>
      await api.send(endpointsAt(`/api/v2/sso${path}`).POST, '/api/v2/sso', {
        as: null,
        headers: owner.headers,
        params,
        ...(body ? { body } : {}),
      })
    const saml = config()
    const made = await send('/connections', { kind: 'saml', name: `Entra ${newId()}`, saml })
    expect(made.status).toBe(201)
    id = String(made.body['id'])
    const first = (await row())?.secrets
    expect(made.body['saml']).toMatchObject({ ownKeyEnd: expect.stringMatching(/^\d{4}-/) })
    const renewed = await send('/connections/{id}/key', undefined, { id })
    expect(renewed.status).toBe(200)
    expect((await row())?.secrets).not.toBe(first)
    expect(JSON.stringify([made.body, renewed.body])).not.toContain('PRIVATE KEY')
    const oidc = await seedSsoConnection({
      organizationId: api.organization.id,
      kind: 'oidc',
      config: { issuer: 'https://login.example.com', clientId: 'x' },
    })
    expect((await send('/connections/{id}/key', undefined, { id: oidc })).status).toBe(409)
    const elsewhere = await seedSsoConnection({
      organizationId: (await organizationWithKeys()).id,
      kind: 'saml',
      config: saml,
    })
    expect((await send('/connections/{id}/key', undefined, { id: elsewhere })).status).toBe(404)
  })
})
