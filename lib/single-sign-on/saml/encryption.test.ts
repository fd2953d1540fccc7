import { X509Certificate } from 'node:crypto'
import { ServiceProvider } from 'samlify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/ids'
import { encrypt, makeKeyPair, makeResponse, sign, type Said } from '#test/fakes/saml-provider'
import { startSsoApp } from '#test/fakes/sso-app'
import { organizationWithKeys } from '#test/harness/api'
import { SamlVisitor } from '#test/harness/saml-visitor'
import { changeSsoConnection, seedProvenDomain, seedSsoConnection } from '#test/harness/sso'
import { useTestDatabase } from '#test/harness/test-database'
import { sealSamlKeys } from '../connection-row.ts'
import { makeSamlKey } from './make-key.ts'

const issuer = 'https://idp.hospital.org/metadata'
const keys = await makeKeyPair()
const [present, before, older] = await Promise.all([makeSamlKey(), makeSamlKey(), makeSamlKey()])
const connection = newId()
const config = {
  entityId: issuer,
  ssoUrl: 'https://idp.hospital.org/sign-in',
  certificates: [keys.certificate],
  signedResponse: false,
}
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
let organizationId: string
let app: { origin: string; stop(): Promise<void> }
let person: SamlVisitor

beforeAll(async () => {
  app = await startSsoApp()
  Object.assign(process.env, { BASE_URL: app.origin })
})
useTestDatabase()
beforeAll(async () => {
  organizationId = (await organizationWithKeys()).id
  const joinRole = 'worker' as const
  await seedSsoConnection({ id: connection, organizationId, kind: 'saml', config, joinRole })
  const secrets = sealSamlKeys({ id: connection, organizationId }, [present, before])
  await changeSsoConnection(organizationId, connection, { secrets })
  await seedProvenDomain(organizationId, connection, 'sealed.org')
})
afterAll(async () => await app.stop())

beforeEach(() => {
  const nameId = newId()
  const place = { origin: app.origin, connection, issuer, keys }
  person = new SamlVisitor(place, { nameId, email: `${nameId}@sealed.org` })
})

const home = () => `${app.origin}/`
const refusal = () => `${app.origin}/sign-in?error=sso_failed`

describe('an encrypted assertion', () => {
  it.each([
    ['AES-GCM', {}],
    ['AES-CBC, as Entra does', { cipher: 'aes-256-cbc', digest: sha1 }],
  ] as const)('with %s signs in', async (_what, how) => {
    const xml = person.signed(await person.leave())
    const sealed = encrypt(xml, present.certificate, how)
    expect(sealed).not.toContain('NameID')
    expect(await person.bring(sealed)).toBe(home())
  })

  it('for the key before still opens; for one before that not', async () => {
    const seal = async (certificate: string) =>
      await person.bring(encrypt(person.signed(await person.leave()), certificate))
    expect(await seal(before.certificate)).toBe(home())
    expect(await seal(older.certificate)).toBe(refusal())
  })

  it('in a signed response signs in where that is demanded', async () => {
    await changeSsoConnection(organizationId, connection, {
      config: { ...config, signedResponse: true },
    })
    const sealed = encrypt(person.signed(await person.leave()), present.certificate)
    expect(await person.bring(sealed)).toBe(refusal())
    const again = encrypt(person.signed(await person.leave()), present.certificate)
    expect(await person.bring(sign(again, keys, { local: 'Response' }))).toBe(home())
    await changeSsoConnection(organizationId, connection, { config })
  })

  const whole = (said: Said) => person.signed(said)
  const seal = (xml: string, how = {}) => encrypt(xml, present.certificate, how)
  const forged = (said: Said) => person.signed({ ...said, issuer: 'https://idp.evil.org' })
  const attacks: Record<string, (said: Said) => string> = {
    'that is not signed inside': (said) =>
      seal(whole(said).replace(/<Signature .*<\/Signature>/s, '')),
    'that is signed outside only': (said) => {
      const unsigned = whole(said).replace(/<Signature .*<\/Signature>/s, '')
      return sign(seal(unsigned), keys, { local: 'Response' })
    },
    'of another issuer': (said) => seal(forged(said)),
    'that is signed with SHA-1 inside': (said) => {
      const plain = whole(said).replace(/<Signature .*<\/Signature>/s, '')
      const signature = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      return seal(sign(plain, keys, { signature }))
    },
    'with a DOCTYPE inside': (said) =>
      seal(whole(said).replace('<saml:Assertion ', '<saml:Assertion <!DOCTYPE a>')),
    'with the key in PKCS #1 v1.5': (said) =>
      seal(whole(said), { keyMethod: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }),
    'with another digest': (said) =>
      seal(whole(said), { digest: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    'with a changed content': (said) =>
      seal(whole(said)).replace(
        /(<\/KeyInfo>.*<xenc:CipherValue>.{40})(.)/s,
        (_all, before: string, one: string) => `${before}${one === 'A' ? 'B' : 'A'}`,
      ),
    'with a cut content': (said) =>
      seal(whole(said)).replace(/(<\/KeyInfo>.*<xenc:CipherValue>.{16})[^<]*/s, '$1'),
    twice: (said) => {
      const sealed = seal(whole(said))
      const [one = ''] =
        /<saml:EncryptedAssertion .*<\/saml:EncryptedAssertion>/s.exec(sealed) ?? []
      return sealed.replace(one, () => one + one)
    },
    'beside a plain one': (said) => {
      const sealed = seal(whole(said))
      const [plain = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(forged(said)) ?? []
      return sealed.replace('</samlp:Response>', () => `${plain}</samlp:Response>`)
    },
    'deeper in the response': (said) => {
      const sealed = seal(whole(said))
      const [one = ''] =
        /<saml:EncryptedAssertion .*<\/saml:EncryptedAssertion>/s.exec(sealed) ?? []
      return sealed.replace(one, () => `<samlp:Extensions>${one}</samlp:Extensions>`)
    },
    'with nothing in it': (said) =>
      makeResponse(
        said,
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
  }
  it.each(Object.keys(attacks))('%s is refused', async (which) => {
    const said = await person.leave()
    expect(await person.bring(attacks[which]?.(said) ?? '')).toBe(refusal())
  })

  it('is refused by a connection without a key', async () => {
    await changeSsoConnection(organizationId, connection, { secrets: null })
    const sealed = encrypt(person.signed(await person.leave()), present.certificate)
    expect(await person.bring(sealed)).toBe(refusal())
    const secrets = sealSamlKeys({ id: connection, organizationId }, [present, before])
    await changeSsoConnection(organizationId, connection, { secrets })
  })
})

describe('our key', () => {
  it('is in our metadata, as samlify reads them, with a certificate of its own', async () => {
    const metadata = await (await fetch(person.addressOf('metadata'))).text()
    const { entityMeta } = ServiceProvider({ metadata })
    const bare = present.certificate.replace(/-----[A-Z ]+-----|\s/g, '')
    expect(entityMeta.getX509Certificate('encryption')).toBe(bare)
    expect(entityMeta.getX509Certificate('signing')).toBe(bare)
    expect(entityMeta.getSingleLogoutService('redirect')).toBe(person.addressOf('logout'))
    expect(entityMeta.getSingleLogoutService('post')).toBe(person.addressOf('logout'))
    const certificate = new X509Certificate(present.certificate)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    const years = (certificate.validToDate.getTime() - Date.now()) / (365 * 24 * 3_600_000)
    expect(Math.round(years)).toBe(10)
  })
})
