import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { unnamed } from '#lib/domain/run/case-name'
import { newId } from '#lib/ids'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { seedStartedWorkflow } from '#test/harness/seed-start'
import { echo } from '#test/samples/steps'
import { priorities } from '../lock-run.ts'
import { startRuns, type NewRun } from './start-runs.ts'

const engine = useEngine([echo], { workers: 0 })
const definition = graph('a')

/** A start of its own workflow, whose version has its first tasks unless `bare`. */
async function newRun(change: Partial<NewRun> = {}, bare = false): Promise<NewRun> {
  const { organizationId } = engine
  const seed = bare ? seedWorkflow : seedStartedWorkflow
  const { workflowId, versionId } = await seed(organizationId, definition)
  return {
    id: newId(),
    workflowId,
    slug: null,
    versionId,
    asPublished: true,
    admitted: false,
    slot: null,
    draft: null,
    plannedAt: null,
    trigger: 'api',
    startedBy: 'a test',
    startedByUserId: null,
    sandbox: false,
    ...unnamed,
    startData: {},
    startRef: null,
    retriedFromRunId: null,
    unwritten: true,
    tasks: [],
    queuePlace: null,
    leaseWorker: null,
    left: null,
    expected: null,
    audit: null,
    key: null,
    ...change,
  }
}

async function setWorkflow(run: NewRun, change: string): Promise<NewRun> {
  await engineDb().execute(
    sql`update workflows set ${sql.raw(change)} where id = ${run.workflowId}::uuid`,
  )
  return run
}

it.each(['by itself', 'in a transaction'])(
  'answers each run of a batch, a refused one with the reason: %s',
  async (way) => {
    const { organizationId } = engine
    const limit = `concurrency_limit = 1, when_full = 'queue'`
    const runs = [
      await newRun(),
      await setWorkflow(await newRun(), 'paused_at = now()'),
      await setWorkflow(await newRun(), limit),
      await setWorkflow(await newRun({ admitted: true, slot: 'waiting' }), limit),
      await newRun({ versionId: newId() }),
      await newRun({ slug: 'of-another' }),
      await newRun({ workflowId: newId() }),
      await newRun({}, true),
      await newRun({
        left: { status: 'completed', output: { a: 1 }, activeMs: 3 },
        unwritten: false,
      }),
    ]
    const batch = { organizationId, priority: priorities.normal, runs }
    const answers =
      way === 'by itself'
        ? await startRuns(batch)
        : await inOrganization(organizationId, (tx) => startRuns(batch, { tx }))
    expect(answers.map(({ refusal }) => refusal)).toEqual([
      null,
      'paused',
      'limited',
      null,
      'workflow-changed',
      'workflow-changed',
      'workflow-changed',
      'no-first-tasks',
      null,
    ])
    const { rows } = await engineDb().execute(sql`
      select runs.id, status, job.id is not null as queued
      from runs left join graphile_worker._private_jobs job on job.key = 'run:' || runs.id
      where runs.id in (${sql.join(
        runs.map(({ id }) => sql`${id}::uuid`),
        sql`, `,
      )}) order by runs.id`)
    expect(rows).toEqual([
      { id: runs[0]?.id, status: 'running', queued: true },
      { id: runs[3]?.id, status: 'suspended', queued: false },
      { id: runs[8]?.id, status: 'completed', queued: false },
    ])
  },
)

it('writes a key with its run, and no run whose key is taken', async () => {
  const { organizationId } = engine
  const keyed = async (key: string, change: Partial<NewRun> = {}) => {
    const run = await newRun(change)
    const expiresAt = new Date(Date.now() + 1000).toISOString()
    const answer = { id: run.id, status: 'running' }
    run.key = { id: newId(), operation: 'startRun', key, fingerprint: 'f', expiresAt, answer }
    return run
  }
  const runs = [
    await keyed('one'),
    await keyed('one'),
    await keyed('two', { versionId: newId() }),
    await newRun(),
  ]
  const batch = { organizationId, priority: priorities.normal, runs }
  const refusals = async () => (await startRuns(batch)).map(({ refusal }) => refusal)
  expect(await refusals()).toEqual([null, 'key-taken', 'workflow-changed', null])
  runs.splice(0, 4, await keyed('one'), await keyed('two'))
  expect(await refusals()).toEqual(['key-taken', null])
  const { rows } = await engineDb().execute(sql`
    select key, idempotency_keys.status, result->'value'->>'id' = runs.id::text as stored
    from idempotency_keys left join runs on runs.id::text = result->'value'->>'id'
    where idempotency_keys.organization_id = ${organizationId} order by key`)
  expect(rows).toEqual([
    { key: 'one', status: 200, stored: true },
    { key: 'two', status: 200, stored: true },
  ])
})
