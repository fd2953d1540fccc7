import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import { scopedPool } from '#lib/operations/back-tests/scoped-pool'
import { childWorkflow } from '#lib/operations/runs/child-workflow'
import { done } from '#lib/steps/define-step'
import condition from '#lib/steps/types/flow/condition'
import forEach from '#lib/steps/types/flow/for-each'
import subWorkflow from '#lib/steps/types/flow/sub-workflow'
import { noServices, useEngine } from '#test/harness/engine'
import { seedVersion, seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { echo, testStep } from '#test/samples/steps'
import { loadRecordedRuns } from './load-recorded-runs.ts'
import type { RecordedRun } from './recorded-run.ts'
import { readRecording, Room, writeRecording, type Recording } from './recording.ts'
import { replayRun } from './replay-run.ts'

/** What was called outside, by the worker and every replay of this file. */
let calls: unknown[] = []
const outside = (type: string, effect: 'read' | 'idempotent') =>
  testStep(type, effect, async ({ config }) => {
    calls.push(config['value'])
    return done({ answered: config['value'] })
  })
const types = [outside('lookup', 'read'), outside('send', 'idempotent'), condition]
const engine = useEngine([echo, ...types, forEach, subWorkflow], { workers: 0 })
beforeAll(
  async () => void (await engine.startWorker({ services: { ...noServices, childWorkflow } })),
)

const value = (text: string) => ({ config: { value: { $: text } } })

/** choose ─ true ─▶ letter; the letter names the patient, the lookup does not read them. */
const inner = (limit: number, text = '"Denied " & start.name') =>
  graph('find -> choose -true-> letter\nchoose -false-> note', {
    find: { type: 'lookup', ...value('start.name') },
    choose: { type: 'condition', config: { when: { $: `start.days > ${limit}` } } },
    letter: { type: 'send', ...value(text) },
    note: value('"None"'),
  })

const calling = (slug: string, days: string, more = {}): Definition =>
  graph('call -> end', {
    call: {
      type: 'sub-workflow',
      config: {
        workflow: slug,
        startData: { name: { $: 'start.name' }, days: { $: days } },
        ...more,
      },
    },
    end: value('$keys(steps.call.output)'),
  })

async function publish(definition: Definition) {
  const { workflowId } = await seedWorkflow(engine.organizationId, definition, 'Inner')
  return { workflowId, slug: `w-${workflowId}` }
}

async function record(definition: Definition, startData: unknown): Promise<string> {
  const runId = await engine.start(definition, startData)
  await engine.ended(runId)
  return runId
}

const scoped = () => scopedPool(engine.organizationId)

async function load(runId: string): Promise<RecordedRun> {
  const [recorded] = await loadRecordedRuns(scoped(), engine.organizationId, [runId])
  if (!recorded) throw new Error('the run was not recorded')
  return recorded
}

/** A copy of a run as tests keep it, once the run and all that it started are deleted. */
async function copied(runId: string): Promise<RecordedRun> {
  const recorded = await load(runId)
  const recording = await writeRecording(scoped(), recorded, new Room(100_000))
  await engine.act(async (tx) => {
    await tx.execute(sql`delete from runs where organization_id = ${engine.organizationId}`)
  })
  return readRecording(JSON.parse(JSON.stringify(recording)) as Recording, recorded.definition)
}

/** What replaying the run with `after` finds, the kinds with the paths of the steps. */
const replayed = async (runId: string, after: Definition) =>
  await replayedAs(await load(runId), after)

async function replayedAs(recorded: RecordedRun, after: Definition) {
  calls = []
  const services = {
    pool: scoped(),
    stepTypes: engine.stepTypes,
    services: noServices,
    checkAnswer: async () => [],
  }
  const signal = AbortSignal.timeout(60_000)
  const { status, differences, unknown } = await replayRun(after, recorded, services, { signal })
  return {
    status,
    differences: differences.map(({ kind, stepId, fields }) => [kind, stepId, ...fields]),
    unknown: unknown.map(({ stepId, why, because }) => [stepId, why, because]),
    calls,
  }
}

const start = { name: 'Ada', days: 30 }

test('a child run with the same start data gives what was recorded, whatever it is now', async () => {
  const { slug, workflowId } = await publish(inner(10))
  const before = calling(slug, 'start.days')
  const runId = await record(before, start)
  await seedVersion(engine.organizationId, workflowId, inner(10, '"Other " & start.name'), 2)
  expect(await replayed(runId, before)).toEqual({
    status: 'completed',
    differences: [],
    unknown: [],
    calls: [],
  })
})

test('a wrong branch and a letter in a child run are found by their paths, and nothing is sent', async () => {
  const { slug, workflowId } = await publish(inner(10))
  const runId = await record(calling(slug, 'start.days'), start)
  expect(calls).toEqual(['Ada', 'Denied Ada'])

  // Fewer days: the child takes the other branch, its lookup is answered from its own record.
  const branch = await replayed(runId, calling(slug, 'start.days - 25'))
  expect(branch).toEqual({
    status: 'completed',
    differences: [
      ['input', 'call', 'startData.days'],
      ['branch', 'call/choose'],
      ['output', 'call/choose', 'result'],
      ['new', 'call/note'],
      ['gone', 'call/letter'],
      ['output', 'call', 'letter', 'note'],
      ['output', 'end', ''],
    ],
    unknown: [],
    calls: [],
  })

  // The version of now says something else: the letter differs, and is taken as sent.
  await seedVersion(engine.organizationId, workflowId, inner(10, '"Approved " & start.name'), 2)
  const letter = await replayed(runId, calling(slug, 'start.days + 1'))
  expect(letter).toEqual({
    status: 'completed',
    differences: [
      ['input', 'call', 'startData.days'],
      ['input', 'call/letter', 'value'],
    ],
    unknown: [],
    calls: [],
  })
  // A step that names a version is replayed with that one.
  const fixed = await replayed(runId, calling(slug, 'start.days + 1', { version: 1 }))
  expect(fixed.differences).toEqual([['input', 'call', 'startData.days', 'version']])
})

test('what a child run does not know is not known around it', async () => {
  const { slug } = await publish(inner(10))
  const runId = await record(calling(slug, 'start.days'), start)
  const definition = calling(slug, 'start.days')
  const [call, ...others] = definition.steps
  const startData = { name: { $: '"B" & start.name' }, days: { $: 'start.days' } }
  const config = { workflow: slug, startData }
  const asked = { ...definition, steps: [{ ...call, config }, ...others] } as Definition
  expect(await replayed(runId, asked)).toEqual({
    status: 'completed',
    differences: [
      ['input', 'call', 'startData.name'],
      ['input', 'call/find', 'value'],
      ['input', 'call/letter', 'value'],
    ],
    unknown: [['call/find', 'other-question', 'call/find']],
    calls: [],
  })
})

test('child runs in child runs are replayed as well', async () => {
  const innermost = await publish(inner(10))
  const middle = await publish(calling(innermost.slug, 'start.days'))
  const runId = await record(calling(middle.slug, 'start.days'), start)
  const found = await replayed(runId, calling(middle.slug, '5'))
  expect(found.differences.slice(0, 3)).toEqual([
    ['input', 'call', 'startData.days'],
    ['input', 'call/call', 'startData.days'],
    ['branch', 'call/call/choose'],
  ])
  expect(found.calls).toEqual([])
})

test('a copy of a run brings the child runs along, so that it outlives them', async () => {
  const innermost = await publish(inner(10))
  const middle = await publish(calling(innermost.slug, 'start.days'))
  const runId = await record(calling(middle.slug, 'start.days'), start)
  const asked = calling(middle.slug, 'start.days - 25')
  const found = await replayed(runId, asked)
  expect(found.unknown).toEqual([])
  expect(await replayedAs(await copied(runId), asked)).toEqual(found)

  const room = new Room(1000)
  const other = await record(calling(middle.slug, 'start.days'), start)
  expect(await writeRecording(scoped(), await load(other), room)).toBeUndefined()
})

test('a copy has the child run of each item of a loop', async () => {
  const { slug } = await publish(inner(10))
  const looped = (days: string): Definition => {
    const startData = { name: { $: 'item' }, days: { $: days } }
    return graph('all -each-> call', {
      all: { type: 'for-each', config: { items: { $: 'start.names' } } },
      call: { type: 'sub-workflow', config: { workflow: slug, startData } },
    })
  }
  const runId = await record(looped('start.days'), { names: ['Ada', 'Ben'], days: 30 })
  const { differences, unknown } = await replayedAs(await copied(runId), looped('5'))
  expect(differences.filter(([kind]) => kind === 'branch')).toEqual([
    ['branch', 'call/choose'],
    ['branch', 'call/choose'],
  ])
  expect(unknown).toEqual([])
})

test('without a record of the child run its answer is not known', async () => {
  const { slug } = await publish(inner(10))
  const other = await publish(inner(20))
  const runId = await record(calling(slug, 'start.days'), start)
  await engine.act(async (tx) => {
    await tx.execute(`delete from runs where parent_run_id = '${runId}'`)
  })
  expect(await replayed(runId, calling(other.slug, 'start.days'))).toMatchObject({
    differences: [['input', 'call', 'workflow']],
    unknown: [
      ['call', 'other-question', 'call'],
      ['end', 'reads-unknown', 'call'],
    ],
  })
})
