import { z } from 'zod'
import { addressField } from '../address-field.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { defineProvider } from '../provider.ts'
import { incomplete, modelPort, type ModelDialect, type ModelReading } from './model-port.ts'
import { modelFields, regionField } from './settings.ts'

const provider = 'openai'
const tokens = z.int().min(0)

const completionSchema = z.object({
  model: z.string().max(200),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }),
})

function endOf(refusal: unknown, finish: string | null | undefined): ModelReading['end'] {
  if (refusal || finish === 'content_filter') return 'refused'
  return finish === 'length' ? 'cut_off' : 'complete'
}

function read(answer: unknown): ModelReading | undefined {
  const completion = completionSchema.safeParse(answer).data
  const [choice] = completion?.choices ?? []
  if (!completion || !choice) return undefined
  const { usage, model } = completion
  return {
    text: choice.message.content ?? undefined,
    end: endOf(choice.message.refusal, choice.finish_reason),
    usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
    model,
  }
}

const errorSchema = z.object({
  error: z.object({ code: z.string().nullish(), type: z.string().nullish() }),
})

function codeOf(response: ProviderResponse): string | undefined {
  try {
    const { error } = errorSchema.parse(response.json())
    return [error.code, error.type].find((code) => code && /^\w{1,60}$/.test(code)) ?? undefined
  } catch {
    return undefined
  }
}

const configSchema = z.object({
  baseUrl: addressField(
    'Address',
    'Up to and with /v1: https://api.openai.com/v1, https://NAME.openai.azure.com/openai/v1, ' +
      'or that of your own vLLM or Ollama.',
  ).default('https://api.openai.com/v1'),
  service: z
    .enum(['openai', 'azure', 'other'])
    .default('openai')
    .meta({
      title: 'Service',
      enumNames: ['OpenAI', 'Azure OpenAI', 'Another server'],
      description:
        'OpenAI itself, Azure OpenAI, or another server of the same API, such as vLLM, ' +
        'Ollama or a gateway.',
    }),
  model: z.string().trim().min(1, 'Name the model.').max(200).meta({
    title: 'Model',
    description: 'As the service names it; at Azure the name of the deployment.',
  }),
  region: regionField,
  ...modelFields,
})

type Settings = z.output<typeof configSchema> & { apiKey: string | undefined }

/** A server of one's own may need no key. */
function credential({ service, apiKey }: Settings): Record<string, string> {
  if (!apiKey) {
    if (service === 'other') return {}
    throw incomplete(provider, 'an API key')
  }
  return service === 'azure' ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

const dialectOf = (settings: Settings): ModelDialect => ({
  call: ({ system, prompt, schema }) => ({
    path: '/chat/completions',
    body: {
      model: settings.model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      // OpenAI has renamed it; vLLM and Ollama know the older name.
      [settings.service === 'other' ? 'max_tokens' : 'max_completion_tokens']:
        settings.maxOutputTokens,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema },
      },
      // OpenAI and Azure keep nothing of it for looking at it later.
      ...(settings.service === 'other' ? {} : { store: false }),
    },
  }),
  read,
  codeOf,
  headers: () => credential(settings),
  async test(get, _ask, signal) {
    const response = await get('/models', signal)
    if (response.status !== 200)
      throw providerRefused(provider, response, { code: codeOf(response) })
    const listed = z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .safeParse(response.json())
    const knows = listed.data?.data.some(({ id }) => id === settings.model)
    return knows
      ? `The service answered and has the model “${settings.model}”.`
      : `The service answered, but does not list the model “${settings.model}”.`
  },
})

/**
 * Any server of OpenAI's Chat Completions API
 * (https://platform.openai.com/docs/api-reference/chat/create): OpenAI, Azure OpenAI
 * (https://learn.microsoft.com/azure/ai-foundry/openai/latest), vLLM, Ollama.
 */
export const modelOpenAi = defineProvider({
  kind: 'model',
  id: 'openai',
  title: 'OpenAI or compatible',
  description: 'OpenAI, Azure OpenAI, and servers of the same API: vLLM, Ollama, gateways.',
  config: configSchema,
  secrets: z.object({
    apiKey: z
      .string()
      .optional()
      .meta({ title: 'API key', description: 'Of the service; your own server may need none.' }),
  }),
  addressFields: ['baseUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const baseUrl = config.baseUrl.replace(/\/+$/, '')
    const { apiKey } = secrets
    return modelPort(
      { ...config, provider, baseUrl, allowPrivate },
      dialectOf({ ...config, apiKey }),
    )
  },
})
