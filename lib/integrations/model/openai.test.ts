import { expect, it } from 'vitest'
import { startOpenAiServer } from '#test/fakes/model-servers'
import { modelRequest, modelSuite, openModel } from '#test/suites/model-suite'
import { modelOpenAi } from './openai.ts'

const suite = {
  provider: modelOpenAi,
  start: async () => await startOpenAiServer(),
  config: (baseUrl: string) => ({ baseUrl: `${baseUrl}/v1/`, model: 'gpt-test' }),
  secrets: { apiKey: 'sk-right' },
  wrongSecrets: { apiKey: 'sk-wrong' },
  busy: { status: 429 },
}
modelSuite(suite)

it.each([
  ['azure', { apiKey: 'sk-right' }],
  ['other', {}],
] as const)('speaks with %s in its own way', async (service, secrets) => {
  const server = await startOpenAiServer(service)
  try {
    // Models without a strict mode put a block of code around their JSON.
    server.say = () => ({ text: '```json\n{"name":"Ada"}\n```' })
    const port = openModel({ ...suite, secrets }, server, { service })
    const { value } = await port.ask(modelRequest, AbortSignal.timeout(20_000))
    expect(value).toEqual({ name: 'Ada' })
  } finally {
    await server.close()
  }
})
