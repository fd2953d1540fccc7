import { describe, expect, it } from 'vitest'
import { openSecrets, sealSecrets } from './secrets.ts'

const row = {
  organizationId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002',
}

describe('secrets of a connection', () => {
  it('come back as they were', () => {
    const sealed = sealSecrets(row, { token: 'a secret' })
    expect(sealed).not.toContain('secret')
    expect(openSecrets(row, sealed)).toEqual({ token: 'a secret' })
  })
  it('never look the same twice', () =>
    expect(sealSecrets(row, { token: 'x' })).not.toBe(sealSecrets(row, { token: 'x' })))
  it.each([
    ['another row', { ...row, id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003' }],
    ['another organization', { ...row, organizationId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c004' }],
  ])('cannot be opened in %s', (_where, other) =>
    expect(() => openSecrets(other, sealSecrets(row, { token: 'x' }))).toThrow('authenticate'),
  )
  it('cannot be opened when a bit has changed', () => {
    const sealed = sealSecrets(row, { token: 'x' })
    // The one before the last: of the last, some bits are padding. Another one than it is.
    const other = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => openSecrets(row, sealed.slice(0, -2) + other + sealed.at(-1))).toThrow(
      'authenticate',
    )
  })
  it('are none when none were kept', () => expect(openSecrets(row, null)).toEqual({}))
})
