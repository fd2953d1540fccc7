import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { enginePool, inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import type { BackTestView } from '#lib/contracts/workflows/back-tests'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import { newId } from '#lib/ids'
import { done } from '#lib/steps/define-step'
import condition from '#lib/steps/types/flow/condition'
import { noServices, useEngine } from '#test/harness/engine'
import { useStepTypes } from '#test/harness/product-types'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { echo, testStep } from '#test/samples/steps'
import { compareBackTestRun } from './compare-back-test-run.ts'
import { getBackTest, listBackTestRuns, listBackTests } from './get-back-test.ts'
import { startBackTest, stopBackTest } from './start-back-test.ts'
import { doDueRuns } from './start-back-test-work.ts'

let sent = 0
const send = testStep('send', 'idempotent', async ({ config }) => {
  sent += 1
  return done({ sent: config['text'] })
})
const engine = useEngine([echo, send, condition])

//  sum ─▶ choose ─ true ─▶ letter
const definition = (limit: number, text = 'Dear ') =>
  graph('sum -> choose -true-> letter', {
    sum: { config: { value: { $: 'start.days * 2' } } },
    choose: {
      type: 'condition',
      config: { when: { $: `steps.sum.output > ${limit}` } },
      branchLabels: { true: 'Overdue' },
    },
    letter: { type: 'send', config: { text: { $: `"${text}" & start.name` } } },
  })

const signal = new AbortController().signal
const parts = () => ({ services: noServices, stepTypes: engine.stepTypes })
const workAll = async () => {
  while (await doDueRuns(parts(), signal)) {
    // Each replays some runs.
  }
}
const actor = (organizationId = engine.organizationId) =>
  newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId,
    role: 'owner' as const,
    sessionId: null,
  })

let workflowId = ''
let runIds: string[] = []
const people = ['Ada', 'Ben', 'Cy', 'Di', 'Eve']

// A comparison replays in the process that was asked, with the types of the product.
useStepTypes(() => [...engine.stepTypes.values()])

beforeAll(async () => {
  const before = definition(30)
  const seeded = await seedWorkflow(engine.organizationId, before)
  workflowId = seeded.workflowId
  for (const [place, name] of people.entries()) {
    const id = await engine.startVersion(workflowId, seeded.versionId, before, {
      name,
      days: 10 * (place + 1),
    })
    await engine.ended(id)
    runIds.push(id)
  }
})

async function setDraft(limit: number, text?: string): Promise<void> {
  await inOrganization(engine.organizationId, (tx) =>
    tx
      .update(workflows)
      .set({ draft: definition(limit, text) })
      .where(eq(workflows.id, workflowId)),
  )
}

async function proved(more: object = {}): Promise<BackTestView> {
  const { id: backTestId } = await startBackTest(actor(), { id: workflowId, last: 100, ...more })
  sent = 0
  await workAll()
  expect(sent).toBe(0)
  return await getBackTest(actor(), { id: workflowId, backTestId })
}

test('an unchanged draft is the same in every run', async () => {
  await setDraft(30)
  expect(await proved()).toMatchObject({
    status: 'completed',
    version: null,
    total: 5,
    done: 5,
    same: 5,
    different: 0,
    unknown: 0,
    groups: [],
    unknowns: [],
  })
})

test('a branch that some runs would take otherwise is found, with these runs', async () => {
  await setDraft(70)
  const found = await proved()
  expect(found).toMatchObject({ same: 3, different: 2, unknown: 0, failing: 0 })
  // 20, 40, 60, 80, 100: those of 40 and 60 do not get a letter any more.
  expect(found.groups[0]).toEqual({
    kind: 'branch',
    stepId: 'choose',
    effect: 'pure',
    fields: [],
    before: 'true',
    after: 'false',
    runs: 2,
    first: 2,
    examples: expect.arrayContaining([runIds[1], runIds[2]]) as string[],
    number: 0,
    name: 'choose branch true > false',
    title: 'choose',
    beforeTitle: 'Overdue',
    afterTitle: 'No',
  })
  expect(found.groups.map(({ kind, stepId }) => [kind, stepId])).toContainEqual(['gone', 'letter'])
  const place = { id: workflowId, backTestId: found.id, limit: 1 }
  const first = await listBackTestRuns(actor(), { ...place, verdict: 'different' })
  expect(first.items.map(({ runId }) => runId)).toEqual([runIds[1]])
  const second = await listBackTestRuns(actor(), {
    ...place,
    verdict: 'different',
    cursor: String(first.nextCursor),
  })
  expect(second).toMatchObject({ items: [{ runId: runIds[2] }], nextCursor: null })
})

test('the runs of one difference are listed, and one is compared step by step', async () => {
  await setDraft(70, 'Hello ')
  const found = await proved()
  const number = (name: string) => found.groups.find((group) => group.name === name)?.number
  const place = { id: workflowId, backTestId: found.id }
  const ofGroup = async (group: number | undefined) =>
    (await listBackTestRuns(actor(), { ...place, group, limit: 50 })).items.map((run) => run.runId)
  expect(await ofGroup(number('choose branch true > false'))).toEqual([runIds[1], runIds[2]])
  expect(await ofGroup(number('letter input text'))).toEqual([runIds[3], runIds[4]])
  expect(await ofGroup(999)).toEqual([])

  const [, lost = '', , kept = ''] = runIds
  sent = 0
  const one = await compareBackTestRun(actor(), { ...place, runId: lost })
  expect(one).toMatchObject({ runId: lost, before: 'completed', after: 'completed' })
  expect(one.steps).toMatchObject([
    { stepId: 'sum', before: { status: 'completed' }, fromRecord: true, kinds: [], changes: [] },
    { stepId: 'choose', before: { viaTitle: 'Overdue' }, after: { viaTitle: 'No' } },
    {
      stepId: 'letter',
      effect: 'idempotent',
      before: { status: 'completed' },
      after: null,
      kinds: ['gone'],
      changes: [{ of: 'input', before: { text: 'Dear Ben' }, after: null }],
    },
  ])
  const other = await compareBackTestRun(actor(), { ...place, runId: kept })
  expect(other.steps.at(-1)).toMatchObject({
    stepId: 'letter',
    fromRecord: true,
    kinds: ['input'],
    changes: [
      { of: 'input', before: { text: 'Dear Di' }, after: { text: 'Hello Di' }, tooLarge: false },
    ],
  })
  expect(sent).toBe(0)
  const elsewhere = { ...place, runId: newId() }
  await expect(compareBackTestRun(actor(), elsewhere)).rejects.toMatchObject({ statusCode: 404 })
})

test('a changed letter is found by its field, and values of runs are not stored', async () => {
  await setDraft(30, 'Hello ')
  const found = await proved()
  expect(found).toMatchObject({
    different: 4,
    groups: [{ kind: 'input', stepId: 'letter', effect: 'idempotent', fields: ['text'], runs: 4 }],
  })
  const { rows } = await enginePool().query<{ all: string }>(
    'select (back_tests.totals::text || back_test_runs::text) as all from back_tests join ' +
      'back_test_runs on back_test_id = back_tests.id where back_tests.id = $1',
    [found.id],
  )
  expect(rows).toHaveLength(5)
  for (const { all } of rows) expect(all).not.toMatch(/Ada|Ben|Cy|Di\b|Eve|Hello/)
})

test('runs are chosen by number, state, time and id', async () => {
  await setDraft(30)
  expect(await proved({ last: 2 })).toMatchObject({ total: 2 })
  expect(await proved({ runIds: runIds.slice(0, 3) })).toMatchObject({ total: 3, same: 3 })
  expect(await proved({ version: 1 })).toMatchObject({ version: 1, revision: null, same: 5 })
  const none = { status: 422 }
  const start = async (more: object) =>
    await startBackTest(actor(), { id: workflowId, last: 100, ...more })
  await expect(start({ status: 'failed' })).rejects.toMatchObject({ statusCode: none.status })
  await expect(start({ to: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ statusCode: 422 })
  await expect(start({ from: '2099-01-01T00:00:00Z' })).rejects.toMatchObject({ statusCode: 422 })
})

test('one of a workflow runs at a time; it can be stopped, and stays stopped', async () => {
  const { id: backTestId } = await startBackTest(actor(), { id: workflowId, last: 100 })
  await expect(startBackTest(actor(), { id: workflowId, last: 100 })).rejects.toMatchObject({
    statusCode: 409,
    details: { backTestId },
  })
  const place = { id: workflowId, backTestId }
  expect(await stopBackTest(actor(), place)).toMatchObject({ status: 'stopped', done: 0 })
  await workAll()
  expect(await getBackTest(actor(), place)).toMatchObject({ status: 'stopped', done: 0, same: 0 })
  const { items } = await listBackTests(actor(), { id: workflowId })
  expect(items[0]).toMatchObject({ id: backTestId, status: 'stopped' })
})

test('runs that cannot be replayed end the test with a sentence, not other tests', async () => {
  const { id: backTestId } = await startBackTest(actor(), { id: workflowId, last: 100 })
  const dead = { ...parts(), stepTypes: undefined as unknown as typeof engine.stepTypes }
  for (let tries = 0; tries < 4; tries++) {
    await doDueRuns(dead, signal)
    await enginePool().query('update back_tests set next_at = now() where next_at is not null')
  }
  expect(await getBackTest(actor(), { id: workflowId, backTestId })).toMatchObject({
    status: 'failed',
    problem: 'The runs from 1 on could not be replayed.',
  })
})

test('what a back-test says of a run is deleted with the run, and one that is gone is skipped', async () => {
  const { id: backTestId } = await startBackTest(actor(), { id: workflowId, last: 100 })
  const [gone = ''] = runIds
  await inOrganization(engine.organizationId, (tx) => deleteRuns(tx, engine.organizationId, [gone]))
  runIds = runIds.slice(1)
  await workAll()
  const place = { id: workflowId, backTestId, limit: 50 }
  expect(await getBackTest(actor(), place)).toMatchObject({ done: 5, same: 4, skipped: 1 })
  const earlier = (await listBackTests(actor(), { id: workflowId })).items.at(-1)
  const left = await listBackTestRuns(actor(), { ...place, backTestId: String(earlier?.id) })
  expect(left.items.map(({ runId }) => runId)).not.toContain(gone)
})
