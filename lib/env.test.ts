import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

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

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-secrets-'))
  const file = path.join(folder, 'secret')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const key = 'a key that is long enough for everybody'

  test('is read, without the line break at its end', () => {
    writeFileSync(file, `${key}\n`)
    expect(parseEnv({ SECRET_KEY_FILE: file })).toMatchObject({ SECRET_KEY: key })
  })

  test('gives way to the setting itself', () => {
    const own = key.toUpperCase()
    expect(parseEnv({ SECRET_KEY: own, SECRET_KEY_FILE: file })).toMatchObject({ SECRET_KEY: own })
  })

  test('must fit like the setting, and is not repeated', () => {
    writeFileSync(file, 'hunter2')
    const read = () => parseEnv({ SECRET_KEY_FILE: file })
    expect(read).toThrow('SECRET_KEY must have at least 32 characters')
    expect(read).toThrow(/^(?!.*hunter2)/)
  })

  test('that is empty or missing is refused by its name', () => {
    writeFileSync(file, '\n')
    expect(() => parseEnv({ SMTP_URL_FILE: file })).toThrow(
      `SMTP_URL_FILE names ${file}, which is empty`,
    )
    expect(() => parseEnv({ SMTP_URL_FILE: `${file}.gone` })).toThrow('cannot be read (ENOENT)')
  })

  test('is only for secrets', () => {
    writeFileSync(file, '4000')
    expect(parseEnv({ PORT_FILE: file })).toMatchObject({ PORT: 3000 })
  })
})

test('keys differ by purpose and are the same each time', () => {
  expect(deriveKey('a')).toHaveLength(32)
  expect(deriveKey('a')).toEqual(deriveKey('a'))
  expect(deriveKey('a')).not.toEqual(deriveKey('b'))
})
