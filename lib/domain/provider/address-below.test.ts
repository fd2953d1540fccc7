import { expect, it } from 'vitest'
import { addressBelow, isBelow } from './address-below.ts'

const base = 'https://api.example.com/v1'

it.each([
  ['', 'https://api.example.com/v1'],
  ['/', 'https://api.example.com/v1'],
  ['?page=2', 'https://api.example.com/v1?page=2'],
  ['/patients', 'https://api.example.com/v1/patients'],
  ['patients/1?q=a b', 'https://api.example.com/v1/patients/1?q=a%20b'],
  ['/at/12:30', 'https://api.example.com/v1/at/12:30'],
  ['/a..b', 'https://api.example.com/v1/a..b'],
])('%j lies at %s', (path, address) => {
  expect(addressBelow(base, path)).toBe(address)
  expect(addressBelow(`${base}/`, path)?.replace('/v1/?', '/v1?').replace(/\/$/, '')).toBe(address)
})

it.each([
  'https://evil.example.com/',
  'https://api.example.com/v1/patients',
  '//evil.example.com/',
  '\\\\evil.example.com',
  'javascript:alert(1)',
  '..',
  '/../v2',
  '/a/../../v2',
  '/%2e%2e/v2',
  '/.%2E/v2',
  '/a%2f..%2f..%2fadmin',
  '/a\\..\\b',
  '/..;/..',
])('%j leads elsewhere', (path) => expect(addressBelow(base, path)).toBeUndefined())

it('knows what lies below', () => {
  expect(isBelow(base, `${base}/a`)).toBe(true)
  expect(isBelow(base, 'https://api.example.com/v10')).toBe(false)
  expect(isBelow(base, 'http://api.example.com/v1/a')).toBe(false)
  expect(isBelow(base, 'https://me:secret@api.example.com/v1/a')).toBe(false)
  expect(isBelow('nonsense', `${base}/a`)).toBe(false)
})
