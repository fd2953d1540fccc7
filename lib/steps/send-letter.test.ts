import { expect, it } from 'vitest'
import type { AddressCheck } from '#lib/domain/provider/address-check'
import { executionOf } from '#test/suites/step-suite'
import type { StepServices } from './define-step.ts'
import { stepTypes } from './registry.ts'

const type = stepTypes.get('send-letter')
if (!type?.resume) throw new Error('there is no step that sends letters')
const { resume } = type
const to = {
  name: 'Avery Lindqvist',
  addressLine1: '185 Berry Stret',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
  country: 'US',
}
const suggestion = { ...to, addressLine1: '185 Berry Street' }
const corrected: AddressCheck = { outcome: 'corrected', suggestion, problems: ['A word is wrong.'] }
const asyncResultId = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002'
const letter = {
  trackingId: 'letter',
  status: 'created' as const,
  expectedDeliveryDate: '2026-03-14',
  trackingNumber: null,
}

type Sent = Parameters<StepServices['sendLetter']>[1]

/** An execution that finds this at the address; `sent` collects the letters that it sends. */
function execution({
  change = {},
  found,
  ended = {},
}: { change?: object; found?: AddressCheck; ended?: object } = {}) {
  const sent: Sent[] = []
  const own = type as NonNullable<typeof type>
  const config = own.config.parse({
    connection: 'sandbox',
    fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c009',
    to,
    from: to,
    ...change,
  })
  const plain = executionOf(own, config)
  const services: StepServices = {
    ...plain.services,
    sendLetter: async (_organization, call) => {
      sent.push(call)
      if (found) return { undecided: found }
      return { ...letter, asyncResultId: call.waits ? asyncResultId : null }
    },
    asyncResult: async (organization, id) => {
      const result = { trackingId: 'letter', status: 'delivered', trackingNumber: '9407', ...ended }
      const stored = await plain.services.asyncResult(organization, id)
      return stored && { ...stored, result }
    },
  }
  return { sent, run: { ...plain, services } }
}
/** Answers the screen on which a person is asked about an address. */
async function answered(answer: object, check = corrected) {
  const { run } = execution({ found: check })
  const asked = await type?.execute(run)
  if (asked?.kind !== 'suspended') throw new Error('nobody was asked')
  const { sent, run: next } = execution()
  const state = { reason: 'screen', ...(asked.suspension as { state?: object }).state }
  return { sent, asked, result: await resume({ ...next, answer, state }) }
}

it('asks a person about an address that has to be corrected, before anything is sent', async () => {
  const { asked } = await answered({ decision: 'given' })
  expect(asked.suspension).toMatchObject({
    reason: 'screen',
    screen: {
      instructions: expect.stringContaining('A word is wrong.'),
      show: [{ value: expect.stringContaining('Stret') }, { value: expect.any(String) }],
      data: { address: { addressLine1: '185 Berry Street' } },
    },
  })
})

it.each([
  ['suggested', {}, '185 Berry Street'],
  ['given', {}, '185 Berry Stret'],
  ['other', { address: { ...suggestion, addressLine1: '7 Elm St' } }, '7 Elm St'],
])('sends to the address that the person chose: %s', async (decision, more, addressLine1) => {
  const { sent, result } = await answered({ decision, ...more })
  expect(sent).toMatchObject([{ confirmed: true, to: { addressLine1, name: to.name } }])
  expect(result).toEqual({ kind: 'done', output: letter })
})

it('asks again about what is no address', async () => {
  const { sent, result } = await answered({
    decision: 'other',
    address: { addressLine1: '7 Elm St', city: 'X', state: 'Californ', postalCode: '1' },
  })
  expect(sent).toEqual([])
  expect(result).toMatchObject({
    suspension: { screen: { instructions: expect.stringContaining('two letters') } },
  })
})

it('fails for good when the person stops the letter', async () => {
  await expect(answered({ decision: 'stop' })).rejects.toMatchObject({ code: 'letter_not_sent' })
})

it('offers no way to send to an address that cannot be delivered to', async () => {
  const { asked } = await answered(
    { decision: 'other', address: suggestion },
    { outcome: 'undeliverable', suggestion: null, problems: [] },
  )
  const { schema } = (asked.suspension as { screen: { schema: Record<string, unknown> } }).screen
  expect(JSON.stringify(schema['properties'])).not.toContain('"given"')
})

it('waits for the end of the letter when it is told to', async () => {
  const { run } = execution({ change: { waitFor: 'end', waitDays: 3 } })
  expect(await type?.execute(run)).toMatchObject({
    suspension: { reason: 'async-result', asyncResultId, deadline: expect.any(Date) },
  })
})

const after = async (status: string) =>
  await resume({
    ...execution({ ended: { status } }).run,
    answer: undefined,
    state: { reason: 'async-result', asyncResultId, expectedDeliveryDate: '2026-03-14' },
  })

it.each(['delivered', 'returned_to_sender'])('goes on when the letter is %s', async (status) => {
  expect(await after(status)).toEqual({
    kind: 'done',
    output: { ...letter, status, trackingNumber: '9407' },
  })
})

it.each(['failed', 'cancelled'])('fails when the letter is %s at the provider', async (status) => {
  await expect(after(status)).rejects.toMatchObject({ code: `letter_${status}` })
})
