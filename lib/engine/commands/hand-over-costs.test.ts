import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { done } from '#lib/steps/define-step'
import { aroundStatements } from '#test/harness/around-statements'
import { useEngine } from '#test/harness/engine'
import { seedStart } from '#test/harness/seed-start'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { echo, testStep } from '#test/samples/steps'
import { connectExecutors } from './hand-over.ts'
import { startKnown } from './start-known.ts'

// Measures the costs when nothing is late; on a busy machine a run is written earlier and notified
// to more watchers.
vi.mock('../model/turn-times.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  startCommitMs: 20_000,
  resultCommitMs: 20_000,
  progressCommitMs: 20_000,
  onlyStarterMs: 20_000,
}))

const call = testStep('call', 'idempotent', async () => done('called'))
const engine = useEngine([echo, call], { workers: 0 })
const dataDir = mkdtempSync(path.join(tmpdir(), 'ho-'))
let executors: ReturnType<typeof connectExecutors> | undefined
beforeAll(async () => {
  await engine.startWorker({ dataDir })
  executors = connectExecutors(dataDir, engine.database.appUrl)
  await until('a worker that takes runs', () => executors?.isReady())
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  executors?.stop()
  await engine.stopWorkers()
  rmSync(dataDir, { recursive: true })
})

/** The statements about one run; others are sent once a second, whether or not there are runs. */
const ofRuns = /^(start-runs|commit|read-runs|load-|take-lease|notify-|complete_job)/

async function statementsOf(
  length: number,
  type: string,
  options: Partial<Parameters<typeof startKnown>[1]> = {},
): Promise<Record<string, number>> {
  const names = Array.from({ length }, (_, index) => `s${index}`)
  const definition = graph(names.join(' -> '), {}, { type })
  const start = await seedStart(engine.organizationId, definition)
  const counts: Record<string, number> = {}
  aroundStatements(async (full, send) => {
    const name = full.startsWith('commit:') ? 'commit' : full
    if (ofRuns.test(name)) counts[name] = (counts[name] ?? 0) + 1
    return await send()
  })
  const begun = await startKnown(start, { waits: true, ...options })
  const ended = begun.refusal === null ? await begun.next : undefined
  expect(ended?.status).toBe('completed')
  expect(ended?.read?.id).toBe(options.reader ? start.runId : undefined)
  return counts
}

test.each([1, 40])('%i computed steps that are handed over: one commit', async (length) => {
  expect(await statementsOf(length, 'echo')).toEqual({ 'start-runs': 1 })
})

test.each([1, 5])('%i calls that are handed over: one more commit', async (length) => {
  expect(await statementsOf(length, 'call')).toEqual({ 'start-runs': 1, commit: length })
})

test.each([
  ['computed steps', 'echo', { 'start-runs': 1 }],
  ['calls', 'call', { 'start-runs': 1, commit: 2 }],
])('%s with a reader: the last commit reads the run', async (_which, type, statements) => {
  const reader = {
    actorKind: 'system',
    actorId: engine.organizationId,
    actorName: 'a test',
    requestId: null,
    withinMs: 60_000,
  }
  expect(await statementsOf(2, type, { reader })).toEqual({
    ...statements,
    'read-runs': 1,
  })
})
