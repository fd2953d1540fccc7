import { z } from 'zod'
import { addressField } from '../address-field.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { defineProvider } from '../provider.ts'
import { incomplete, modelPort, type ModelDialect, type ModelReading } from './model-port.ts'
import { modelFields, regionField } from './settings.ts'

const provider = 'anthropic'
const tokens = z.int().min(0)

const messageSchema = z.object({
  type: z.literal('message'),
  model: z.string().max(200),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullable(),
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_creation_input_tokens: tokens.nullish(),
    cache_read_input_tokens: tokens.nullish(),
  }),
})

const ends: Readonly<Record<string, ModelReading['end']>> = {
  refusal: 'refused',
  max_tokens: 'cut_off',
  model_context_window_exceeded: 'cut_off',
}

function read(answer: unknown): ModelReading | undefined {
  const message = messageSchema.safeParse(answer).data
  if (!message) return undefined
  const { usage, model, content, stop_reason: stop } = message
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0)
  return {
    text: content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join(''),
    end: ends[stop ?? ''] ?? 'complete',
    usage: { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens },
    model,
  }
}

const errorSchema = z.object({ error: z.object({ type: z.string().regex(/^\w{1,60}$/) }) })

function codeOf(response: ProviderResponse): string | undefined {
  try {
    return errorSchema.safeParse(response.json()).data?.error.type
  } catch {
    return undefined
  }
}

type Settings = { model: string; maxOutputTokens: number; apiKey: string | undefined }

const dialectOf = ({ model, maxOutputTokens, apiKey }: Settings): ModelDialect => ({
  call: ({ system, prompt, schema }) => ({
    path: '/v1/messages',
    body: {
      model,
      max_tokens: maxOutputTokens,
      system,
      messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
      output_config: { format: { type: 'json_schema', schema } },
    },
  }),
  read,
  codeOf,
  headers() {
    if (!apiKey) throw incomplete(provider, 'an API key')
    return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
  },
  async test(get, _ask, signal) {
    const response = await get(`/v1/models/${encodeURIComponent(model)}`, signal)
    if (response.status === 404)
      throw providerRefused(provider, response, {
        code: codeOf(response),
        message: `Anthropic took our key but does not know the model “${model}”.`,
      })
    if (response.status !== 200)
      throw providerRefused(provider, response, { code: codeOf(response) })
    return `Anthropic answered, took our key and has the model “${model}”.`
  },
})

/**
 * Claude by Anthropic's Messages API (https://docs.claude.com/en/api/messages), with structured
 * output (https://docs.claude.com/en/docs/build-with-claude/structured-outputs).
 */
export const modelAnthropic = defineProvider({
  kind: 'model',
  id: 'anthropic',
  title: 'Anthropic',
  description: 'Claude, by Anthropic’s own API.',
  config: z.object({
    model: z
      .string()
      .trim()
      .min(1, 'Name the model.')
      .max(200)
      .meta({ title: 'Model', description: 'As Anthropic names it, like claude-sonnet-4-5.' }),
    region: regionField,
    ...modelFields,
    apiUrl: addressField('API address', 'Only where it is not Anthropic’s own.').optional(),
  }),
  secrets: z.object({
    apiKey: z
      .string()
      .optional()
      .meta({ title: 'API key', description: 'From the Claude Console; begins with sk-ant-.' }),
  }),
  addressFields: ['apiUrl'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const { apiUrl, ...settings } = config
    const baseUrl = (apiUrl ?? 'https://api.anthropic.com').replace(/\/+$/, '')
    const { apiKey } = secrets
    return modelPort(
      { ...settings, provider, baseUrl, allowPrivate },
      dialectOf({ ...config, apiKey }),
    )
  },
})
