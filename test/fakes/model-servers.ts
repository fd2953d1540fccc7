import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

/** What a model was asked, in any provider's form. */
export type Asked = { system: string; prompt: string; schema: Record<string, unknown> }
/** What it says: JSON or any text, and how it ends. */
export type Said = {
  json?: unknown
  text?: string
  end?: 'complete' | 'refused' | 'cut_off'
  inputTokens?: number
  outputTokens?: number
}
export type ModelServer = ProviderServer & {
  asked: Asked[]
  /** Answers every question that is not in `ProviderServer.instead`. */
  say(asked: Asked): Said
}

/** Keywords that no provider's strict mode takes. */
const forbidden = [
  'minLength maxLength pattern minimum maximum minItems maxItems format oneOf allOf not default',
].flatMap((line) => line.split(' '))

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with a schema by the rules of strict modes, or undefined. */
function problemIn(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'a schema is an object'
  const wrong = forbidden.find((keyword) => keyword in schema)
  if (wrong) return `'${wrong}' is not permitted`
  const properties = schema['properties']
  if (isObject(properties)) {
    if (schema['additionalProperties'] !== false) return 'additionalProperties must be false'
    const names = Object.keys(properties).toSorted()
    const required = ((schema['required'] ?? []) as string[]).toSorted()
    if (JSON.stringify(names) !== JSON.stringify(required)) return 'all fields must be required'
  } else if (schema['type'] === 'object') return 'an object must name its fields'
  const inner = [
    ...Object.values(isObject(properties) ? properties : {}),
    ...((schema['anyOf'] as unknown[] | undefined) ?? []),
    ...(schema['items'] === undefined ? [] : [schema['items']]),
  ]
  return inner.map(problemIn).find((problem) => problem !== undefined)
}

const said = ({ json, text }: Said): string => text ?? JSON.stringify(json ?? {})

type Dialect = {
  path(call: ProviderCall): boolean
  refusedCaller(call: ProviderCall): ProviderAnswer | undefined
  /** Throws for a body that the published contract does not have. */
  asked(body: unknown): Asked
  wrong(message: string): ProviderAnswer
  answer(given: Required<Pick<Said, 'end' | 'inputTokens' | 'outputTokens'>> & Said): unknown
  other(call: ProviderCall): ProviderAnswer
}

async function startModelServer(dialect: Dialect): Promise<ModelServer> {
  const asked: Asked[] = []
  const server = await startProviderServer((call) => {
    const refused = dialect.refusedCaller(call)
    if (refused) return refused
    if (!dialect.path(call)) return dialect.other(call)
    let question: Asked
    try {
      question = dialect.asked(call.json())
    } catch (error) {
      return dialect.wrong(error instanceof Error ? error.message : 'invalid body')
    }
    const problem = problemIn(question.schema)
    if (problem) return dialect.wrong(`schema: ${problem}`)
    asked.push(question)
    const { end = 'complete', inputTokens = 100, outputTokens = 20, ...rest } = model.say(question)
    return {
      status: 200,
      body: dialect.answer({ end, inputTokens, outputTokens, ...rest }),
    }
  })
  const model: ModelServer = Object.assign(server, { asked, say: () => ({ json: {} }) })
  return model
}

const anthropicBody = z.strictObject({
  model: z.literal('claude-test'),
  max_tokens: z.int().min(1),
  system: z.string(),
  messages: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      content: z.tuple([z.strictObject({ type: z.literal('text'), text: z.string().min(1) })]),
    }),
  ]),
  output_config: z.strictObject({
    format: z.strictObject({
      type: z.literal('json_schema'),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
})

const anthropicError = (status: number, type: string): ProviderAnswer => ({
  status,
  body: { type: 'error', error: { type, message: 'Ada Lindqvist is not welcome' } },
})
const anthropicStops = { complete: 'end_turn', refused: 'refusal', cut_off: 'max_tokens' }

/** Claude's Messages API (https://docs.claude.com/en/api/messages), with structured output. */
export const startAnthropicServer = async (apiKey = 'sk-ant-right'): Promise<ModelServer> =>
  await startModelServer({
    path: ({ method, url }) => method === 'POST' && url.pathname === '/v1/messages',
    refusedCaller({ headers }) {
      const bearer = headers.authorization?.replace(/^Bearer /, '')
      if ((headers['x-api-key'] ?? bearer) !== apiKey)
        return anthropicError(401, 'authentication_error')
      return typeof headers['anthropic-version'] === 'string'
        ? undefined
        : anthropicError(400, 'invalid_request_error')
    },
    asked(body) {
      const { system, messages, output_config: config } = anthropicBody.parse(body)
      return { system, prompt: messages[0].content[0].text, schema: config.format.schema }
    },
    wrong: (message) => ({
      status: 400,
      body: { type: 'error', error: { type: 'invalid_request_error', message } },
    }),
    answer: ({ end, inputTokens, outputTokens, ...rest }) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test-20260101',
      content: [{ type: 'text', text: said(rest) }],
      stop_reason: anthropicStops[end],
      stop_sequence: null,
      usage: {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    }),
    other: ({ method, url }) =>
      method === 'GET' && url.pathname === '/v1/models/claude-test'
        ? { status: 200, body: { type: 'model', id: 'claude-test' } }
        : anthropicError(404, 'not_found_error'),
  })

const openAiBody = z.strictObject({
  model: z.literal('gpt-test'),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  ]),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.record(z.string(), z.unknown()),
    }),
  }),
  store: z.literal(false).optional(),
})

const openAiError = (status: number, code: string, message = 'Ada Lindqvist'): ProviderAnswer => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code } },
})
const openAiStops = { complete: 'stop', refused: 'stop', cut_off: 'length' }

/**
 * Chat Completions (https://platform.openai.com/docs/api-reference/chat/create) of OpenAI, Azure
 * (its key in `api-key`), or another server, which may need no key.
 */
export const startOpenAiServer = async (
  service: 'openai' | 'azure' | 'other' = 'openai',
): Promise<ModelServer> =>
  await startModelServer({
    path: ({ method, url }) => method === 'POST' && url.pathname === '/v1/chat/completions',
    refusedCaller({ headers }) {
      const keys = {
        openai: headers.authorization === 'Bearer sk-right',
        azure: headers['api-key'] === 'sk-right' && headers.authorization === undefined,
        other: true,
      }
      return keys[service] ? undefined : openAiError(401, 'invalid_api_key')
    },
    asked(body) {
      const { messages, response_format: format, ...rest } = openAiBody.parse(body)
      const limit = service === 'other' ? rest.max_tokens : rest.max_completion_tokens
      if (limit === undefined) throw new Error('this service does not know that limit')
      return {
        system: messages[0].content,
        prompt: messages[1].content,
        schema: format.json_schema.schema,
      }
    },
    wrong: (message) => openAiError(400, 'invalid_value', message),
    answer: ({ end, inputTokens, outputTokens, ...rest }) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'gpt-test-2026',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: end === 'refused' ? null : said(rest),
            refusal: end === 'refused' ? 'I cannot help with that.' : null,
          },
          logprobs: null,
          finish_reason: openAiStops[end],
        },
      ],
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    }),
    other: ({ method, url }) =>
      method === 'GET' && url.pathname === '/v1/models'
        ? { status: 200, body: { object: 'list', data: [{ id: 'gpt-test', object: 'model' }] } }
        : openAiError(404, 'not_found'),
  })

const converseBody = z.strictObject({
  system: z.tuple([z.strictObject({ text: z.string().min(1) })]),
  messages: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      content: z.tuple([z.strictObject({ text: z.string().min(1) })]),
    }),
  ]),
  inferenceConfig: z.strictObject({ maxTokens: z.int().min(1) }),
  toolConfig: z.strictObject({
    tools: z.tuple([
      z.strictObject({
        toolSpec: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string().min(1),
          inputSchema: z.strictObject({ json: z.record(z.string(), z.unknown()) }),
        }),
      }),
    ]),
    toolChoice: z.strictObject({ tool: z.strictObject({ name: z.string() }) }),
  }),
})

const bedrockError = (status: number, type: string): ProviderAnswer => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` },
  body: { message: 'Ada Lindqvist is not welcome' },
})
const bedrockStops = {
  complete: 'tool_use',
  refused: 'guardrail_intervened',
  cut_off: 'max_tokens',
}

export const bedrockKey = { accessKeyId: 'AKIDRIGHT', secretAccessKey: 'secret+of/aws' }
export const bedrockModel = 'us.anthropic.claude-test-v1:0'

/** Checks Signature Version 4 as AWS does: from what arrived on the wire. */
function isSigned(call: ProviderCall, region: string): boolean {
  const { headers, method, url, bytes } = call
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  const date = String(headers['x-amz-date'])
  if (!parts || parts[1] !== bedrockKey.accessKeyId || parts[3] !== region) return false
  if (!/^\d{8}T\d{6}Z$/.test(date) || !date.startsWith(parts[2] ?? '?')) return false
  const names = (parts[4] ?? '').split(';')
  if (!names.includes('host') || !names.includes('x-amz-date')) return false
  const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest()
  // The path as it came is encoded once more: ":" came as %3A and is signed as %253A.
  const path = url.pathname.replaceAll('%', '%25')
  const canonical = [
    method,
    path,
    '',
    ...names.map((name) => `${name}:${String(headers[name])}`),
    '',
    names.join(';'),
    sha(bytes),
  ].join('\n')
  const scope = `${parts[2]}/${region}/bedrock/aws4_request`
  const day = hmac(`AWS4${bedrockKey.secretAccessKey}`, parts[2] ?? '')
  const key = hmac(hmac(hmac(day, region), 'bedrock'), 'aws4_request')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha(canonical)].join('\n')
  return hmac(key, text).toString('hex') === parts[5]
}

/**
 * Bedrock's Converse
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html).
 */
export const startBedrockServer = async (region = 'us-east-1'): Promise<ModelServer> =>
  await startModelServer({
    path: ({ method, url }) =>
      method === 'POST' && url.pathname === `/model/${encodeURIComponent(bedrockModel)}/converse`,
    refusedCaller: (call) =>
      isSigned(call, region) ? undefined : bedrockError(403, 'InvalidSignatureException'),
    asked(body) {
      const { system, messages, toolConfig } = converseBody.parse(body)
      const [{ toolSpec }] = toolConfig.tools
      if (toolConfig.toolChoice.tool.name !== toolSpec.name) throw new Error('unknown tool')
      return {
        system: system[0].text,
        prompt: messages[0].content[0].text,
        schema: toolSpec.inputSchema.json,
      }
    },
    wrong: () => bedrockError(400, 'ValidationException'),
    answer: ({ end, inputTokens, outputTokens, json, text }) => ({
      output: {
        message: {
          role: 'assistant',
          content:
            end === 'complete' && text === undefined
              ? [{ toolUse: { toolUseId: 't1', name: 'answer', input: json ?? {} } }]
              : [{ text: text ?? 'No.' }],
        },
      },
      stopReason: bedrockStops[end],
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
      metrics: { latencyMs: 10 },
    }),
    other: () => bedrockError(404, 'ResourceNotFoundException'),
  })
