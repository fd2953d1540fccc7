import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { engineDb } from '#db/client'
import { suspectRuns } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { spawnWorker } from '#test/processes/spawn-worker'
import { until } from '#test/harness/until'

// Processes are started and killed, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const engine = useEngine([], { workers: 0 })
let file: string
beforeEach(() => {
  file = path.join(tmpdir(), `rounds-isolation-${newId()}`)
})
afterEach(async () => await engine.stopWorkers())

type Spawned = Awaited<ReturnType<typeof spawnWorker>>
const isAlive = ({ process: child }: Spawned): boolean =>
  child.exitCode === null && child.signalCode === null
const suspects = async (): Promise<string[]> =>
  (await engineDb().select().from(suspectRuns)).map(({ runId }) => runId)
const ended = async (runId: string) => await engine.ended(runId, 60_000)
const held = () => graph('held', { held: { type: 'hold_read', config: { file } } })

/** Starts the run with one worker, which the run kills, and then another worker. */
async function killed(start: () => Promise<string>): Promise<{ runId: string; next: Spawned }> {
  const first = await spawnWorker(engine.database)
  const end = once(first.process, 'exit')
  const runId = await start()
  await end
  return { runId, next: await spawnWorker(engine.database) }
}

test.each(['exit', 'kill'])(
  'a run whose pure step takes its process down (%s) fails, with the step named',
  async (how) => {
    const steps = {
      a: { type: 'echo', config: { value: 1 } },
      b: { type: 'poison', config: { how } },
      c: { type: 'echo' },
    }
    const { runId, next } = await killed(
      async () => await engine.start(graph('a -> b -> c', steps)),
    )
    expect(await ended(runId)).toMatchObject({
      status: 'failed',
      error: { code: 'worker_lost', stepId: 'b' },
    })
    expect(await engine.statuses(runId)).toEqual({ a: 'completed', b: 'failed', c: 'cancelled' })
    expect(isAlive(next)).toBe(true)
    await until('nobody suspected', async () => (await suspects()).length === 0)
  },
)

test('the handler of a step that takes its process down goes on', async () => {
  const steps = {
    b: { type: 'poison' },
    mend: { type: 'echo', config: { value: { $: 'error.code' } } },
  }
  const drawing = 'b -> c\nb -!continue-> mend'
  const more = { c: { type: 'echo', config: { value: { $: 'steps.b.output' } } } }
  const { runId } = await killed(
    async () => await engine.start(graph(drawing, { ...steps, ...more })),
  )
  expect(await ended(runId)).toMatchObject({ status: 'completed', output: { c: 'worker_lost' } })
})

test('other runs of the killed process are not blamed, also those that wait for long', async () => {
  let others: string[] = []
  const { runId, next } = await killed(async () => {
    others = await Promise.all([1, 2, 3].map(async () => await engine.start(held())))
    for (const id of others) await engine.taskIn(id, 'held', 'running')
    return await engine.start(graph('b', { b: { type: 'poison' } }))
  })
  expect(await ended(runId)).toMatchObject({
    status: 'failed',
    error: { code: 'worker_lost', stepId: 'b' },
  })
  writeFileSync(file, '')
  for (const id of others)
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      output: { held: 'by the process' },
    })
  expect(isAlive(next)).toBe(true)
  await until('nobody suspected', async () => (await suspects()).length === 0)
})

test(
  'when a worker is killed again and again, also while it executes suspects, ' +
    'its runs are not blamed',
  async () => {
    const runIds = await Promise.all([1, 2, 3, 4].map(async () => await engine.start(held())))
    for (let round = 0; round < 3; round++) {
      const worker = await spawnWorker(engine.database)
      // Its lease is in the worker's name, whichever process executes it.
      await until(
        'the leases of the runs',
        async () => {
          const rows = await Promise.all(
            runIds.map(async (id) => (await engine.run(id)).leaseWorker),
          )
          return rows.every((lease) => lease === worker.id)
        },
        30_000,
      )
      const end = once(worker.process, 'exit')
      worker.process.kill('SIGKILL')
      await end
    }
    writeFileSync(file, '')
    await spawnWorker(engine.database)
    for (const id of runIds)
      expect(await ended(id)).toMatchObject({
        status: 'completed',
        output: { held: 'by the process' },
      })
  },
)

test('a worker that stops gives back the suspects that it executes', async () => {
  const first = await spawnWorker(engine.database)
  const runId = await engine.start(held())
  await until(
    'the lease of the first worker',
    async () => (await engine.run(runId)).leaseWorker === first.id,
  )
  first.process.kill('SIGKILL')
  const next = await spawnWorker(engine.database)
  await until(
    'the lease of the next worker',
    async () => (await engine.run(runId)).leaseWorker === next.id,
    30_000,
  )
  const exit = once(next.process, 'exit')
  next.process.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(await engine.run(runId)).toMatchObject({ status: 'running', leaseWorker: null })
  writeFileSync(file, '')
  await spawnWorker(engine.database)
  expect(await ended(runId)).toMatchObject({ status: 'completed' })
})

test('the suspicion of a run that ended in another way is deleted', async () => {
  await engineDb().insert(suspectRuns).values({ runId: newId() })
  await engine.startWorker()
  await until('nobody suspected', async () => (await suspects()).length === 0)
})
