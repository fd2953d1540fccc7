import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelRequest } from '#lib/domain/ask/model-request'
import { mayPass } from '#lib/domain/provider/may-pass'
import type { Provider } from '#lib/integrations/provider'
import type { ModelPort } from '#lib/integrations/model/port'
import { memoryStore } from '../fakes/memory-store.ts'
import type { ModelServer } from '../fakes/model-servers.ts'

type Suite = {
  provider: Provider<'model'>
  start(): Promise<ModelServer>
  config(baseUrl: string): Record<string, unknown>
  secrets: Record<string, string>
  /** Secrets that are refused. */
  wrongSecrets: Record<string, string>
  busy: { status: number; headers?: Record<string, string> }
}

export const modelRequest: ModelRequest = {
  system: 'Answer.',
  prompt: 'Who is it?',
  schema: {
    type: 'object',
    properties: { name: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    required: ['name'],
    additionalProperties: false,
  },
  patientData: 'none',
}

const soon = () => AbortSignal.timeout(20_000)

/** Opens a provider of models on a server of the test. */
export function openModel(
  { provider, config, secrets }: Pick<Suite, 'provider' | 'config' | 'secrets'>,
  { baseUrl, host }: ModelServer,
  more: Record<string, unknown> = {},
): ModelPort {
  return provider.open({
    config: provider.config.parse({ ...config(baseUrl), ...more }),
    secrets,
    store: memoryStore(),
    allowPrivate: [host],
  })
}

const answers = (suite: Suite, server: () => ModelServer): void => {
  const open = (more?: Record<string, unknown>) => openModel(suite, server(), more)
  const ask = async (request = modelRequest, more?: Record<string, unknown>) =>
    await open(more).ask(request, soon())

  it('answers JSON by the schema, with what was used', async () => {
    server().say = () => ({ json: { name: 'Ada' }, inputTokens: 321, outputTokens: 12 })
    expect(await ask()).toMatchObject({
      value: { name: 'Ada' },
      usage: { inputTokens: 321, outputTokens: 12 },
    })
    const { system, prompt, schema } = modelRequest
    expect(server().asked.at(-1)).toEqual({ system, prompt, schema })
  })

  it.each([
    ['refused', false],
    ['cut_off', false],
  ] as const)('says that the answer was %s, what it used, and no more', async (end, again) => {
    server().say = () => ({ text: '{"name": "Ada', end, inputTokens: 50, outputTokens: 7 })
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'provider_error',
      details: { code: end, usage: { inputTokens: 50, outputTokens: 7 } },
    })
    expect(mayPass(error)).toBe(again)
    expect(String(error)).not.toContain('Ada')
  })

  it('asks again after an answer that is not JSON', async () => {
    server().say = () => ({ text: 'Her name is Ada.' })
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ details: { code: 'invalid_answer' } })
    expect(mayPass(error)).toBe(true)
  })

  it('may get patient data only by an agreement with a region', async () => {
    server().say = () => ({ json: { name: null } })
    const present = { ...modelRequest, patientData: 'present' as const }
    const before = server().calls.length
    await expect(ask(present)).rejects.toMatchObject({ details: { code: 'patient_data' } })
    expect(server().calls).toHaveLength(before)
    expect(open().about.patientData.may).toBe(false)
    await ask({ ...modelRequest, patientData: 'replaced' })
    const agreed = { agreement: true, region: 'us-east-1' }
    expect(await ask(present, agreed)).toMatchObject({ value: { name: null } })
  })
}

const failures = (suite: Suite, server: () => ModelServer): void => {
  const ask = async (more?: Record<string, unknown>) =>
    await openModel(suite, server(), more).ask(modelRequest, soon())

  it('is called once: the engine repeats it, after the time that the provider names', async () => {
    const before = server().calls.length
    server().instead.push({ ...suite.busy, headers: { ...suite.busy.headers, 'retry-after': '7' } })
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'provider_error',
      details: { status: suite.busy.status },
      headers: { 'retry-after': '7' },
    })
    expect(mayPass(error)).toBe(true)
    expect(server().calls).toHaveLength(before + 1)
  })

  it('waits no longer than its time limit', async () => {
    server().instead.push('hang')
    await expect(ask({ timeoutSeconds: 1 })).rejects.toMatchObject({ code: 'provider_timeout' })
  })

  it('says that the connection broke', async () => {
    server().instead.push('cut')
    const error = await ask().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider_error' })
    expect(mayPass(error)).toBe(true)
  })

  it('refuses an answer of another form', async () => {
    server().instead.push({ status: 200, body: { name: 'Ada' } })
    await expect(ask()).rejects.toMatchObject({ details: { code: 'invalid_answer' } })
  })

  it('says that the key is refused or missing, without the provider’s words', async () => {
    const wrong = openModel({ ...suite, secrets: suite.wrongSecrets }, server())
    const error = await wrong.ask(modelRequest, soon()).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'provider_error' })
    expect(mayPass(error)).toBe(false)
    expect(JSON.stringify(error) + String(error)).not.toContain('Lindqvist')
    const without = openModel({ ...suite, secrets: {} }, server())
    await expect(without.ask(modelRequest, soon())).rejects.toMatchObject({
      details: { code: 'incomplete' },
    })
  })

  it('is tested without patient data', async () => {
    server().say = () => ({ json: { ready: true } })
    expect(await openModel(suite, server()).test(soon())).toMatch(/answered/)
  })
}

/** What every provider of models must do, on a server of its published contract. */
export function modelSuite(suite: Suite): void {
  let server: ModelServer
  beforeAll(async () => {
    server = await suite.start()
  })
  afterAll(async () => await server.close())
  describe('an answer', () => {
    answers(suite, () => server)
  })
  describe('a failure', () => {
    failures(suite, () => server)
  })
}
