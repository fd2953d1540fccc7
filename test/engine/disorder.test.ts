import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { isTerminalTask } from '#lib/domain/statuses'
import { makeClient } from '#lib/postgres'
import { done, StepError } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { ask, echo, pause, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { answerUnknownOutcome } from '#lib/engine/commands/answer-unknown-outcome'
import { cancelTask } from '#lib/engine/commands/cancel-task'
import { answerScreen } from '#lib/engine/commands/answer-screen'
import { retryWhileDisconnected } from '#lib/engine/store/connection-retry'
import { planOf } from '#lib/engine/model/plan'

/**
 * Small and even: mulberry32. The test's name contains the seed, so that a failure can be repeated.
 */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const seed = Number(process.env['DISORDER_SEED'] ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

/** The outside system: counts its calls by task and by key. */
const unsafeCalls = new Map<string, number>()
const keysOfTask = new Map<string, Set<string>>()

const unsafe = testStep('unsafe', 'unsafe', async ({ task }) => {
  const call = `${task.id} ${task.attempt}`
  unsafeCalls.set(call, (unsafeCalls.get(call) ?? 0) + 1)
  await delay(random() * 150)
  return done(task.stepId)
})
const keyed = testStep(
  'keyed',
  'idempotent',
  async ({ task, idempotencyKey }) => {
    keysOfTask.set(task.id, (keysOfTask.get(task.id) ?? new Set()).add(idempotencyKey))
    await delay(random() * 150)
    if (random() < 0.1) throw new StepError('busy', 'The provider is busy.')
    return done(task.stepId)
  },
  { retry: { maxAttempts: 20, delaySeconds: 0.02, factor: 1, maxDelaySeconds: 1 } },
)
const slow = testStep('slow', 'read', async ({ task }) => {
  await delay(random() * 150)
  return done(task.stepId)
})

const types = ['echo', 'echo', 'unsafe', 'keyed', 'slow', 'ask', 'pause']

function randomDefinition(): Definition {
  const steps = Array.from({ length: 4 + Math.floor(random() * 9) }, (_, number) => ({
    id: `s${number}`,
    type: pick(types),
    title: '',
    config: { value: number, via: pick(['x', 'y']), ms: Math.floor(random() * 120) },
    after: [
      ...new Set(
        number === 0
          ? []
          : Array.from({ length: Math.floor(random() * 3) }, () => Math.floor(random() * number)),
      ),
    ].map((before) => ({
      step: `s${before}`,
      ...(random() < 0.15 ? { via: pick(['x', 'y']) } : {}),
    })),
  }))
  return { startData: {}, settings: {}, steps }
}

const engine = useEngine([echo, ask, pause, unsafe, keyed, slow], { workers: 0 })

test(
  `100 random runs, cancellations, lost connections (seed ${seed})`,
  { timeout: 90_000 },
  async () => {
    const organizationId = engine.organizationId
    const definitions = new Map<string, Definition>()
    for (let count = 0; count < 100; count++) {
      const definition = randomDefinition()
      definitions.set(await engine.start(definition), definition)
    }

    // The backlog exists before a worker starts, so that the disorder affects all of it.
    for (let count = 0; count < 3; count++) await engine.startWorker({ concurrency: 10 })
    const admin = makeClient({ connectionString: engine.database.url })
    await admin.connect()
    const deadline = Date.now() + 45_000
    let cuts = 0
    let round = 0
    let cancelled = 0
    for (;;) {
      const { rows } = await admin.query<{ id: string; reason: string | null; status: string }>(
        `select tasks.id, tasks.status, state->>'reason' as reason from tasks
          join runs on runs.id = run_id
       where runs.status in ('running', 'suspended')
         and tasks.status not in ('completed', 'failed', 'skipped', 'cancelled')`,
      )
      const { rows: open } = await admin.query(
        `select from runs where status in ('running', 'suspended')`,
      )
      if (open.length === 0) break
      if (Date.now() > deadline)
        throw new Error(`${open.length} runs do not end: ${JSON.stringify(rows.slice(0, 10))}`)
      for (const { id, status, reason } of rows) {
        const act = { organizationId, taskId: id, by: 'a test' }
        // A conflict only means that another was faster.
        if (random() < 0.02)
          await engine
            .act((tx) => cancelTask(tx, act))
            .then(
              () => cancelled++,
              () => undefined,
            )
        else if (status === 'suspended' && reason === 'screen')
          await engine
            .act((tx) => answerScreen(tx, { ...act, output: 'answered' }))
            .catch(() => undefined)
        else if (status === 'suspended' && reason === 'unknown-outcome')
          await engine
            .act((tx) =>
              answerUnknownOutcome(tx, { ...act, answer: { outcome: 'happened', output: 'told' } }),
            )
            .catch(() => undefined)
      }
      if (cuts < 12 && round++ % 3 === 0) {
        cuts++
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where usename = 'rounds_engine' and datname = current_database() and random() < 0.4`,
        )
      }
      await delay(40) // not a wait: the pace at which things go wrong
    }
    // Every job is done; one that a cut connection kept from being given back is tried again, which
    // may take until it is found under a name that no worker has (orphaned-runs.ts).
    await until(
      'an empty queue',
      async () => (await admin.query(`select from graphile_worker.jobs`)).rowCount === 0,
      40_000,
    )
    await admin.end()

    // Every call that must not be repeated was made at most once for each time that somebody asked
    // for it.
    expect([...unsafeCalls.values()].filter((count) => count > 1)).toEqual([])
    expect([...keysOfTask.values()].filter((keys) => keys.size > 1)).toEqual([])
    expect(unsafeCalls.size).toBeGreaterThan(20)
    expect(cancelled).toBeGreaterThan(0)
    expect(cuts).toBeGreaterThan(0)
    for (const [runId, definition] of definitions) {
      const [run, tasks] = await retryWhileDisconnected(
        async () => [await engine.run(runId), await engine.tasks(runId)] as const,
      )
      expect(Object.values(tasks).filter(({ status }) => !isTerminalTask(status))).toEqual([])
      expect(['completed', 'cancelled']).toContain(run.status)
      expect(run.leaseWorker).toBeNull()
      // Each task is what its sources determine, in any order of events.
      for (const { step } of planOf(definition).order) {
        const taken = step.after.some(
          ({ step: before, via }) =>
            tasks[before]?.status === 'completed' &&
            (via === undefined || via === tasks[before]?.via),
        )
        const status = tasks[step.id]?.status
        if (step.after.length > 0 && !taken) expect(['skipped', 'cancelled']).toContain(status)
        else expect(['completed', 'cancelled']).toContain(status)
      }
    }
  },
)
