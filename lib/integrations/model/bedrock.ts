import { z } from 'zod'
import { addressField } from '../address-field.ts'
import type { ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { incomplete, modelPort, type ModelDialect, type ModelReading } from './model-port.ts'
import { modelFields } from './settings.ts'
import { signedHeaders, type AwsKey } from './sigv4.ts'

const provider = 'bedrock'
const tokens = z.int().min(0)

const converseSchema = z.object({
  output: z.object({
    message: z.object({
      content: z.array(
        z.object({ toolUse: z.object({ name: z.string(), input: z.unknown() }).optional() }),
      ),
    }),
  }),
  stopReason: z.string(),
  usage: z.object({ inputTokens: tokens, outputTokens: tokens }),
})

const ends: Readonly<Record<string, ModelReading['end']>> = {
  guardrail_intervened: 'refused',
  content_filtered: 'refused',
  max_tokens: 'cut_off',
  model_context_window_exceeded: 'cut_off',
}

/** Converse has no format of answers, so the model must call this tool with its answer. */
const tool = 'answer'

function read(answer: unknown, model: string): ModelReading | undefined {
  const converse = converseSchema.safeParse(answer).data
  if (!converse) return undefined
  const used = converse.output.message.content.find(({ toolUse }) => toolUse?.name === tool)
  return {
    value: used?.toolUse?.input,
    end: ends[converse.stopReason] ?? 'complete',
    usage: converse.usage,
    model,
  }
}

/** `ThrottlingException:http://…` and the like. */
function codeOf(response: ProviderResponse): string | undefined {
  return /^\w{1,60}/.exec(response.headers.get('x-amzn-errortype') ?? '')?.[0]
}

const configSchema = z.object({
  model: z.string().trim().min(1, 'Name the model.').max(500).meta({
    title: 'Model',
    description: 'Id or ARN of a model or an inference profile that knows tools.',
  }),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'Give a region like us-east-1.')
    .meta({ title: 'Region', description: 'Of AWS, like us-east-1.' }),
  ...modelFields,
  apiUrl: addressField('API address', 'Only for an endpoint of your own (PrivateLink).').optional(),
})

type Settings = z.output<typeof configSchema> & { key: AwsKey | undefined }

const dialectOf = ({ model, region, maxOutputTokens, key }: Settings): ModelDialect => ({
  call: ({ system, prompt, schema }) => ({
    path: `/model/${encodeURIComponent(model)}/converse`,
    body: {
      system: [{ text: system }],
      messages: [{ role: 'user', content: [{ text: prompt }] }],
      inferenceConfig: { maxTokens: maxOutputTokens },
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: tool,
              description: 'Takes the answer.',
              inputSchema: { json: schema },
            },
          },
        ],
        toolChoice: { tool: { name: tool } },
      },
    },
  }),
  read: (answer) => read(answer, model),
  codeOf,
  headers(method, url, body) {
    if (!key) throw incomplete(provider, 'an access key id and a secret access key')
    return signedHeaders({ method, url, body, region, service: 'bedrock', key, now: new Date() })
  },
  async test(_get, ask, signal) {
    const schema = {
      type: 'object',
      properties: { ready: { type: 'boolean' } },
      required: ['ready'],
      additionalProperties: false,
    }
    const { usage } = await ask(
      { system: 'Answer by the tool.', prompt: 'Are you ready?', schema, patientData: 'none' },
      signal,
    )
    const used = usage.inputTokens + usage.outputTokens
    return `Bedrock answered and took our keys; this test used ${used} tokens.`
  },
})

/**
 * Models of AWS Bedrock by Converse
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html).
 */
export const modelBedrock = defineProvider({
  kind: 'model',
  id: 'bedrock',
  title: 'AWS Bedrock',
  description: 'Models in your own AWS account, in a region that you choose.',
  config: configSchema,
  secrets: z.object({
    accessKeyId: z.string().optional().meta({
      title: 'Access key id',
      description: 'Of a user that may call bedrock:InvokeModel.',
    }),
    secretAccessKey: z
      .string()
      .optional()
      .meta({ title: 'Secret access key', description: 'Belongs to the access key id.' }),
    sessionToken: z
      .string()
      .optional()
      .meta({ title: 'Session token', description: 'Only with temporary keys.' }),
  }),
  addressFields: ['apiUrl', 'region'],
  embedded: false,
  open({ config, secrets, allowPrivate }) {
    const { apiUrl, ...settings } = config
    const own = `https://bedrock-runtime.${config.region}.amazonaws.com`
    const baseUrl = (apiUrl ?? own).replace(/\/+$/, '')
    const { accessKeyId, secretAccessKey, sessionToken } = secrets
    const key =
      accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined
    return modelPort(
      { ...settings, provider, baseUrl, allowPrivate },
      dialectOf({ ...config, key }),
    )
  },
})
