import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import { noNeeds } from '#lib/domain/back-test/publish-needs'
import type { Definition } from '#lib/domain/workflow/definition'
import { deleteRuns } from '#lib/engine/store/delete-runs'
import { newId } from '#lib/ids'
import { getBackTest } from '#lib/operations/back-tests/get-back-test'
import { startBackTest } from '#lib/operations/back-tests/start-back-test'
import { doDueRuns } from '#lib/operations/back-tests/start-back-test-work'
import { saveDraft } from '#lib/operations/workflows/drafts/save-draft'
import { publishWorkflow } from '#lib/operations/workflows/versions/publish-workflow'
import { done } from '#lib/steps/define-step'
import condition from '#lib/steps/types/flow/condition'
import { noServices, useEngine } from '#test/harness/engine'
import { useStepTypes } from '#test/harness/product-types'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { testStep } from '#test/samples/steps'
import { addWorkflowTest } from './add-workflow-test.ts'
import { changeWorkflowTest, deleteWorkflowTest } from './change-workflow-test.ts'
import { getWorkflowTest } from './get-workflow-test.ts'
import { listWorkflowTests } from './list-workflow-tests.ts'
import { runWorkflowTests } from './run-workflow-tests.ts'
import { getPublishNeeds, setPublishNeeds } from './set-publish-needs.ts'

/** A provider outside, which counts what reaches it. */
let sent = 0
const send = testStep('send', 'idempotent', async ({ config }) => {
  sent += 1
  return done({ sent: config['text'] })
})
/** Code that takes as long as it is told. */
const code = testStep(
  'code',
  'pure',
  async ({ config }) => {
    const until = performance.now() + Number(config['ms'])
    while (performance.now() < until) continue
    return done(config['value'])
  },
  { category: 'Code' },
)
const engine = useEngine([send, code, condition])

const parts = (limit: number, text: string, ms: number) => ({
  sum: { type: 'code', config: { value: { $: 'start.days * 2' }, ms } },
  choose: { type: 'condition', config: { when: { $: `steps.sum.output > ${limit}` } } },
  letter: { type: 'send', config: { text: { $: `"${text} " & start.name` } } },
})
//  sum ─▶ choose ─ true ─▶ letter
const definition = (limit = 30, text = 'Dear', ms = 0): Definition =>
  graph('sum -> choose -true-> letter', parts(limit, text, ms))

const actor = (organizationId = engine.organizationId) =>
  newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'Olive',
    email: null,
    organizationId,
    role: 'owner' as const,
    sessionId: null,
  })

const runCount = 50
let workflowId = ''
const runIds: string[] = []

// Publishing and tests use the types of the product.
useStepTypes(() => [send, code], { registered: true })

beforeAll(async () => {
  const before = definition()
  const seeded = await seedWorkflow(engine.organizationId, before)
  workflowId = seeded.workflowId
  for (let place = 0; place < runCount; place++)
    runIds.push(
      await engine.startVersion(workflowId, seeded.versionId, before, {
        name: `Person ${place}`,
        days: place,
      }),
    )
  for (const id of runIds) await engine.ended(id)
})

let revision = 1
async function setDraft(draft: Definition): Promise<number> {
  revision += 1
  const values = { draft, draftRevision: revision }
  await inOrganization(engine.organizationId, (tx) =>
    tx.update(workflows).set(values).where(eq(workflows.id, workflowId)),
  )
  return revision
}

/** Saves a draft as the editor does. */
async function save(draft: Definition): Promise<void> {
  const input = { id: workflowId, revision, definition: draft }
  revision = (await saveDraft(actor(), input)).draftRevision
}

const placed = (draft: Definition): Definition => ({
  ...draft,
  steps: draft.steps.map((step, place) => ({ ...step, position: { x: 0, y: 200 * place } })),
})

async function backTest(last = 100) {
  const { id: backTestId } = await startBackTest(actor(), { id: workflowId, last })
  const replaying = { services: noServices, stepTypes: engine.stepTypes }
  while (await doDueRuns(replaying, new AbortController().signal)) {
    // Each replays some runs.
  }
  return await getBackTest(actor(), { id: workflowId, backTestId })
}

const publish = async (accept: string[] = []) =>
  await publishWorkflow(actor(), { id: workflowId, revision, note: '', accept })
const run = async () => await runWorkflowTests(actor(), { id: workflowId })

test('among many runs a wrong branch, a changed letter and a slower step are found; nothing is sent', async () => {
  await setDraft(definition(50, 'Hello', 70))
  sent = 0
  const found = await backTest()
  expect(sent).toBe(0)
  expect(found).toMatchObject({ total: runCount, done: runCount, unknown: 0 })
  const named = new Map(found.groups.map((group) => [group.name, group.runs]))
  // Days 16 to 25 got a letter, and get none any more; from 26 on it says something else.
  expect(named.get('choose branch true > false')).toBe(10)
  expect(named.get('letter input text')).toBe(24)
  expect(named.has('sum slower')).toBe(true)
})

test('a test keeps its run: it expects the same end, branches, and what is sent', async () => {
  const [first = '', , , ...others] = runIds
  const last = others.at(-1) ?? ''
  const letter = await addWorkflowTest(actor(), { id: workflowId, runId: last, name: 'A letter' })
  expect(letter.expected).toEqual({
    status: 'completed',
    path: [{ stepId: 'choose', runs: true, via: 'true' }],
    values: [{ stepId: 'letter', of: 'input', path: '', equals: { text: 'Dear Person 49' } }],
  })
  await addWorkflowTest(actor(), { id: workflowId, runId: first, name: 'None' })
  const again = addWorkflowTest(actor(), { id: workflowId, runId: first, name: 'None' })
  await expect(again).rejects.toMatchObject({ statusCode: 409 })
  const elsewhere = addWorkflowTest(actor(), { id: workflowId, runId: newId(), name: 'X' })
  await expect(elsewhere).rejects.toMatchObject({ statusCode: 404 })

  // Retention deletes runs, and the tests stay.
  await inOrganization(engine.organizationId, (tx) => deleteRuns(tx, engine.organizationId, [last]))
  await setDraft(definition())
  sent = 0
  expect(await run()).toMatchObject({ version: null, revision, passed: 2, failed: 0 })
  await setDraft(definition(1000))
  expect((await run()).results).toEqual([
    {
      id: letter.id,
      name: 'A letter',
      passed: false,
      unmet: ['“choose” takes “No”, expected “Yes”.', '“letter” does not run.'],
    },
    expect.objectContaining({ name: 'None', passed: true, unmet: [] }),
  ])
  await setDraft(definition(30, 'Hello'))
  expect((await run()).results[0]?.unmet).toEqual([
    'What “letter” asks or sends is not as expected: Text.',
  ])
  expect(await runWorkflowTests(actor(), { id: workflowId, version: 1 })).toMatchObject({
    version: 1,
    passed: 2,
  })
  expect(sent).toBe(0)
})

test('a test is read with what its run recorded of each step', async () => {
  const { items } = await listWorkflowTests(actor(), { id: workflowId })
  const testId = items[0]?.id ?? ''
  const { steps, ...test } = await getWorkflowTest(actor(), { id: workflowId, testId })
  expect(test).toEqual(items[0])
  const step = { ran: true, via: null, branches: [], effect: 'pure', tooLarge: false }
  expect(steps).toEqual([
    { ...step, stepId: 'sum', title: 'sum', input: expect.anything() as unknown, output: 98 },
    {
      ...step,
      stepId: 'choose',
      title: 'choose',
      via: 'true',
      branches: [
        { via: 'true', title: 'Yes' },
        { via: 'false', title: 'No' },
      ],
      input: { when: true },
      output: expect.anything() as unknown,
    },
    {
      ...step,
      stepId: 'letter',
      title: 'letter',
      effect: 'idempotent',
      input: { text: 'Dear Person 49' },
      output: { sent: 'Dear Person 49' },
    },
  ])
  const gone = getWorkflowTest(actor(), { id: workflowId, testId: newId() })
  await expect(gone).rejects.toMatchObject({ statusCode: 404 })
})

test('what a test expects can be changed', async () => {
  const { items } = await listWorkflowTests(actor(), { id: workflowId })
  expect(items.map(({ name }) => name)).toEqual(['A letter', 'None'])
  const testId = items[0]?.id ?? ''
  await setDraft(definition(30, 'Hello'))
  const expected = {
    status: 'completed' as const,
    path: [],
    values: [
      { stepId: 'letter', of: 'input' as const, path: 'text', equals: 'Hello Person 49' },
      { stepId: 'sum', of: 'output' as const, path: '', equals: 98 },
    ],
  }
  await changeWorkflowTest(actor(), { id: workflowId, testId, expected })
  expect(await run()).toMatchObject({ passed: 2, failed: 0 })
  const gone = { id: workflowId, testId: newId() }
  await expect(deleteWorkflowTest(actor(), gone)).rejects.toMatchObject({ statusCode: 404 })
})

test('publishing runs the tests, and is refused while one fails where the workflow asks for it', async () => {
  await setDraft(definition(1000, 'Hello'))
  expect((await publish()).proof).toMatchObject({
    tests: { passed: 1, failed: 1, failing: ['A letter'] },
  })
  expect(await getPublishNeeds(actor(), { id: workflowId })).toEqual(noNeeds)
  await setPublishNeeds(actor(), { id: workflowId, ...noNeeds, tests: true })
  await expect(publish()).rejects.toMatchObject({
    statusCode: 422,
    message: expect.stringContaining('A test fails: “A letter”.') as string,
    details: { tests: [{ name: 'A letter', unmet: expect.any(Array) as string[] }] },
  })
  await setDraft(definition(30, 'Hello'))
  expect((await publish()).proof).toMatchObject({ tests: { passed: 2, failed: 0 } })
})

test('publishing needs a back-test of the very draft, and each difference accepted by name', async () => {
  await setPublishNeeds(actor(), { id: workflowId, ...noNeeds, backTest: 'accepted' })
  await setDraft(definition(50, 'Hello'))
  const refused = async (accept: string[] = []) => {
    const error = await publish(accept).then(
      () => undefined,
      (thrown: { statusCode: number; details: Record<string, unknown> }) => thrown,
    )
    expect(error?.statusCode).toBe(422)
    return error?.details
  }
  // The workflow has 49 runs left, and the setting asks for as many as there are, up to 100.
  expect(await refused()).toEqual({ needs: 'back-test', runs: runCount - 1 })
  await backTest(10)
  expect(await refused()).toEqual({ needs: 'back-test', runs: runCount - 1 })
  const { id: backTestId, groups } = await backTest()
  const names = groups.map(({ name }) => name)
  expect(await refused([names[0] ?? ''])).toMatchObject({
    needs: 'accept',
    backTestId,
    differences: expect.arrayContaining(names.slice(1)) as string[],
  })
  const { proof } = await publish([...names, 'nothing of it'])
  expect(proof?.backTest).toMatchObject({ id: backTestId, unknown: 0, failing: 0 })
  expect(proof?.accepted.toSorted()).toEqual(names.toSorted())
  // A box that moved changes nothing of it; saved with another text, it is another draft.
  await save(placed(definition(50, 'Hello')))
  expect((await publish(names)).proof?.backTest).toMatchObject({ id: backTestId })
  await save(placed(definition(50, 'Good day')))
  expect(await refused(names)).toMatchObject({ needs: 'back-test' })
})

test('where only new failures count, other differences need nobody', async () => {
  await setPublishNeeds(actor(), { id: workflowId, ...noNeeds, backTest: 'no-new-failure' })
  await setDraft(definition(50, 'Bye'))
  await backTest()
  expect((await publish()).proof?.accepted).toEqual([])
  const failing = parts(50, 'Bye', 0)
  failing.choose.config.when.$ = 'steps.sum.output & "?"'
  await setDraft(graph('sum -> choose -true-> letter', failing))
  const { groups } = await backTest()
  const failures = groups.filter(({ kind }) => kind === 'failed').map(({ name }) => name)
  expect(failures).toHaveLength(1)
  await expect(publish()).rejects.toMatchObject({ details: { differences: failures } })
  expect((await publish(failures)).proof?.accepted).toEqual(failures)
})
