import { describe, expect, it } from 'vitest'
import { domainOf, isOwnable, normalDomain } from './email-domain.ts'

describe('a domain', () => {
  it.each([
    ['Hospital.ORG', 'hospital.org'],
    ['hospital.org.', 'hospital.org'],
    ['klinik-münchen.de', 'xn--klinik-mnchen-3ob.de'],
    ['a.b.hospital.org', 'a.b.hospital.org'],
  ])('%s is %s', (given, normal) => expect(normalDomain(given)).toBe(normal))

  it.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    'hospital.org/evil',
    'hospital.org:80',
    'user@hospital.org',
    'hospital..org',
    '-hospital.org',
    'hospital.org\n',
    'evil.org#hospital.org',
    '*.hospital.org',
    '',
    `${'a'.repeat(64)}.org`,
  ])('%j is none', (given) => {
    if (given.trim() === given) expect(normalDomain(given)).toBeUndefined()
    else expect(normalDomain(given)).toBe(given.trim())
  })

  it.each([
    ['ada@Hospital.org', 'hospital.org'],
    ['ada@evil.org@hospital.org', undefined],
    ['"ada@evil.org"@hospital.org', undefined],
    ['@hospital.org', undefined],
    ['ada＠hospital.org', undefined],
    ['hospital.org', undefined],
  ])('of the address %s is %s', (email, domain) => expect(domainOf(email)).toBe(domain))

  it('of free mail or of a registry belongs to nobody', () => {
    expect([isOwnable('gmail.com'), isOwnable('co.uk'), isOwnable('hospital.org')]).toEqual([
      false,
      false,
      true,
    ])
  })
})
