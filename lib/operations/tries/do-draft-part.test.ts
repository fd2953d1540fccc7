import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { done } from '#lib/steps/define-step'
import condition from '#lib/steps/types/flow/condition'
import forEach from '#lib/steps/types/flow/for-each'
import { useEngine } from '#test/harness/engine'
import { useStepTypes } from '#test/harness/product-types'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { doDraftPart } from './do-draft-part.ts'

let sent: unknown[] = []
const send = testStep('send', 'unsafe', async ({ config }) => {
  sent.push(config['text'])
  return done({ sent: config['text'] })
})
const engine = useEngine([echo, ask, send, condition, forEach])
useStepTypes(() => [...engine.stepTypes.values()], { registered: true })

const value = (text: string) => ({ config: { value: { $: text } } })
const letter = (text: string) => ({ type: 'send', config: { text: { $: text } } })
//  name ─▶ first ─▶ second ─▶ end
const definition = (greeting: string) =>
  graph('name -> first -> second -> end', {
    name: value('start.name'),
    first: letter(`"${greeting} " & steps.name.output`),
    second: letter('"Again: " & steps.first.output.sent'),
    end: value('steps.second.output.sent'),
  })

let workflowId = ''
let runId = ''

const actorOf = (role: 'owner' | 'worker' = 'owner', organizationId = engine.organizationId) =>
  newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'somebody',
    email: null,
    organizationId,
    role,
    sessionId: null,
  })
type Input = Parameters<typeof doDraftPart>[1]

/** Does a part of the draft, and answers the test run when it has ended. */
async function did(input: Partial<Input>) {
  const whole = {
    id: workflowId,
    part: 'step' as const,
    step: 'first',
    runId,
    effects: [],
    ...input,
  }
  const { id } = await doDraftPart(actorOf(), whole)
  return { id, run: await engine.ended(id), tasks: await engine.tasks(id) }
}

beforeAll(async () => {
  const published = definition('Dear')
  const seeded = await seedWorkflow(engine.organizationId, published)
  workflowId = seeded.workflowId
  runId = await engine.startVersion(workflowId, seeded.versionId, published, { name: 'Ada' })
  await engine.ended(runId)
  await inOrganization(engine.organizationId, (tx) =>
    tx
      .update(workflows)
      .set({ draft: definition('Hello') })
      .where(eq(workflows.id, workflowId)),
  )
})
beforeEach(() => {
  sent = []
})

test('one step is done with the recorded answers before it, and nothing after it', async () => {
  const { run, tasks } = await did({ effects: ['first'] })
  expect(sent).toEqual(['Hello Ada'])
  expect(run).toMatchObject({ status: 'completed', versionId: null, retriedFromRunId: null })
  expect(Object.keys(tasks).sort()).toEqual(['first', 'name'])
  expect(tasks['name']?.output).toBe('Ada')
})

test('from a step on, with edited start data that the steps before did not see', async () => {
  const { tasks } = await did({ part: 'from', step: 'second', effects: ['second'] })
  expect(sent).toEqual(['Again: Dear Ada'])
  expect(tasks['end']?.output).toBe('Again: Dear Ada')
})

test('up to a step, with other data, a pinned answer and a disabled step', async () => {
  await did({
    part: 'to',
    step: 'second',
    startData: { name: 'Ben' },
    runId: undefined,
    effects: ['first', 'second'],
  })
  expect(sent).toEqual(['Hello Ben', 'Again: Hello Ben'])
  sent = []
  await did({
    part: 'to',
    step: 'second',
    pins: { first: { output: { sent: 'P' } } },
    effects: ['second'],
  })
  expect(sent).toEqual(['Again: P'])
  sent = []
  const { tasks } = await did({
    part: 'to',
    step: 'second',
    disabled: ['first'],
    effects: ['second'],
  })
  expect(sent).toEqual(['Again: '])
  expect(tasks['first']).toMatchObject({ status: 'completed', output: null })
})

test('nothing is done while a step that acts is not named, or another one is', async () => {
  const refusal = {
    code: 'conflict',
    details: { effects: [{ stepId: 'first', title: 'first', type: 'send' }] },
  }
  for (const effects of [[], ['second'], ['first', 'second']])
    await expect(did({ effects })).rejects.toMatchObject(refusal)
  expect(sent).toEqual([])
})

test('refuses what has no answer, strangers and people who may not edit', async () => {
  await expect(did({ runId: undefined, startData: {}, effects: ['first'] })).rejects.toMatchObject({
    code: 'unprocessable',
    details: { stepId: 'name' },
  })
  await expect(did({ step: 'nowhere' })).rejects.toMatchObject({ code: 'unprocessable' })
  const input: Input = { id: workflowId, part: 'step', step: 'first', runId, effects: ['first'] }
  await expect(doDraftPart(actorOf('worker'), input)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(doDraftPart(actorOf('owner', newId()), input)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(sent).toEqual([])
})
