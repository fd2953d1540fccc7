import { describe, expect, it } from 'vitest'
import { openSecrets, sealSecrets } from './secrets.ts'

const row = {
  organizationId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
}

describe('secrets of a connection', () => {
  it('are decrypted to what was encrypted', () => {
    const sealed = sealSecrets(row, { token: 'a secret' })
    expect(sealed).not.toContain('secret')
    expect(openSecrets(row, sealed)).toEqual({ token: 'a secret' })
  })
  it('have another ciphertext each time', () =>
    expect(sealSecrets(row, { token: 'x' })).not.toBe(sealSecrets(row, { token: 'x' })))
  it.each([
    ['another row', { ...row, id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003' }],
    ['another organization', { ...row, organizationId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c004' }],
  ])('cannot be opened in %s', (_where, other) =>
    expect(() => openSecrets(other, sealSecrets(row, { token: 'x' }))).toThrow('authenticate'),
  )
  it('cannot be opened when a bit has changed', () => {
    const sealed = sealSecrets(row, { token: 'x' })
    // The last but one character, because some bits of the last are padding.
    const other = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => openSecrets(row, sealed.slice(0, -2) + other + sealed.at(-1))).toThrow(
      'authenticate',
    )
  })
  it('are empty when none are stored', () => expect(openSecrets(row, null)).toEqual({}))
})
