import { afterEach, expect, it } from 'vitest'
import { forgetKeyring, setKeyring } from './keyring.ts'
import { connectAsRole, rolePassword } from './role-passwords.ts'

afterEach(forgetKeyring)

const key = (id: string, isFirst: boolean) => ({ id, content: id, isFirst, writesFrom: 0 })

/** A server that takes the password of this key only, and refuses others so. */
const connect = (taken: string, refusal: { code: string; message: string }) => async () => {
  if (rolePassword('rounds_app') !== rolePassword('rounds_app', taken))
    throw Object.assign(new Error(refusal.message), { code: refusal.code })
  return 'welcome'
}

it.each([
  { code: '28P01', message: 'password authentication failed for user "rounds_app"' },
  // PgBouncer 1.18.
  { code: '08P01', message: 'SASL authentication failed' },
])('tries the password of another key when one is refused by $code', async (refusal) => {
  setKeyring([key('first', true), key('second', false)], 'first')
  expect(await connectAsRole(connect('second', refusal))).toBe('welcome')
  setKeyring([key('first', true), key('second', false)], 'first')
  await expect(connectAsRole(connect('third', refusal))).rejects.toThrow(refusal.message)
})

it('tries no other when the server is away for another reason', async () => {
  setKeyring([key('first', true), key('second', false)], 'first')
  const away = { code: '08P01', message: 'server login has been failing, try again later' }
  await expect(connectAsRole(connect('second', away))).rejects.toThrow('try again later')
})
