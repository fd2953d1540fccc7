import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { authDb, inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { secondFactors } from '#db/schema/factors'
import { secretKeys } from '#db/schema/service'
import { readSecretKeys } from '#db/secret-keys'
import { openSession, sealSession } from '#lib/auth/session-token'
import { totpPlace } from '#lib/auth/factors/totp'
import { deriveKey, env, rereadSecretKey } from '#lib/env'
import { newId } from '#lib/ids'
import { forgetKeyring, writingKey } from '#lib/keyring'
import { openSecrets, sealSecrets } from '#lib/operations/connections/secrets'
import { createOrganizationWithOwner } from '#lib/operations/organizations/create-organization-with-owner'
import { makeClient } from '#lib/postgres'
import { openText, sealText } from '#lib/sealed-text'
import { useTestDatabase } from '#test/harness/test-database'
import { remainingValues } from './re-encrypt.ts'
import { finishRotation, rotateKeys } from './rotate-keys.ts'
import { sealedColumns } from './sealed-columns.ts'

const database = useTestDatabase()
const said: string[] = []
const rotation = () => ({
  ownerUrl: database.url,
  say: (sentence: string) => void said.push(sentence),
  learnWithinMs: 50,
})
const before = { ...env() }

const connection = (organizationId: string, id = newId()) => ({
  id,
  organizationId,
  kind: 'emr' as const,
  slug: id,
  name: id,
  provider: 'sandbox',
  config: {},
  secrets: sealSecrets({ organizationId, id }, { apiKey: `of ${id}` }),
})

async function withConnections(count: number): Promise<string> {
  const organizationId = await createOrganizationWithOwner({
    organizationName: 'Clinic',
    slug: newId(),
    ownerEmail: `${newId()}@example.com`,
    ownerName: 'Ada',
    password: 'correct horse battery staple',
  })
  await inOrganization(organizationId, async (tx) => {
    await tx
      .insert(connections)
      .values(Array.from({ length: count }, () => connection(organizationId)))
  })
  return organizationId
}

/** Every secret of the organization's connections opens and is the one that was stored. */
async function allOpen(organizationId: string): Promise<number> {
  const rows = await inOrganization(organizationId, (tx) => tx.select().from(connections))
  for (const row of rows) expect(openSecrets(row, row.secrets)).toEqual({ apiKey: `of ${row.id}` })
  return rows.length
}

/** Reads the keys like a process that starts now, with this SECRET_KEY. */
async function startWith(secret: string | undefined): Promise<void> {
  env().SECRET_KEY = secret
  rereadSecretKey()
  forgetKeyring()
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  try {
    await readSecretKeys(client)
  } finally {
    await client.end()
  }
}

const first = before.SECRET_KEY ?? ''
const second = 'the second secret key of these tests'
const third = 'and the third secret key of these tests'

beforeEach(() => {
  said.length = 0
  forgetKeyring()
  rereadSecretKey()
})
afterEach(() => {
  Object.assign(env(), { SECRET_KEY: before.SECRET_KEY, NEW_SECRET_KEY: undefined })
  forgetKeyring()
  rereadSecretKey()
})

it('knows every place that stores sealed texts', () => {
  const places = globSync('lib/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && file !== 'lib/sealed-text.ts')
    .filter((file) => readFileSync(file, 'utf8').includes('sealText('))
  // Files that seal, each with the columns of its values.
  expect(places.toSorted()).toEqual(Object.keys(columnsOf).toSorted())
  const named = Object.values(columnsOf).flat()
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    named.toSorted(),
  )
})

const columnsOf: Record<string, string[]> = {
  'lib/auth/factors/totp.ts': ['second_factors.secret'],
  'lib/operations/connections/secrets.ts': ['connections.secrets', 'outside_databases.secrets'],
  'lib/operations/directory-sync/webhook-secret.ts': ['directories.webhook_secret'],
  'lib/operations/faxes/fax-details.ts': ['faxes.sealed'],
  'lib/operations/mails/queue-mail.ts': ['mails.text'],
  'lib/operations/mails/sender/change-mail-sender.ts': [
    'mail_senders.password',
    'mail_senders.provider_secret',
  ],
  'lib/operations/mails/sender/dkim-keys.ts': ['dkim_keys.private_key'],
  'lib/operations/notifications/browsers.ts': ['push_subscriptions.sealed'],
  'lib/operations/secret-keys/re-encrypt.ts': [],
  'lib/operations/secure-messages/message-key.ts': ['secure_message_keys.wrapped'],
  // Seals what an imported archive brings, for the columns above and below.
  'lib/operations/transfer/sealed-values.ts': [],
  'lib/operations/webhooks/webhook-secrets.ts': [
    'webhook_triggers.token',
    'webhook_triggers.secret',
  ],
  'lib/single-sign-on/connection-row.ts': ['sso_connections.secrets'],
  'lib/single-sign-on/oidc/log-out.ts': ['sso_sessions.id_token'],
  'lib/single-sign-on/states.ts': ['sso_states.sealed'],
}

describe('a rotation', () => {
  it('encrypts all values anew; sessions, derived keys and new values go on', async () => {
    const organizationId = await withConnections(120)
    const [{ userId } = { userId: '' }] = (
      await authDb().execute<{ userId: string }>('select id as "userId" from users limit 1')
    ).rows
    await authDb()
      .insert(secondFactors)
      .values({ userId, secret: sealText(totpPlace(userId), 'BASE32'), lastStep: 0 })
    const session = await sealSession('a session')
    const derived = deriveKey('role:rounds_app')
    env().NEW_SECRET_KEY = second
    await rotateKeys(rotation())
    expect(said.join('\n')).toContain('121 values were encrypted anew; 0 of former keys are left.')
    expect(await allOpen(organizationId)).toBe(120)
    const rows = await inOrganization(organizationId, (tx) => tx.select().from(connections))
    const { id = '' } = writingKey() ?? {}
    expect(rows.filter(({ secrets }) => secrets?.startsWith(`v2.${id}.`))).toHaveLength(120)
    expect(await openSession(session)).toBe('a session')
    expect(await openSession(await sealSession('a later one'))).toBe('a later one')
    // Both secrets open the keys, until the former one is closed.
    for (const secret of [first, second]) {
      await startWith(secret)
      expect(await allOpen(organizationId)).toBe(120)
      expect(deriveKey('role:rounds_app')).toEqual(derived)
      expect(await openSession(session)).toBe('a session')
    }
    const [factor] = await authDb().select().from(secondFactors)
    expect(openText(totpPlace(userId), factor?.secret ?? '')).toBe('BASE32')
  })

  it('is finished by who has the new SECRET_KEY; the former one is refused then', async () => {
    await startWith(second)
    await finishRotation(rotation())
    expect(said).toEqual(['The former SECRET_KEY opens nothing any more.'])
    await expect(startWith(first)).rejects.toThrow(
      'or the one that replaced it (npm run rotate-key)',
    )
    await startWith(second)
    const rows = await authDb().select().from(secretKeys)
    expect(rows.map(({ wraps }) => Object.keys(wraps).length)).toEqual(rows.map(() => 1))
    expect(JSON.stringify(rows)).not.toContain(first)
  })

  it('leaves what no key opens, and says where it is', async () => {
    await startWith(second)
    const organizationId = await withConnections(1)
    const broken = { ...connection(organizationId), secrets: 'v1.broken' }
    await inOrganization(organizationId, (tx) => tx.insert(connections).values(broken))
    await rotateKeys(rotation())
    expect(said).toContain(
      `No key opens connections.secrets of ${broken.id}; it stays as it is. Enter it again.`,
    )
    await inOrganization(organizationId, (tx) =>
      tx.delete(connections).where(eq(connections.id, broken.id)),
    )
    expect(await allOpen(organizationId)).toBe(1)
  })

  it(
    'loses nothing when it is killed, wherever, while values change',
    { timeout: 240_000 },
    async () => {
      await startWith(second)
      const organizationId = await withConnections(400)
      const script = `
      import { configureDatabase } from '#db/client'
      import { readSecretKeys } from '#db/secret-keys'
      import { urlsOfRoles } from '#lib/server/database/urls-of-roles'
      import { rotateKeys } from '#lib/operations/secret-keys/rotate-keys'
      const ownerUrl = process.argv[1]
      configureDatabase(await urlsOfRoles(ownerUrl))
      console.log('begins')
      await rotateKeys({ ownerUrl, say: console.log, learnWithinMs: 20 })
      process.exit(0)`
      const settings = { SECRET_KEY: second, NEW_SECRET_KEY: third }
      let changed = 0
      let kills = 0
      // Much longer each time, so that a busy machine needs few tries to come to the end.
      for (let afterMs = 40; ; afterMs *= 3) {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script, database.url], {
          env: { ...process.env, ...settings },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        await once(child.stdout, 'data')
        child.stdout.resume()
        const ended = once(child, 'exit')
        const alive = await Promise.race([ended.then(() => false), sleep(afterMs, true)])
        if (alive) child.kill('SIGKILL')
        const [code] = (await ended) as [number | null]
        await startWith(second)
        expect(await allOpen(organizationId)).toBe(400 + changed)
        if (code === 0) break
        kills += 1
        await inOrganization(organizationId, (tx) =>
          tx.insert(connections).values(connection(organizationId)),
        )
        changed += 1
      }
      expect(kills).toBeGreaterThan(0)
      expect(await remainingValues()).toBe(0)
      for (const secret of [second, third]) {
        await startWith(secret)
        expect(await allOpen(organizationId)).toBe(400 + changed)
      }
    },
  )

  it('replaces the key that is kept in the data folder, and keeps the former one there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rounds-keys-'))
    try {
      writeFileSync(path.join(folder, 'secret.key'), `${third}\n`)
      env().DATA_DIR = folder
      await startWith(undefined)
      const organizationId = await withConnections(3)
      await rotateKeys(rotation())
      expect(said).toContain('The former SECRET_KEY opens nothing any more.')
      expect(await allOpen(organizationId)).toBe(3)
      await expect(startWith(third)).rejects.toThrow('or the one that replaced it')
      await startWith(undefined)
      expect(await allOpen(organizationId)).toBe(3)
      const former = readdirSync(folder).find((name) => name.startsWith('secret.key.until-')) ?? ''
      expect(readFileSync(path.join(folder, former), 'utf8').trim()).toBe(third)
    } finally {
      env().DATA_DIR = before.DATA_DIR
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
