import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { makeClient } from '#lib/postgres'
import { authDb, closeDatabase, configureDatabase, inOrganization } from '#db/client'
import { startEmbeddedPostgres } from '#db/embedded'
import { migrate } from '#db/migrate'
import { roleUrls } from '#db/role-url'
import { organizations } from '#db/schema/organizations'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { definitionSchema, type Definition } from '#lib/domain/workflow/definition'
import { startRun } from '#lib/engine/commands/start-run'
import { newId, randomToken } from '#lib/ids'
import { spawnChaosWorker } from '#test/chaos/fleet'
import { startCountingProvider } from '#test/chaos/provider'

/**
 * The same backlog worked off by 1, 2 and 4 worker processes on one durable Postgres: runs of 40
 * transforms, which cost the workers' CPU, and runs of three calls that wait 20 ms each, which cost
 * nearly none. Prints JSON: runs a second, and the ratio to one process. With as many processes as
 * CPUs the first cannot grow any more, since Postgres needs some, too.
 *
 *     node bench/engine-scale.ts [runs, 400]
 */
const runs = Number(process.argv[2] ?? 400)
process.env['LOG_LEVEL'] ??= 'silent'
// The processes of tests read their settings from the environment.
Object.assign(process.env, {
  NODE_ENV: 'test',
  SECRET_KEY: process.env['SECRET_KEY'] ?? 'a-secret-key-of-this-benchmark-alone',
})

const dataDir = mkdtempSync(path.join(tmpdir(), 'rounds-bench-'))
// When root runs this, Postgres is another user, who must be able to enter the folder.
chmodSync(dataDir, 0o711)
const postgres = await startEmbeddedPostgres({ dataDir })
await migrate(postgres.url)
const urls = roleUrls(postgres.url)
configureDatabase(urls)
const admin = makeClient({ connectionString: postgres.url })
await admin.connect()
const provider = await startCountingProvider()
const organizationId = newId()
await authDb().insert(organizations).values({ id: organizationId, slug: 'bench', name: 'Bench' })

const chain = (
  length: number,
  step: (index: number) => { type: string; config: Record<string, unknown> },
): Definition =>
  definitionSchema.parse({
    steps: Array.from({ length }, (_, index) => ({
      id: `s${index}`,
      title: `Step ${index}`,
      after: index === 0 ? [] : [{ step: `s${index - 1}` }],
      ...step(index),
    })),
  })
const loads = {
  transforms: {
    definition: chain(40, (index) => ({
      type: 'transform',
      config: {
        value: {
          $: index === 0 ? '{ "count": 1 }' : `{ "count": steps.s${index - 1}.output.count + 1 }`,
        },
      },
    })),
  },
  calls: { definition: chain(3, () => ({ type: 'book', config: { slowMs: 20 } })) },
}

type Ids = { workflowId: string; versionId: string }

async function publish(slug: string, name: string, definition: Definition): Promise<Ids> {
  const workflowId = newId()
  const versionId = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(workflows).values({
      id: workflowId,
      organizationId,
      slug,
      name,
      draft: definition,
      formToken: randomToken(),
    })
    await tx
      .insert(workflowVersions)
      .values({ id: versionId, organizationId, workflowId, number: 1, definition })
  })
  return { workflowId, versionId }
}

async function startRuns(count: number, ids: Ids, definition: Definition): Promise<void> {
  const run = {
    organizationId,
    ...ids,
    definition,
    startData: {},
    trigger: 'api' as const,
    startedBy: null,
    startedByUserId: null,
  }
  for (let left = count; left > 0; left -= 50)
    await inOrganization(organizationId, async (tx) => {
      for (let index = 0; index < Math.min(left, 50); index++) await startRun(tx, run)
    })
}

async function allEnded(): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(
      `select from runs where status in ('running', 'suspended') limit 1`,
    )
    if (rowCount === 0) return
    await delay(10)
  }
}

/** Runs a second, from the first lease to the last end. */
async function workOff(name: keyof typeof loads, workers: number): Promise<number> {
  const { definition } = loads[name]
  const ids = await publish(`${name.toLowerCase()}-${workers}`, name, definition)
  const fleet = Array.from({ length: workers }, () =>
    spawnChaosWorker({
      ROUNDS_ENGINE_URL: urls.engineUrl,
      ROUNDS_APP_URL: urls.appUrl,
      PROVIDER_URL: provider.url,
    }),
  )
  await Promise.all(fleet.map(({ ready }) => ready))
  // A warm-up first: code is compiled, statements are prepared.
  await startRuns(20 * workers, ids, definition)
  await allEnded()
  const started = performance.now()
  await startRuns(runs, ids, definition)
  await allEnded()
  const seconds = (performance.now() - started) / 1000
  for (const { process: child } of fleet) child.kill('SIGTERM')
  await Promise.all(fleet.map(({ ended }) => ended))
  process.stderr.write(
    `${name}, ${workers} worker processes: ${runs} runs in ${seconds.toFixed(1)} s\n`,
  )
  return runs / seconds
}

const results: Record<string, unknown> = {}
for (const name of ['transforms', 'calls'] as const) {
  const perSecond: Record<string, number> = {}
  for (const workers of [1, 2, 4]) perSecond[workers] = Math.round(await workOff(name, workers))
  results[name] = {
    runs,
    runsPerSecond: perSecond,
    ratioToOne: Object.fromEntries(
      Object.entries(perSecond).map(([workers, rate]) => [
        workers,
        Number((rate / (perSecond[1] ?? rate)).toFixed(2)),
      ]),
    ),
  }
}
const { rows } = await admin.query<{ wrong: number }>(
  `select count(*)::int as wrong from runs where status <> 'completed'`,
)
process.stdout.write(
  `${JSON.stringify({ benchmark: 'engine-scale', cpus: cpus().length, ...results, wrong: rows[0]?.wrong })}\n`,
)

await provider.close()
await admin.end()
await closeDatabase()
await postgres.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exit(0)
