import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { done } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import { aroundStatements } from '#test/harness/around-statements'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { answerScreen } from '#lib/engine/commands/answer-screen'

const call = testStep('call', 'idempotent', async () => done('called'))
const post = testStep('post', 'unsafe', async () => done('posted'))
const look = testStep('look', 'read', async () => done('seen'))
const engine = useEngine([echo, ask, look, call, post, forEach])

/** Statements of turns by their names; each is a transaction of its own. */
let counts: Record<string, number> = {}
beforeEach(() => {
  aroundStatements(async (full, send) => {
    // The commits of turns are distinguished by what they write.
    const name = full.replace(/^commit:.*/, 'commit-turn')
    if (name) counts[name] = (counts[name] ?? 0) + 1
    return await send()
  })
})
afterEach(() => void vi.restoreAllMocks())

/** The cost of a run besides its start: leases, commits, and reads of outputs. */
async function costOf(
  definition: Definition,
  startData: unknown = {},
): Promise<{ leases: number; commits: number; reads: number }> {
  counts = {}
  const run = await engine.ended(await engine.start(definition, startData), 30_000)
  expect(run.status).toBe('completed')
  return cost()
}
const cost = () => ({
  leases: counts['take-lease'] ?? 0,
  commits: counts['commit-turn'] ?? 0,
  reads: (counts['load-outputs'] ?? 0) + (counts['load-outer'] ?? 0),
})
const chain = (length: number, type: string) =>
  graph(Array.from({ length }, (_, index) => `s${index}`).join(' -> '), {}, { type })

test.each([1, 10, 60])(
  '%i pure or reading steps in a row: one commit, which takes the lease and gives it back; ' +
    'nothing read again',
  async (length) => {
    expect(await costOf(chain(length, 'echo'))).toEqual({ leases: 0, commits: 1, reads: 0 })
    expect(await costOf(chain(length, 'look'))).toEqual({ leases: 0, commits: 1, reads: 0 })
  },
)

test.each([1, 2, 7])('%i idempotent calls in a row: one commit each, and one', async (length) => {
  expect(await costOf(chain(length, 'call'))).toEqual({ leases: 0, commits: length + 1, reads: 0 })
})

test.each([1, 2, 7])(
  '%i unsafe calls in a row: at most one commit each, and two',
  async (length) => {
    const { commits, ...rest } = await costOf(chain(length, 'post'))
    expect(rest).toEqual({ leases: 0, reads: 0 })
    expect(commits).toBeLessThanOrEqual(length + 2)
  },
)

test(
  'pure steps between calls: the result of a call is committed before them, its intent with ' +
    'what came before it',
  async () => {
    const definition = graph('a -> b -> c -> d -> e', { b: { type: 'call' }, d: { type: 'call' } })
    expect(await costOf(definition)).toEqual({ leases: 0, commits: 5, reads: 0 })
  },
)

test('a wide join costs what a chain costs', async () => {
  const definition = graph(
    Array.from({ length: 15 }, (_, index) => `first -> s${index} -> last`).join('\n'),
  )
  expect(await costOf(definition)).toEqual({ leases: 0, commits: 1, reads: 0 })
})

test('a screen: two commits more, the one that suspends and the one that resumes', async () => {
  counts = {}
  const runId = await engine.start(graph('before -> decide -> after', { decide: { type: 'ask' } }))
  await engine.suspended(runId)
  expect(cost()).toMatchObject({ leases: 0, commits: 1 })
  const { id } = await engine.taskIn(runId, 'decide', 'suspended')
  await engine.act((tx) =>
    answerScreen(tx, {
      organizationId: engine.organizationId,
      taskId: id,
      output: 'yes',
      by: 'Ada',
    }),
  )
  await engine.ended(runId)
  expect(cost()).toMatchObject({ leases: 0, commits: 2 })
})

test.each([10, 50, 200])(
  'a loop over %i items: one commit to start, one per 50 items, one to continue',
  async (items) => {
    const definition = graph('loop -each-> body\nloop -done-> end', {
      loop: { type: 'for-each', config: { items: { $: 'start.items' } } },
      body: { config: { value: { $: 'item' } } },
    })
    const { leases, commits } = await costOf(definition, {
      items: Array.from({ length: items }, (_, index) => index),
    })
    const parts = Math.ceil(items / 50)
    expect(commits).toBeLessThanOrEqual(1 + parts + 1)
    expect(leases).toBeLessThanOrEqual(1 + parts + 1)
  },
)
