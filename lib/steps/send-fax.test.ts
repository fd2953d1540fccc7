import { expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { executionOf } from '#test/suites/step-suite'
import type { StepServices } from './define-step.ts'
import { stepTypes } from './registry.ts'

const type = stepTypes.get('send-fax')
if (!type?.resume) throw new Error('there is no step that sends faxes')
const { resume } = type
const config = type.config.parse({
  connection: 'sandbox',
  to: '+12125550123',
  files: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c009'],
  tries: 2,
  pauseMinutes: 1,
})
const asyncResultId = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002'

/** An execution whose fax ended so; `keys` collects the keys of the faxes that it sends. */
function execution(ended: object, keys: string[] = [], given: object = {}) {
  const plain = executionOf(type as NonNullable<typeof type>, { ...(config as object), ...given })
  const services: StepServices = {
    ...plain.services,
    sendFax: async (_organization, { key }) => {
      keys.push(key)
      return { faxId: 'fax', asyncResultId }
    },
    asyncResult: async (organization, id) => {
      const found = await plain.services.asyncResult(organization, id)
      const result = { faxId: 'fax', status: 'failed', pages: 2, failure: null, ...ended }
      return found && { ...found, result }
    },
  }
  return { ...plain, services, answer: undefined }
}
const after = async (ended: object, state: Record<string, unknown>, given: object = {}) =>
  await resume({ ...execution(ended, [], given), state: { asyncResultId, ...state } })

it('goes on when the fax is through', async () => {
  expect(await after({ status: 'delivered' }, { attempt: 2 })).toEqual({
    kind: 'done',
    output: { faxId: 'fax', sent: true, failure: null, pages: 2, tries: 2 },
  })
})

it('pauses after a busy line, then sends a fax of its own', async () => {
  const paused = await after({ failure: 'busy' }, { attempt: 1 })
  const state = { attempt: 1, paused: true }
  expect(paused).toMatchObject({ kind: 'suspended', suspension: { reason: 'until', state } })
  const keys: string[] = []
  const again = await resume({ ...execution({}, keys), state })
  expect(again).toMatchObject({ suspension: { state: { asyncResultId, attempt: 2 } } })
  expect(keys).toEqual(['step:run:task:2'])
})

it('pauses twice as long before each further try, up to the longest pause', async () => {
  const given = { tries: 6, pauseMinutes: 5, longestPauseMinutes: 30 }
  const minutes = []
  for (const attempt of [1, 2, 3, 4, 5]) {
    const before = Date.now()
    const { suspension } = (await after({ failure: 'line' }, { attempt }, given)) as {
      suspension: { until: Date }
    }
    minutes.push(Math.floor((suspension.until.getTime() - before) / 60_000))
  }
  expect(minutes).toEqual([5, 10, 20, 30, 30])
})

it('goes on without the fax where the workflow wants that, with the reason', async () => {
  const given = { whenNotSent: 'go-on' }
  expect(await after({ failure: 'wrong_number' }, { attempt: 1 }, given)).toMatchObject({
    kind: 'done',
    output: { sent: false, failure: { code: 'wrong_number' }, tries: 1 },
  })
})

it.each([
  ['the last try failed', { failure: 'no_answer' }, 2, 'fax_no_answer'],
  ['the provider refused it', { failure: 'refused' }, 1, 'fax_refused'],
  ['the number is wrong', { failure: 'wrong_number' }, 1, 'fax_wrong_number'],
  ['a person picked up', { failure: 'no_fax_machine' }, 1, 'fax_no_fax_machine'],
  ['it was cancelled', { status: 'cancelled' }, 1, 'fax_cancelled'],
])('fails for good when %s', async (_what, ended, attempt, code) => {
  await expect(after(ended, { attempt })).rejects.toMatchObject({
    name: 'PermanentStepError',
    code,
    details: { faxId: 'fax', tries: attempt },
  })
})

it('leaves a fax of which no answer came to a person', async () => {
  const plain = execution({})
  const sendFax: StepServices['sendFax'] = async () =>
    await Promise.reject(new ApiError('provider_timeout', 'No answer.', { outcome: 'unknown' }))
  const services = { ...plain.services, sendFax }
  const unknown = { name: 'StepError', code: 'outcome_unknown' }
  await expect(type?.execute({ ...plain, services })).rejects.toMatchObject(unknown)
  // The second try as well: it is never sent a third time by itself.
  const paused = { asyncResultId, attempt: 1, paused: true }
  await expect(resume({ ...plain, services, state: paused })).rejects.toMatchObject(unknown)
})

it('sends the same try again only when somebody asks for it, and under its own key', async () => {
  const keys: string[] = []
  const taken: boolean[] = []
  const plain = execution({}, keys)
  const sendFax: StepServices['sendFax'] = async (organization, call) => {
    taken.push(call.takeOver)
    return await plain.services.sendFax(organization, call)
  }
  const again = { ...plain, services: { ...plain.services, sendFax }, mayHaveHappened: true }
  await resume({ ...again, state: { asyncResultId, attempt: 1, paused: true } })
  expect(keys).toEqual([`step:${plain.idempotencyKey}:2`])
  expect(taken).toEqual([true])
})
