import { expect, it } from 'vitest'
import { startAnthropicServer } from '#test/fakes/model-servers'
import { modelRequest, modelSuite, openModel } from '#test/suites/model-suite'
import { modelAnthropic } from './anthropic.ts'

const suite = {
  provider: modelAnthropic,
  start: async () => await startAnthropicServer(),
  config: (apiUrl: string) => ({ apiUrl, model: 'claude-test' }),
  secrets: { apiKey: 'sk-ant-right' },
  wrongSecrets: { apiKey: 'sk-ant-wrong' },
  busy: { status: 529 },
}
modelSuite(suite)

it('counts cached input, and says that the model is unknown', async () => {
  const server = await startAnthropicServer()
  try {
    server.instead.push({
      status: 200,
      body: {
        type: 'message',
        model: 'claude-test',
        content: [
          { type: 'thinking', thinking: '…' },
          { type: 'text', text: '{"name":null}' },
        ],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 40 },
      },
    })
    const { usage } = await openModel(suite, server).ask(modelRequest, AbortSignal.timeout(20_000))
    expect(usage).toEqual({ inputTokens: 41, outputTokens: 2 })
    const other = openModel(suite, server, { model: 'claude-none' })
    await expect(other.test(AbortSignal.timeout(20_000))).rejects.toThrow(/does not know the model/)
  } finally {
    await server.close()
  }
})
