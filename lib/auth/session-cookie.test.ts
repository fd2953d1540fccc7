import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pendingCookieName } from './sign-in/pending-cookie.ts'
import { cookieOptions, sealSession, sessionCookieName } from './session-token.ts'

// The settings are read at their first use, which is in a test.
beforeAll(() => vi.stubEnv('BASE_URL', 'https://rounds.example'))
afterAll(() => vi.unstubAllEnvs())

it('the cookies of sign-in are bound to this host and to HTTPS, and no script reads them', () => {
  expect([sessionCookieName(), pendingCookieName()]).toEqual([
    '__Host-rounds.session',
    '__Host-rounds.sign-in',
  ])
  expect(cookieOptions()).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
})

it('the cookie of a session shows nothing of its row', async () => {
  const id = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
  const sealed = await sealSession(id)
  const [header = '', ...parts] = sealed.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
  })
  const plain = parts.map((part) => Buffer.from(part, 'base64url').toString('latin1')).join('')
  expect(plain).not.toContain(id)
  // Each has an initialisation vector of its own.
  expect(await sealSession(id)).not.toBe(sealed)
})
