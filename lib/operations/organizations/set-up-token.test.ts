import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { instanceAdministrators, members, users } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { withClientAddress } from '#lib/client-address'
import { env } from '#lib/env'
import { useTestDatabase } from '#test/harness/test-database'
import { createFirstOwner } from './create-first-owner.ts'
import { writeSetUpToken } from './set-up-token.ts'

useTestDatabase()

const before = { ...env() }
const folder = mkdtempSync(path.join(tmpdir(), 'rounds-set-up-'))
beforeAll(() => Object.assign(env(), { NODE_ENV: 'production', DATA_DIR: folder }))
afterAll(() => {
  Object.assign(env(), before)
  rmSync(folder, { recursive: true, force: true })
})

const nobody = { kind: 'public', id: 'nobody' } as Actor
const owner = {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  organizationName: 'North Clinic',
}

type From = { address?: string; headers?: Record<string, string> }

/** Creates the first owner from there, and removes the account again. */
async function create(from: From, setUpToken?: string): Promise<string> {
  const { address: remoteAddress = '127.0.0.1', headers = {} } = from
  const request = { socket: { remoteAddress }, headers: { host: 'localhost:3000', ...headers } }
  try {
    await withClientAddress(request as unknown as IncomingMessage, 0, async () => {
      await createFirstOwner(nobody, { ...owner, setUpToken })
    })
  } catch (error) {
    const { details } = error as { details?: { issues?: { path: string }[] } }
    return `refused at ${details?.issues?.[0]?.path ?? String(error)}`
  }
  for (const table of [instanceAdministrators, members, users]) await authDb().delete(table)
  return 'created'
}

describe('an installation without an address', () => {
  it('asks nobody at the machine itself for the token', async () => {
    expect(await create({})).toBe('created')
    expect(await create({ address: '::1', headers: { host: '[::1]:3000' } })).toBe('created')
  })

  it.each<[string, From]>([
    ['another machine', { address: '10.0.0.9' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '10.0.0.9' } }],
    ['a page of a stranger under a name of its own', { headers: { host: 'evil.example' } }],
  ])('asks %s for the token', async (_who, from) => {
    expect(await create(from)).toBe('refused at setUpToken')
    expect(await create(from, 'a wrong one, of the right length')).toBe('refused at setUpToken')
    const token = readFileSync(writeSetUpToken(), 'utf8')
    expect(await create(from, token.trim())).toBe('created')
  })
})

it('with an address, everybody is asked', async () => {
  env().BASE_URL = 'https://rounds.example.com'
  expect(await create({})).toBe('refused at setUpToken')
  expect(await create({}, readFileSync(writeSetUpToken(), 'utf8').trim())).toBe('created')
})

it('keeps the token in a file of its owner alone', () => {
  expect(statSync(writeSetUpToken()).mode & 0o777).toBe(0o600)
})
