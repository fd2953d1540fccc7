import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { startRun } from '#lib/engine/commands/start-run'
import { done } from '#lib/steps/define-step'
import condition from '#lib/steps/types/flow/condition'
import forEach from '#lib/steps/types/flow/for-each'
import { useEngine } from '#test/harness/engine'
import { useStepTypes } from '#test/harness/product-types'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { tryDraft } from './try-draft.ts'

let sent = 0
const send = testStep('send', 'unsafe', async ({ config }) => {
  sent += 1
  return done({ sent: config['text'] })
})
const engine = useEngine([echo, ask, send, condition, forEach])

const value = (text: string) => ({ config: { value: { $: text } } })
//  sum ─▶ choose ─ true ──▶ letter ─▶ after
//         └────── false ─▶ note
const drawn = 'sum -> choose -true-> letter -> after\nchoose -false-> note'
const letter = (text: string) => ({ type: 'send', config: { text: { $: text } } })
const definition = (limit: number, text = '"Dear " & start.name') =>
  graph(drawn, {
    sum: value('start.days * 2'),
    choose: { type: 'condition', config: { when: { $: `steps.sum.output > ${limit}` } } },
    letter: letter(text),
    after: value('steps.letter.output.sent & "."'),
    note: letter('"Note for " & start.name'),
  })

let workflowId = ''
let runId = ''
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

const setDraft = async (draft: ReturnType<typeof definition>) =>
  await inOrganization(engine.organizationId, (tx) =>
    tx.update(workflows).set({ draft }).where(eq(workflows.id, workflowId)),
  )

// A try plays in the process that was asked, with the types of the product.
useStepTypes(() => [...engine.stepTypes.values()])

beforeAll(async () => {
  const before = definition(30)
  const seeded = await seedWorkflow(engine.organizationId, before)
  workflowId = seeded.workflowId
  runId = await engine.startVersion(workflowId, seeded.versionId, before, { name: 'Ada', days: 20 })
  await engine.ended(runId)
})

type Input = Parameters<typeof tryDraft>[1]

async function tried(input: Partial<Input>) {
  sent = 0
  const answer = await tryDraft(actor(), { id: workflowId, part: 'all', ...input })
  expect(sent).toBe(0)
  const lines = answer.steps.map(({ stepId, items, answered, gave, via }) =>
    [stepId + items.map((item) => `[${item}]`).join(''), answered, JSON.stringify(gave), via]
      .filter((part) => part !== null)
      .join(' '),
  )
  return { ...answer, lines }
}

test('what computes is computed anew, and what was sent is answered from the record', async () => {
  await setDraft(definition(30, '"Hello " & start.name'))
  const { status, lines, steps } = await tried({ runId })
  expect(status).toBe('completed')
  expect(lines).toEqual([
    'sum computed 40',
    'choose computed {"result":true} true',
    'letter record {"sent":"Dear Ada"}',
    'after computed "Dear Ada."',
  ])
  expect(steps[2]).toMatchObject({ askedOther: ['text'], given: { text: 'Hello Ada' } })
})

test('a test run of the draft answers like any other', async () => {
  await setDraft(definition(30, '"Hello " & start.name'))
  const testRun = await engine.startVersion(workflowId, null, definition(30), {
    name: 'Eve',
    days: 20,
  })
  await engine.ended(testRun)
  const { status, lines } = await tried({ runId: testRun })
  expect(status).toBe('completed')
  expect(lines).toContain('letter record {"sent":"Dear Eve"}')
})

test('what a test run did not do, because it was disabled or pinned, is no answer', async () => {
  await setDraft(definition(30))
  const { organizationId } = engine
  const given = { outputRef: null, input: null, inputRef: null, via: null, effect: 'pure' as const }
  const untouched = { attempt: 0, startedAt: null, finishedAt: null }
  const { runId: testRun } = await inOrganization(organizationId, (tx) =>
    startRun(tx, {
      organizationId,
      workflowId,
      versionId: null,
      definition: definition(30),
      startData: { name: 'Eve', days: 20 },
      trigger: 'manual',
      startedBy: 'owner',
      startedByUserId: null,
      carriedTasks: new Map([
        ['letter', { ...given, ...untouched, status: 'completed', output: null }],
      ]),
    }),
  )
  await engine.ended(testRun)
  const { lines } = await tried({ runId: testRun })
  expect(lines).toContain('letter example null')
})

test('other data take another branch, whose answers are examples', async () => {
  await setDraft(definition(30))
  const { lines } = await tried({ runId, startData: { name: 'Ben', days: 1 } })
  expect(lines).toEqual([
    'sum computed 2',
    'choose computed {"result":false} false',
    'note example null',
  ])
})

test('without a run everything asked is an example', async () => {
  const { lines, status } = await tried({ startData: { name: 'Cy', days: 50 } })
  expect(lines).toEqual([
    'sum computed 100',
    'choose computed {"result":true} true',
    'letter example null',
    'after computed "."',
  ])
  expect(status).toBe('completed')
})

test('one step alone reads what was recorded before it', async () => {
  await setDraft(definition(30))
  expect(await tried({ runId, part: 'step', step: 'after' })).toMatchObject({
    status: 'completed',
    lines: [
      'sum record 40',
      'choose record {"result":true} true',
      'letter record {"sent":"Dear Ada"}',
      'after computed "Dear Ada."',
    ],
  })
  const upTo = await tried({ runId, part: 'to', step: 'choose' })
  expect(upTo.lines).toEqual(['sum computed 40', 'choose computed {"result":true} true'])
  expect(upTo.status).toBeNull()
})

test('an answer is pinned, and a step disabled', async () => {
  const pins = { sum: { output: 3 }, note: { output: { sent: 'pinned' } } }
  expect((await tried({ runId, pins })).lines).toEqual([
    'sum pinned 3',
    'choose computed {"result":false} false',
    'note pinned {"sent":"pinned"}',
  ])
  const { steps } = await tried({ runId, disabled: ['letter'] })
  expect(steps.map(({ stepId, status, gave }) => [stepId, status, gave])).toEqual([
    ['sum', 'completed', 40],
    ['choose', 'completed', { result: true }],
    ['letter', 'skipped', null],
    ['after', 'completed', '.'],
  ])
  const from = await tried({ runId, part: 'from', step: 'letter', pins: { letter: { output: 1 } } })
  expect(from.lines.slice(0, 3)).toEqual([
    'sum record 40',
    'choose record {"result":true} true',
    'letter pinned 1',
  ])
})

test('a step that fails says so, and what is too large is left out', async () => {
  await setDraft(graph('bad', { bad: value('$number("x")') }))
  expect(await tried({ startData: {} })).toMatchObject({
    status: 'failed',
    steps: [{ stepId: 'bad', status: 'failed', error: { code: 'expression_failed' } }],
  })
  await setDraft(graph('long', { long: value('start.text') }))
  expect(await tried({ startData: { text: 'x'.repeat(70_000) } })).toMatchObject({
    steps: [{ gave: null, tooLarge: true }],
  })
})

test('loops are played item by item', async () => {
  const looped = graph('all -each-> one\nall -done-> end', {
    all: { type: 'for-each', config: { items: { $: 'start.list' } } },
    one: value('item & "!"'),
    end: value('$count(steps.all.output.results)'),
  })
  await setDraft(looped)
  expect((await tried({ startData: { list: ['a', 'b'] } })).lines).toEqual([
    'one[0] computed "a!"',
    'one[1] computed "b!"',
    'all computed {"results":["a!","b!"],"failures":[],"total":2} done',
    'end computed 2',
  ])
  const alone = await tried({ startData: { list: ['a'] }, part: 'step', step: 'one' })
  expect(alone.lines[0]).toBe('one[0] computed "a!"')
  expect(alone.steps[1]).toMatchObject({ stepId: 'all', given: { items: ['a'] } })
})

test('a person and a cycle are no reason to wait', async () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const asked = graph('ask -> after', {
    ask: { type: 'ask', config: { schema } },
    after: value('steps.ask.output.ok'),
  })
  await setDraft(asked)
  expect((await tried({ startData: {} })).lines).toEqual([
    'ask example {"ok":true}',
    'after computed true',
  ])
  await setDraft(graph('a -> b -> a', { a: value('1'), b: value('2') }))
  expect((await tried({ startData: {} })).lines).toEqual([])
})

test('it is refused without its run, its step, or the right, and it is in the audit log', async () => {
  await setDraft(definition(30))
  const input = { id: workflowId, part: 'all' as const }
  await expect(tryDraft(actor(), { ...input, runId: newId() })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(tryDraft(actor(), { ...input, part: 'to', step: 'none' })).rejects.toMatchObject({
    code: 'unprocessable',
  })
  const draftRun = await engine.start(definition(30), { name: 'Di', days: 1 })
  await engine.ended(draftRun)
  // It is a run of another workflow.
  await expect(tryDraft(actor(), { ...input, runId: draftRun })).rejects.toMatchObject({
    code: 'not_found',
  })
  await tryDraft(actor(), { ...input, runId })
  const entries = await inOrganization(engine.organizationId, (tx) =>
    tx
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'draft.tried'), eq(auditEntries.objectId, workflowId))),
  )
  expect(entries.at(-1)?.details).toMatchObject({ part: 'all', runId })
})
