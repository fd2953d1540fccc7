import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { engineDb } from '#db/client'
import { newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { done } from '#lib/steps/define-step'
import { aroundStatements } from '#test/harness/around-statements'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { writeFirstTasks } from '#lib/engine/store/first-tasks'

/**
 * A connection that breaks during a commit: its worker survives, and does not know whether the
 * commit happened.
 */
const calls: string[] = []
const call = (type: string, effect: 'read' | 'idempotent' | 'unsafe') =>
  testStep(type, effect, async ({ run, task }) => {
    calls.push(`${run.id} ${task.stepId}`)
    return done(task.stepId)
  })
const engine = useEngine(
  [echo, call('keyed', 'idempotent'), call('unsafe', 'unsafe'), call('look', 'read')],
  { workers: 0 },
)
afterEach(async () => {
  vi.restoreAllMocks()
  await engine.stopWorkers()
})

const broken = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

/**
 * Breaks the connection of the commit number `number` of turns: before it reached Postgres, or
 * after Postgres had done it.
 */
function breakCommit(number: number, when: 'before' | 'after'): void {
  let seen = 0
  aroundStatements(async (name, send) => {
    const hit = name.startsWith('commit:') && ++seen === number
    if (hit && when === 'before') throw broken()
    const answer = await send()
    if (hit) throw broken()
    return answer
  })
}

const definition = graph('a -> unsafe -> b -> keyed -> unsafe2\na -> look -> keyed', {
  unsafe: { type: 'unsafe' },
  keyed: { type: 'keyed' },
  unsafe2: { type: 'unsafe' },
  look: { type: 'look' },
})
const cases = [1, 2, 3, 4].flatMap((number) =>
  (['before', 'after'] as const).map((when) => [number, when] as const),
)

test.each(cases)(
  'commit %i breaks off %s it: the run goes on by itself, each call is made once (E4, E5)',
  async (number, when) => {
    breakCommit(number, when)
    await engine.startWorker()
    const runId = await engine.start(definition)
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      leaseEpoch: 1,
      output: { unsafe2: 'unsafe2' },
    })
    expect(calls.filter((made) => made.startsWith(runId) && !made.endsWith('look'))).toEqual(
      ['unsafe', 'keyed', 'unsafe2'].map((step) => `${runId} ${step}`),
    )
  },
)

test.each(['before', 'after'] as const)(
  'the first commit after a takeover breaks off %s it: a call of the worker that died is ' +
    'still not repeated (E5)',
  async (when) => {
    const runId = await engine.start(
      graph('unsafe -> end\nkeyed -> end', {
        unsafe: { type: 'unsafe' },
        keyed: { type: 'keyed' },
      }),
    )
    await engine.act((tx) => writeFirstTasks(tx, runId))
    const admin = makeClient({ connectionString: engine.database.url })
    await admin.connect()
    await admin.query(`update runs set lease_worker = $2, lease_epoch = 1 where id = $1`, [
      runId,
      newId(),
    ])
    await admin.query(
      `update tasks set status = 'running', attempt = 1, effect = case key when 'unsafe'
        then 'unsafe' else 'idempotent' end where run_id = $1 and key in ('unsafe', 'keyed')`,
      [runId],
    )
    await admin.end()
    breakCommit(1, when)
    await engine.startWorker()
    expect(await engine.taskIn(runId, 'unsafe', 'suspended')).toMatchObject({
      state: { reason: 'unknown-outcome' },
      attempt: 1,
    })
    expect(await engine.taskIn(runId, 'keyed', 'completed')).toMatchObject({ attempt: 1 })
    await until('the run given back', async () => (await engine.run(runId)).status === 'suspended')
    expect(calls.filter((made) => made.startsWith(runId))).toEqual([`${runId} keyed`])
  },
)

test.each(['before', 'after'] as const)(
  'a commit that ends several runs breaks off %s it: each of them ends once',
  async (when) => {
    breakCommit(1, when)
    const ids = await Promise.all(
      [1, 2, 3, 4].map((value) =>
        engine.start(
          graph('a -> b', {
            a: { config: { value } },
            b: { config: { value: { $: 'steps.a.output' } } },
          }),
        ),
      ),
    )
    await engine.startWorker()
    for (const [index, runId] of ids.entries()) {
      expect(await engine.ended(runId)).toMatchObject({
        status: 'completed',
        leaseEpoch: 1,
        output: { b: index + 1 },
      })
      expect(await engine.statuses(runId)).toEqual({ a: 'completed', b: 'completed' })
    }
  },
)

test('jobs whose claim was not answered are done (E4)', async () => {
  let lost = 0
  aroundStatements(async (name, send) => {
    const answer = (await send()) as { rows: unknown[] }
    if (!name.startsWith('get_job') || lost > 0 || answer.rows.length === 0) return answer
    lost = answer.rows.length
    throw broken()
  })
  const sent: unknown[] = []
  const mail = async (payload: unknown) => void sent.push(payload)
  await engine.startWorker({ handlers: { mail } })
  await engineDb().execute(sql`select graphile_worker.add_job('mail', '{"to": "her"}')`)
  await until('the lost claim', () => lost > 0)
  await until('the mail', () => sent.length > 0)
  expect(sent).toEqual([{ to: 'her' }])
})
