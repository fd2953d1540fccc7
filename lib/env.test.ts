import { expect, test } from 'vitest'

import { deriveKey, parseEnv } from './env.ts'

test('an empty environment gives the defaults, the address made from the port', () => {
  expect(parseEnv({ PORT: '4000' })).toMatchObject({
    PORT: 4000,
    BASE_URL: 'http://localhost:4000',
    WORKERS: 1,
    HTTP_ALLOW_PRIVATE: [],
  })
})

test('an empty value counts as not set', () => {
  expect(parseEnv({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ PORT: 3000 })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number between 1 and 65535'],
  [
    { DATABASE_URL: 'mysql://localhost/rounds' },
    'DATABASE_URL must be an address like postgresql://',
  ],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
  [{ WORKERS: '0' }, 'WORKERS must be at least 1'],
  [{ OIDC_ISSUER: 'https://login.example.com' }, 'OIDC_CLIENT_SECRET together'],
  [
    { HTTP_ALLOW_PRIVATE: 'localhost' },
    'HTTP_ALLOW_PRIVATE must be a comma-separated list of host:port',
  ],
])('%j is refused by name', (variables, sentence) => {
  expect(() => parseEnv(variables)).toThrow(sentence)
})

test('a refused value is not repeated: it may be a password', () => {
  expect(() => parseEnv({ DATABASE_URL: 'postgres//user:hunter2@host' })).toThrow(/^(?!.*hunter2)/)
})

test('keys differ by purpose and are the same each time', () => {
  expect(deriveKey('a')).toHaveLength(32)
  expect(deriveKey('a')).toEqual(deriveKey('a'))
  expect(deriveKey('a')).not.toEqual(deriveKey('b'))
})
