import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { closeDatabase, configureDatabase, engineDb, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { files } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import { putFile } from '#lib/documents/file-store'
import { answerUnknownOutcome } from '#lib/engine/commands/answer-unknown-outcome'
import { startRun } from '#lib/engine/commands/start-run'
import { loadRunTotals } from '#lib/engine/store/reads/run-totals'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { sql } from 'drizzle-orm'
import { effectTypes } from '#test/chaos/effects'
import { startCountingProvider, type CountingProvider } from '#test/chaos/provider'
import { noServices } from '#test/harness/engine'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { lastBackup } from '#lib/last-backup'
import { lockDataDir, lockFolder } from '../database/data-dir-lock.ts'

// Whole clusters are copied and started.
vi.setConfig({ testTimeout: 300_000 })

/**
 * The rehearsal of a loss: a backup is made under load, the installation goes on and is lost, and its
 * backup is restored elsewhere. Nothing that happened outside after the backup is repeated: it is
 * asked, a person answers by what the provider knows, and the books balance.
 */
const definition = graph('first -> second -> third -> end', {
  first: { type: 'charge', config: { value: 1, slowMs: 40 } },
  second: { type: 'book', config: { value: 2, slowMs: 40 } },
  third: { type: 'order', config: { value: 3, slowMs: 40 } },
  end: { type: 'echo', config: { value: 'done' } },
})

let place: string
let provider: CountingProvider
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
let worker: Worker | undefined

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'rounds-rehearsal-'))
  // Postgres does not run as root, and its user has to reach the folder.
  chmodSync(place, 0o711)
  provider = await startCountingProvider()
  process.env['PROVIDER_URL'] = provider.url
})
afterAll(async () => {
  await worker?.stop()
  await closeDatabase()
  await postgres?.stop()
  await provider.close()
  rmSync(place, { recursive: true, force: true })
})

/** Runs a command of the operator; answers what it said. Throws when it failed. */
async function command(name: 'backup' | 'restore' | 'restore-check', ...args: string[]) {
  const child = spawn(process.execPath, [`lib/server/${name}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: env().DATA_DIR, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await exit)[0] !== 0) throw new Error(wrong || said)
  return said
}

async function startDatabase(dataDir: string): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir })
  configureDatabase(roleUrls(postgres.url))
}

async function stopAll(): Promise<void> {
  await worker?.stop()
  worker = undefined
  await closeDatabase()
  await postgres?.stop()
  postgres = undefined
}

const work = async () => {
  worker = await startWorker({
    services: noServices,
    openConnection: async () => await Promise.reject(new Error('no connection')),
    stepTypes: new Map(effectTypes.map((type) => [type.info.type, type])),
  })
}

/** Starts runs until it is stopped; answers their ids. */
function startTraffic(organizationId: string, workflowId: string, versionId: string) {
  const started: string[] = []
  const stopping = new AbortController()
  const going = (async () => {
    while (!stopping.signal.aborted) {
      const { runId } = await inOrganization(organizationId, (tx) =>
        startRun(tx, {
          organizationId,
          workflowId,
          versionId,
          definition,
          startData: {},
          trigger: 'api',
          startedBy: null,
          startedByUserId: null,
        }),
      )
      started.push(runId)
      await delay(20) // not a wait: the pace of the load
    }
  })()
  return { started, stop: async () => (stopping.abort(), await going) }
}

async function storeFile(organizationId: string): Promise<string> {
  const stored = await putFile(
    (async function* () {
      yield Buffer.from(`a referral ${newId()}`)
    })(),
    { maxBytes: 1000 },
  )
  const { storageKey, size, sha256 } = stored
  const id = newId()
  await inOrganization(organizationId, (tx) =>
    tx.insert(files).values({
      id,
      organizationId,
      fileName: 'referral.txt',
      mimeType: 'text/plain',
      size,
      sha256,
      storageKey,
    }),
  )
  return storageKey
}

/** A hash over all files of a stopped data folder, with their names and times. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const name of globSync('**/*', { cwd: folder }).toSorted()) {
    const about = statSync(path.join(folder, name))
    if (!about.isFile()) continue
    hash.update(`${name} ${about.mtimeMs} `).update(readFileSync(path.join(folder, name)))
  }
  return hash.digest('hex')
}

const effectsOf = (runId: string) => provider.entries.filter(({ run }) => run === runId)
const rowsOf = async () => await engineDb().select().from(runs)
const openRuns = async () => (await rowsOf()).filter(({ status }) => status !== 'completed')
const asked = async () =>
  await engineDb()
    .select()
    .from(tasks)
    .where(sql`status = 'suspended' and state->>'reason' = 'unknown-outcome'`)

/** A person answers by what the provider knows; answers how many calls had happened. */
async function answerAll(organizationId: string): Promise<number> {
  let happened = 0
  for (const task of await asked()) {
    const receipt = provider.find(task.id, task.attempt)
    if (receipt) happened++
    await engineDb().transaction(
      async (tx) =>
        await answerUnknownOutcome(tx, {
          organizationId,
          taskId: task.id,
          answer: receipt ? { outcome: 'happened', output: receipt } : { outcome: 'retry' },
          by: 'Ada',
        }),
    )
  }
  return happened
}

it('a lost installation is restored elsewhere, and nothing happens twice', async () => {
  const original = env().DATA_DIR
  const unlock = lockDataDir(original, 'http://localhost:3000')
  onTestFinished(unlock)
  await startDatabase(original)
  await migrate(postgres?.url ?? '')
  const { organizationId } = await seedOrganization()
  const { workflowId, versionId } = await seedWorkflow(organizationId, definition)
  const key = await storeFile(organizationId)
  await work()

  // Under load.
  const traffic = startTraffic(organizationId, workflowId, versionId)
  await until('the load has begun', () => provider.entries.length > 30)
  const backups = path.join(place, 'backups')
  const other = { address: 'elsewhere', refusal: () => 'never' }
  const unlockBackup = lockFolder(original, 'backup.lock', other)
  await expect(command('backup', backups)).rejects.toThrow('is being made already')
  unlockBackup()
  expect(await command('backup', backups)).toContain('DONE')
  // What the doctor reads.
  expect(await lastBackup(original)).toMatchObject({ target: backups })
  const before = new Set(traffic.started)
  const effectsBefore = provider.entries.length
  await until('it goes on', () => provider.entries.length > effectsBefore + 60)
  await traffic.stop()

  // Lost.
  await stopAll()
  unlock()
  const lost = fingerprint(original)
  const effects = provider.entries.length
  const restored = path.join(place, 'restored')
  expect(await command('restore', backups, restored)).toContain(
    'All files and payloads that the database names are there.',
  )
  expect(fingerprint(original)).toBe(lost)
  expect(readFileSync(path.join(restored, 'files', key), 'utf8')).toContain('a referral')

  // Elsewhere.
  await startDatabase(restored)
  const open = await openRuns()
  expect(open.length).toBeGreaterThan(0)
  expect(open.every(({ held }) => held)).toBe(true)
  await work()
  await until(
    'each call is asked',
    async () => (await asked()).length === (await openRuns()).length,
  )
  expect(provider.entries.length).toBe(effects)

  let happened = 0
  await until('all is answered', async () => {
    happened += await answerAll(organizationId)
    return (await openRuns()).length === 0
  })
  // The load went on after the backup, so calls were made that the backup does not know.
  expect(happened).toBeGreaterThan(0)
  expect(provider.entries.filter(({ repeat }) => repeat)).toEqual([])
  const known = await rowsOf()
  for (const { id } of known) expect([id, effectsOf(id).length]).toEqual([id, 3])
  // Runs that began after the backup are gone; the provider knows of them.
  expect(known.length).toBeLessThanOrEqual(before.size)
  expect(traffic.started.length).toBeGreaterThan(known.length)
  const totals = await loadRunTotals(engineDb())
  expect(totals.accepted).toBe(totals.completed)
  expect(totals.completed).toBe(known.length)
})
