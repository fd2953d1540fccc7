import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { modelCalls } from '#db/schema/models'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import type { ModelPort } from '#lib/integrations/model/port'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { modelRequest } from '#test/suites/model-suite'
import { countedAsk, mostUsageOf } from './counted-ask.ts'
import { takeModelCall } from './take-model-call.ts'

const useRoute = endpointsAt('/api/v2/models/use').GET
const settingsRoute = endpointsAt('/api/v2/settings').PATCH
const previewRoute = endpointsAt('/api/v2/models/preview').POST

const api = useApi()
let organization: Awaited<ReturnType<typeof organizationWithKeys>>
beforeEach(async () => {
  organization = await organizationWithKeys()
})

const none = {
  tokensPerDay: null,
  tokensPerMonth: null,
  dollarsPerDay: null,
  dollarsPerMonth: null,
  callsPerMinute: null,
}
const limit = async (limits: Partial<Record<keyof typeof none, number>>) =>
  await api.send(settingsRoute, '/api/v2/settings', {
    body: { modelLimits: { ...none, ...limits } },
    organization,
  })
const used = async () => (await api.send(useRoute, '/api/v2/models/use', { organization })).body

const prices = { input: 3, output: 15 }
const next = {
  connectionId: newId(),
  runId: null,
  taskId: null,
  attempt: 1,
  model: 'm',
  prompt: 'answer/1',
  most: { inputTokens: 600, outputTokens: 400 },
  prices,
}
const take = async (more: object = {}) => await takeModelCall(organization.id, { ...next, ...more })

/** A port that answers, or fails, as a test says. */
const portOf = (ask: ModelPort['ask']): ModelPort => ({
  about: {
    provider: 'test',
    model: 'm',
    patientData: { may: true, region: 'us' },
    prices,
    maxInputTokens: 1000,
    maxOutputTokens: 400,
  },
  ask,
  test: async () => '',
})
const caller = {
  connectionId: next.connectionId,
  runId: null,
  taskId: null,
  attempt: 1,
  prompt: 'answer/1',
}
const ask = async (answer: ModelPort['ask']) =>
  await countedAsk(
    organization.id,
    portOf(answer),
    modelRequest,
    caller,
    new AbortController().signal,
  )

describe('the budget', () => {
  it.each([
    ['tokensPerDay', 1999, '1999 tokens a day'],
    ['tokensPerMonth', 1999, '1999 tokens a month'],
    ['dollarsPerDay', 0.0155, '0.0155 dollars a day'],
    ['dollarsPerMonth', 0.0155, '0.0155 dollars a month'],
  ] as const)('by %s refuses the call that could exceed it', async (name, value, words) => {
    await limit({ [name]: value })
    await take()
    await expect(take()).rejects.toMatchObject({
      code: 'model_budget',
      details: { limit: words },
    })
  })

  it('is never exceeded by calls at the same time', async () => {
    await limit({ tokensPerDay: 3000 })
    const ends = await Promise.allSettled(Array.from({ length: 8 }, async () => await take()))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('in money refuses a model whose price nobody knows', async () => {
    await limit({ dollarsPerDay: 100 })
    await expect(take({ prices: undefined })).rejects.toMatchObject({ code: 'model_budget' })
    await limit({ tokensPerDay: 100_000 })
    await take({ prices: undefined })
    expect(await used()).toMatchObject({ today: { calls: 1, tokens: 1000, unpriced: 1 } })
  })

  it('of calls a minute makes the step wait', async () => {
    await limit({ callsPerMinute: 2 })
    await take()
    await take()
    const refusal: unknown = await take().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'connection_limited' })
    const seconds = Number((refusal as ApiError).headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('begins anew with the month, and is each organization’s own', async () => {
    await limit({ tokensPerMonth: 1000 })
    const id = await take()
    await inOrganization(organization.id, (tx) =>
      tx
        .update(modelCalls)
        .set({ day: sql`${modelCalls.day} - 31` })
        .where(eq(modelCalls.id, id)),
    )
    await take()
    organization = await organizationWithKeys()
    await limit({ tokensPerMonth: 1000 })
    await take()
    expect(await used()).toMatchObject({ month: { calls: 1, tokens: 1000 } })
  })
})

describe('what is counted', () => {
  it('is what the provider says, by connection and at its price', async () => {
    await ask(async () => ({
      value: {},
      usage: { inputTokens: 1000, outputTokens: 100 },
      model: 'm',
    }))
    expect(await used()).toMatchObject({
      today: { calls: 1, tokens: 1100, dollars: 0.0045, unpriced: 0 },
      connections: [{ connectionId: next.connectionId, slug: null, tokens: 1100 }],
    })
  })

  const failed = (details: Record<string, unknown>) => async () => {
    throw new ApiError('provider_error', 'No.', { provider: 'test', ...details })
  }

  it('is nothing for a refused request, and what was paid for a refused answer', async () => {
    await expect(ask(failed({ status: 529 }))).rejects.toThrow('No.')
    expect(await used()).toMatchObject({ today: { tokens: 0 } })
    const usage = { inputTokens: 30, outputTokens: 2 }
    await expect(ask(failed({ code: 'refused', usage }))).rejects.toThrow('No.')
    expect(await used()).toMatchObject({ today: { calls: 2, tokens: 32 } })
  })

  it('is the most that it may have used when the answer is lost, or the process died', async () => {
    await expect(ask(failed({}))).rejects.toThrow('No.')
    const { inputTokens, outputTokens } = mostUsageOf(modelRequest, 400)
    const most = inputTokens + outputTokens
    expect(await used()).toMatchObject({ today: { tokens: most } })
    // The process that took this one never came back.
    await take()
    expect(await used()).toMatchObject({ today: { tokens: most + 1000 } })
  })
})

it('shows a text as it would go out', async () => {
  const { body } = await api.send(previewRoute, '/api/v2/models/preview', {
    organization,
    body: {
      text: 'Ada Lindqvist, born 12/10/1950, MRN 2601021001.',
      known: { patientName: 'Ada Lindqvist' },
    },
  })
  expect(body).toEqual({
    text: '[[NAME_1]], born [[DATE_1]], MRN [[ID_1]].',
    replaced: [
      { kind: 'NAME', values: 1 },
      { kind: 'DATE', values: 1 },
      { kind: 'ID', values: 1 },
    ],
  })
})
