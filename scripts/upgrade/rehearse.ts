import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { makeClient } from '../../lib/postgres.ts'

/**
 * Starts an earlier release (N, a revision of this repository) beside the present code (N+1) on one
 * database, with load: N alone, both, N+1 alone, and back to N. Says what each oracle found and ends
 * with 1 when one fails. `node scripts/upgrade/rehearse.ts <revision> [seconds of each phase]`
 */
const [revision = 'HEAD~1', seconds = '15'] = process.argv.slice(2)
const phaseMs = Number(seconds) * 1000
const here = process.cwd()
const place = mkdtempSync(path.join(tmpdir(), 'rounds-upgrade-'))
chmodSync(place, 0o711)
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Counts calls by method and idempotency key; answers after a moment. */
const calls = new Map<string, number>()
const provider = createServer((request, response) => {
  void (async () => {
    await text(request)
    const key = `${request.method} ${String(request.headers['idempotency-key'])}`
    calls.set(key, (calls.get(key) ?? 0) + 1)
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), 60)
  })()
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`

function extract(): string {
  const folder = path.join(place, 'n')
  const script = `mkdir -p ${folder} && git archive ${revision} | tar x -C ${folder}`
  const done = spawnSync('sh', ['-c', script], { stdio: 'inherit' })
  if (done.status !== 0) throw new Error(`git has no ${revision}: git fetch --unshallow`)
  symlinkSync(path.join(here, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

const postgres = await startEmbeddedPostgres({ dataDir: path.join(place, 'database') })
const environment = (port = 0): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  DATABASE_URL: postgres.url,
  DATA_DIR: path.join(place, 'files'),
  SECRET_KEY: 'the secret key of this rehearsal',
  BASE_URL: 'http://127.0.0.1',
  HTTP_ALLOW_PRIVATE: new URL(providerUrl).host,
  LOG_LEVEL: 'warn',
  PORT_OF_API: String(port),
})

type Version = { name: string; folder: string; port: number }
const running: { child: ChildProcess; name: string }[] = []
const errors = new Map<string, number>()

function start({ name, folder, port }: Version, what: string, args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: environment(port),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      for (const line of String(chunk).split('\n').filter(Boolean)) {
        const about = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 200)
        const key = `${name} ${what}: ${about}`
        errors.set(key, (errors.get(key) ?? 0) + 1)
      }
    })
  running.push({ child, name: `${name} ${what}` })
  return child
}

const apiProgram = `
  import { createServer } from 'node:http'
  import { appConnectionString } from '#db/client'
  import { connectExecutors } from '#lib/engine/commands/hand-over'
  import { env } from '#lib/env'
  import { connectDatabase } from '#lib/server/database/connect-database'
  import { serveApi } from '#lib/server/web/api-server'
  await connectDatabase()
  connectExecutors(env().DATA_DIR, appConnectionString())
  createServer((request, response) => {
    if (!serveApi(request, response)) response.writeHead(404).end()
  }).listen(Number(process.env.PORT_OF_API), '127.0.0.1', () => process.send('ready'))`

async function startVersion(version: Version): Promise<ChildProcess[]> {
  const children = [
    start(version, 'web', ['--input-type=module', '-e', apiProgram]),
    start(version, 'worker', ['lib/server/worker.ts']),
  ]
  await Promise.all(children.map(async (child) => await once(child, 'message')))
  say(`${version.name} runs: its API and a worker`)
  return children
}

async function stop(children: ChildProcess[], signal: NodeJS.Signals): Promise<void> {
  const exits = children.map(async (child) => await once(child, 'exit'))
  for (const child of children) child.kill(signal)
  await Promise.all(exits)
}

const seedProgram = `
  import { authDb, closeDatabase, configureDatabase } from '#db/client'
  import { apiKeys } from '#db/schema/people'
  import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
  import { newId } from '#lib/ids'
  import { connectDatabase } from '#lib/server/database/connect-database'
  import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
  import { graph } from '#test/samples/graph'
  await connectDatabase()
  const { organizationId } = await seedOrganization()
  const http = (method) => ({ type: 'http-request', config: { method, url: '${providerUrl}/' } })
  const definition = graph('first -> pause -> second -> end', {
    first: http('POST'), pause: { type: 'wait', config: { seconds: 2 } }, second: http('PUT'),
    end: { type: 'transform', config: { value: 'done' } } })
  const { workflowId } = await seedWorkflow(organizationId, definition)
  const key = newApiKey()
  await authDb().insert(apiKeys).values({ id: newId(), organizationId, name: 'load', role: 'owner',
    prefix: apiKeyPrefix(key), hash: hashApiKey(key) })
  await closeDatabase()
  process.stdout.write(JSON.stringify({ workflowId, key }), () => process.exit(0))`

async function run(version: Version, args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: version.folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const said = await text(child.stdout)
  if ((await exit)[0] !== 0) throw new Error(`${version.name} ${args[0]}: ${said}`)
  return said
}

const accepted: string[] = []
const refused = new Map<string, number>()

/** Starts runs at each of these in turn, for the time of a phase; then repeats what failed. */
async function load(phase: string, versions: Version[], key: string, workflowId: string) {
  const before = accepted.length
  const until = Date.now() + phaseMs
  for (let number = 0; Date.now() < until; number++) {
    const version = versions[number % versions.length]
    const idempotency = randomUUID()
    for (let tries = 0; tries < 3; tries++) {
      try {
        const answer = await fetch(
          `http://127.0.0.1:${version?.port}/api/v2/workflows/${workflowId}/runs`,
          {
            method: 'POST',
            headers: {
              authorization: `Bearer ${key}`,
              'content-type': 'application/json',
              'idempotency-key': idempotency,
            },
            body: '{"startData":{}}',
          },
        )
        const body = (await answer.json()) as { id?: string; error?: string }
        if (answer.ok && body.id) {
          accepted.push(body.id)
          break
        }
        count(`${phase}: ${version?.name} ${answer.status} ${body.error}`)
      } catch (error) {
        count(`${phase}: ${version?.name} ${(error as Error).message}`)
      }
    }
    await delay(40)
  }
  say(`${phase}: ${accepted.length - before} starts accepted`)
}
const count = (what: string) => refused.set(what, (refused.get(what) ?? 0) + 1)

async function ask<T extends object>(query: string): Promise<T[]> {
  const client = makeClient({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query<T>(query)).rows
  } finally {
    await client.end()
  }
}

const stuckSql = `select count(*)::int as count from runs where status in ('running', 'suspended')
  and id not in (select run_id from tasks where status = 'suspended'
    and state->>'reason' = 'unknown-outcome')`

async function drained(): Promise<boolean> {
  for (const until = Date.now() + 180_000; Date.now() < until; await delay(500))
    if ((await ask<{ count: number }>(stuckSql))[0]?.count === 0) return true
  return false
}

async function examine(): Promise<boolean> {
  const rows = await ask<{ id: string; status: string }>('select id, status from runs')
  const by = Map.groupBy(rows, ({ status }) => status)
  for (const { error, times } of await ask<{ error: string; times: number }>(
    `select error->>'message' as error, count(*)::int as times from runs where status = 'failed'
     group by 1`,
  ))
    say(`failed: ${times} x ${error}`)
  const unknown = await ask(`select from tasks where status = 'suspended'
    and state->>'reason' = 'unknown-outcome'`)
  const known = new Set(rows.map(({ id }) => id))
  const doubled = [...calls].filter(([key, times]) => key.startsWith('POST') && times > 1)
  const posts = [...calls.keys()].filter((key) => key.startsWith('POST')).length
  const facts: Record<string, boolean> = {
    [`${accepted.length} accepted, each has its row`]: accepted.every((id) => known.has(id)),
    [`${rows.length} rows, none that nobody asked for`]: rows.length === new Set(accepted).size,
    [`${by.get('completed')?.length ?? 0} completed, ${unknown.length} ask a person, none failed`]:
      (by.get('completed')?.length ?? 0) + unknown.length === rows.length,
    [`${posts} unsafe calls, none doubled`]: doubled.length === 0 && posts <= rows.length,
  }
  for (const [fact, holds] of Object.entries(facts)) say(`${holds ? 'holds' : 'FAILS'}: ${fact}`)
  return Object.values(facts).every(Boolean)
}

let good = false
try {
  const old: Version = { name: 'N', folder: extract(), port: 4661 }
  const present: Version = { name: 'N+1', folder: here, port: 4662 }
  await run(old, [
    '--input-type=module',
    '-e',
    `import { connectDatabase } from '#lib/server/database/connect-database'; await connectDatabase(); process.exit(0)`,
  ])
  const migrationsOfN = await ask('select from drizzle.__drizzle_migrations')
  const { key, workflowId } = JSON.parse(
    await run(old, ['--input-type=module', '-e', seedProgram]),
  ) as { key: string; workflowId: string }
  let ofN = await startVersion(old)
  await load('N alone', [old], key, workflowId)
  const migrating = run(present, ['lib/server/migrate.ts'])
  await load('N while the database is migrated', [old], key, workflowId)
  await migrating
  const migrations = await ask('select from drizzle.__drizzle_migrations')
  say(`migrated: ${migrationsOfN.length} to ${migrations.length} migrations`)
  const ofPresent = await startVersion(present)
  await load('both', [old, present], key, workflowId)
  await stop(ofN, 'SIGTERM')
  await load('N+1 alone', [present], key, workflowId)
  ofN = await startVersion(old)
  await load('both again', [present, old], key, workflowId)
  await stop(ofPresent, 'SIGKILL')
  await load('back to N', [old], key, workflowId)
  say((await drained()) ? 'drained' : 'FAILS: runs are stuck')
  good = await examine()
  await stop(ofN, 'SIGTERM')
} finally {
  for (const [what, times] of refused) say(`not accepted: ${times} x ${what}`)
  for (const [what, times] of errors) say(`log: ${times} x ${what}`)
  for (const { child } of running) if (child.exitCode === null) child.kill('SIGKILL')
  await postgres.stop()
  provider.close()
  rmSync(place, { recursive: true, force: true })
}
process.exit(good ? 0 : 1)
