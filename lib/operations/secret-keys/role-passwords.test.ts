import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeDatabase, configureDatabase } from '#db/client'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrl } from '#db/role-url'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { secretKey } from '#lib/env'
import { newId } from '#lib/ids'
import { forgetKeyring } from '#lib/keyring'
import { makeClient } from '#lib/postgres'
import { roles } from '#lib/role-passwords'
import { urlsOfRoles } from '#lib/server/database/urls-of-roles'
import { startPgbouncer } from '#test/harness/pgbouncer'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { queryAt } from '#test/harness/two-cells'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { rotateKeys, rotateRolePasswords } from './rotate-keys.ts'

// A cluster of its own, since roles belong to the whole server.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** `TEST_POOLED`: through a PgBouncer of its own, with a file of users, or asking for them (`query`). */
const pooled = process.env['TEST_POOLED']
// The one of all tests leads to their cluster.
delete process.env['DATABASE_POOLER_URL']
let pooler: Awaited<ReturnType<typeof startPgbouncer>> | undefined
let folder: string
let postgres: EmbeddedPostgres
let service: ChildProcess
let origin: string
let workflowId: string
const key = newApiKey()
const program = path.join(import.meta.dirname, '../../../test/processes/whole-process.ts')
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  await queryAt<T>(postgres.url, text, values)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rounds-roles-'))
  chmodSync(folder, 0o711)
  postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'database'),
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  })
  await migrate(postgres.url)
  configureDatabase(await urlsOfRoles(postgres.url))
  const { organizationId } = await seedOrganization()
  const definition = graph('keep', { keep: { type: 'transform', config: { value: 1 } } })
  ;({ workflowId } = await seedWorkflow(organizationId, definition))
  await query(
    `insert into api_keys (id, organization_id, name, role, prefix, hash)
     values ($1, $2, 'key', 'owner', $3, $4)`,
    [newId(), organizationId, apiKeyPrefix(key), hashApiKey(key)],
  )
  if (pooled !== undefined) {
    const place = mkdtempSync(path.join(tmpdir(), 'rounds-roles-pooler-'))
    pooler = await startPgbouncer(place, postgres.url, { byQuery: pooled === 'query' })
  }
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    SECRET_KEY: secretKey(),
    ...(pooler ? { DATABASE_POOLER_URL: pooler.url } : {}),
  }
  service = fork(program, {
    env: { ...process.env, ...env, LOG_LEVEL: 'error' },
    execArgv: ['--expose-gc'],
  })
  const [port] = (await once(service, 'message')) as [number]
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  const gone = once(service, 'exit')
  service.kill('SIGKILL')
  await gone
  await closeDatabase()
  forgetKeyring()
  await pooler?.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts runs until it is stopped; each one has to be accepted at the first try. */
function startTraffic() {
  const accepted: string[] = []
  const refused: string[] = []
  const stopping = new AbortController()
  const going = (async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${origin}/api/v2/workflows/${workflowId}/runs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      })
      const { id } = (await response.json()) as { id: string }
      if (response.status === 202) accepted.push(id)
      else refused.push(String(response.status))
      await delay(20) // not a wait: the pace of the load
    }
  })()
  return {
    accepted,
    refused,
    async stop() {
      stopping.abort()
      await going
    },
  }
}

/** What Postgres says to somebody who signs in so. */
async function signIn(url: string): Promise<string> {
  const { username: user, password, hostname: host, port, pathname } = new URL(url)
  // Not by the address, for which our clients know the password themselves.
  const client = makeClient({
    user,
    password,
    host,
    port: Number(port),
    database: pathname.slice(1),
  })
  try {
    await client.connect()
    return 'welcome'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.end().catch(() => undefined)
  }
}

it('the roles get other passwords while it runs: no start is lost', async () => {
  const said: string[] = []
  const rotation = {
    ownerUrl: postgres.url,
    say: (sentence: string) => void said.push(sentence),
    // The service reads the keys every five seconds.
    learnWithinMs: 10_000,
  }
  const former = roles.map((role) => roleUrl(postgres.url, role))
  await expect(rotateRolePasswords(rotation)).rejects.toThrow('npm run rotate-key')
  expect(await Promise.all(former.map(signIn))).toEqual(roles.map(() => 'welcome'))

  const traffic = startTraffic()
  try {
    await rotateKeys(rotation)
    await until('starts', () => traffic.accepted.length > 20)
    await rotateRolePasswords(rotation)
    if (pooled === '1') await pooler?.rereadUsers()
    const [{ at } = { at: '' }] = await query<{ at: string }>('select now()::text as at')
    expect(said.at(-2)).toContain('rounds_app')
    expect(await Promise.all(former.map(signIn))).toEqual(roles.map(() => '28P01'))
    const present = roles.map((role) => roleUrl(postgres.url, role))
    expect(await Promise.all(present.map(signIn))).toEqual(roles.map(() => 'welcome'))

    // All connect again, with the new passwords.
    const renewed = async () => {
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename like 'rounds%' and state = 'idle' and backend_start < $1::timestamptz`,
        [at],
      )
      const rows = await query<{ name: string; old: boolean }>(
        `select usename as name, bool_or(backend_start < $1::timestamptz) as old
         from pg_stat_activity where usename like 'rounds%' group by 1`,
        [at],
      )
      const names = rows.filter(({ old }) => !old).map(({ name }) => name)
      return ['rounds_app', 'rounds_auth', 'rounds_engine'].every((name) => names.includes(name))
    }
    await until('all connections are new', renewed, 60_000)
    const before = traffic.accepted.length
    await until('starts go on', () => traffic.accepted.length > before + 20)
  } finally {
    await traffic.stop()
  }
  // A connection that we end under a request is a 503, which its caller repeats.
  expect(traffic.refused.filter((status) => status !== '503')).toEqual([])
  await until(
    'all runs have ended',
    async () => {
      const open = await query(
        `select from unnest($1::uuid[]) as accepted
         left join runs on runs.id = accepted where runs.status is distinct from 'completed'`,
        [traffic.accepted],
      )
      return open.length === 0
    },
    30_000,
  )
})
