import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { parseExactJson } from '#lib/domain/exact-json'
import { addressBelow } from '#lib/domain/provider/address-below'
import { defineStep, done, PermanentStepError, StepError } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'
import { fileBody, intoFile } from '../../support/http-files.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const readMethods: readonly string[] = ['GET', 'HEAD']
/** By RFC 9110: a second call leaves the same state as the first. */
const idempotentMethods: readonly string[] = ['PUT', 'DELETE']

type Call = { method: (typeof methods)[number]; idempotent: 'auto' | 'yes' | 'no' }
const mayRepeat = ({ method, idempotent }: Call): boolean =>
  idempotent === 'auto' ? idempotentMethods.includes(method) : idempotent === 'yes'
const maxBytes = 5 * 1024 * 1024

/** The client sets these itself; a caller could smuggle a second request with them. */
const reservedHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'idempotency-key',
])
const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'A header name holds only letters, digits and -.')
  .refine((name) => !reservedHeaders.has(name.toLowerCase()), {
    error: 'This header is set by Rounds itself.',
  })
const headerValue = z
  .string()
  .max(8000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'A header value is one line of plain characters.')

type Body = { headers: Record<string, string>; body?: string }

function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return { headers: {} }
  if (typeof body === 'string')
    return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

type Asked = { connection: string; url: string; query: Record<string, string> }

/** The whole address: that of the config, or with a connection the path below its address. */
function addressOf({ connection, url, query }: Asked, baseUrl: string | undefined): string {
  const whole = connection === '' ? url : addressBelow(baseUrl ?? '', url)
  if (whole === undefined)
    throw new PermanentStepError(
      'invalid_url',
      'With a connection, give a path below its address, such as /patients.',
    )
  if (!URL.canParse(whole))
    throw new PermanentStepError(
      'invalid_url',
      'The address cannot be read. Write it with https:// and a host.',
    )
  const address = new URL(whole)
  for (const [name, value] of Object.entries(query)) address.searchParams.append(name, value)
  return address.href
}

function parsed(body: string, contentType: string, parse: 'auto' | 'json' | 'text'): unknown {
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(contentType)
  if (parse === 'text' || (parse === 'auto' && !isJson)) return body
  if (body === '') return null
  try {
    return parseExactJson(body)
  } catch {
    throw new PermanentStepError(
      'invalid_answer',
      'The answer is not valid JSON. Choose "text" if it is not meant to be.',
    )
  }
}

function refuse(status: number, retryAfter: string | undefined): never {
  const details = { status }
  const message = `The server answered ${status}.`
  if (status !== 408 && status !== 429 && status < 500)
    throw new PermanentStepError('http_status', message, details)
  const seconds = Number(retryAfter)
  throw new StepError(
    'http_status',
    message,
    details,
    Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  )
}

/**
 * A call that writes and whose answer was lost may have happened. Unless it may be repeated, the
 * engine asks a person.
 */
function lostAnswer(error: unknown, call: Call): unknown {
  const isSent = error instanceof ApiError && error.details['sent'] === true
  if (!isSent || readMethods.includes(call.method) || mayRepeat(call)) return error
  return new StepError(
    'outcome_unknown',
    'The connection broke before the answer was there; whether the call took effect is not known.',
  )
}

export default defineStep({
  type: 'http-request',
  version: 2,
  title: 'HTTP request',
  description: 'Calls a web address; sends and fetches files too. Internal addresses are refused.',
  category: 'Data',
  icon: 'globe',
  says: ['{method} {url:host}', '{method} {connection:connection}', '{url:host}'],
  effect: 'unsafe',
  connection: 'web',
  connectionOptional: true,
  effectOf(config) {
    if (readMethods.includes(config.method)) return 'read'
    return mayRepeat(config) ? 'idempotent' : 'unsafe'
  },
  config: z.strictObject({
    method: z
      .enum(methods)
      .default('GET')
      .meta({
        title: 'Method',
        description:
          'GET and HEAD only read. After a crash PUT and DELETE are repeated; ' +
          'POST and PATCH where you allow it.',
      }),
    connection: z.string().max(100).default('').meta({
      title: 'Connection',
      description: 'Signs in to a web service. Without one, any address is called as it is.',
    }),
    url: z
      .string()
      .trim()
      .min(1, 'An address is needed.')
      .max(8000)
      .meta({
        title: 'Address',
        description:
          'With a connection: the path below its address, such as /patients. ' +
          'Without one: http:// or https:// and all of it.',
      }),
    query: z
      .record(z.string(), z.string().max(8000))
      .default({})
      .meta({ title: 'Query', description: 'Added to the address.' }),
    headers: z
      .record(headerName, headerValue)
      .default({})
      .meta({
        title: 'Headers',
        description:
          'An Idempotency-Key is always sent. Put no secrets here: everyone who can read the ' +
          'workflow can read them. They belong to a connection.',
      }),
    body: z.unknown().optional().meta({
      title: 'Body',
      description:
        'Fields and their values, which are sent as JSON; or a text, which is sent as it is.',
    }),
    idempotent: z
      .enum(['auto', 'yes', 'no'])
      .default('auto')
      .meta({
        title: 'Safe to repeat',
        enumNames: ['By the method', 'Yes', 'No'],
        description:
          'Yes: the server honours the Idempotency-Key, or a second call changes nothing more, ' +
          'so after a crash the call is made again. ' +
          'No: a person is asked first, unless the step has a retry policy. By the method: ' +
          'PUT and DELETE are safe, POST and PATCH are not.',
      }),
    file: z
      .unknown()
      .optional()
      .meta({
        title: 'File',
        description:
          'A file to send, up to 200 MB: its id, or what a file field of a form or another step gave.',
        examples: ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'],
      }),
    fileField: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        title: 'Field of the file',
        description:
          'Sends the file as this field of multipart/form-data, with the fields of the body ' +
          'beside it. Left empty, the file is the whole body.',
      }),
    expectedStatuses: z
      .array(z.int().min(100).max(599).meta({ title: 'Status', description: 'For example 200.' }))
      .max(50)
      .default([])
      .meta({
        title: 'Expected statuses',
        description: 'Any other fails the step; left empty: 200 to 299.',
      }),
    parse: z
      .enum(['auto', 'json', 'text', 'file'])
      .default('auto')
      .meta({
        title: 'Read the answer as',
        enumNames: ['As the server says', 'JSON', 'Text', 'File'],
        description:
          'As the server says: JSON or text, up to 5 MB. File: ' +
          'kept as a file of the run, up to 200 MB.',
      }),
    fileName: z.string().trim().min(1).max(200).optional().meta({
      title: 'Name of the file',
      description:
        'For an answer that is stored as a file. Left empty: as the server or the address says.',
    }),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(300)
      .default(30)
      .meta({ title: 'Time limit', description: 'For the whole call.' }),
  }),
  output: z.object({
    status: z.int().meta({ title: 'Status' }),
    headers: z
      .record(z.string(), z.string())
      .meta({ title: 'Headers', description: 'Names in lower case.' }),
    body: z.unknown().meta({
      title: 'Body',
      description:
        'Parsed, or the text; of a file its id, fileName, mimeType, size and sha256. ' +
        'A whole number beyond 2^53 stays text.',
    }),
  }),
  uiSchema: {
    'ui:order': [
      'connection',
      'method',
      'url',
      'query',
      'headers',
      'body',
      'idempotent',
      'file',
      'fileField',
      'expectedStatuses',
      'parse',
      'fileName',
      'timeoutSeconds',
    ],
    connection: {
      'ui:widget': 'connection',
      'ui:options': { none: 'None: the whole address is below' },
    },
    method: { 'ui:widget': 'select' },
    url: { 'ui:options': { below: 'connection' } },
    body: { 'ui:widget': 'json' },
    idempotent: { 'ui:options': { advanced: true } },
    expectedStatuses: { 'ui:options': { addLabel: 'Add a status', advanced: true } },
    file: { 'ui:widget': 'expression', 'ui:options': { advanced: true } },
    fileField: { 'ui:options': { advanced: true } },
    parse: { 'ui:options': { advanced: true } },
    fileName: { 'ui:options': { advanced: true } },
    timeoutSeconds: { 'ui:widget': 'seconds', 'ui:options': { advanced: true } },
  },
  // The author decides whether a call may be sent twice: by `idempotent` or by a retry policy of
  // the step.
  retry: { maxAttempts: 1, delaySeconds: 2, factor: 2, maxDelaySeconds: 300 },
  examples: [
    { title: 'Read JSON', config: { url: 'https://api.example.com/status' } },
    {
      title: 'Send JSON',
      config: {
        method: 'POST',
        url: 'https://api.example.com/referrals',
        body: { id: { $: 'run.id' } },
        expectedStatuses: [201],
      },
    },
    {
      title: 'Fetch a file',
      config: { url: 'https://api.example.com/scans/17', parse: 'file', timeoutSeconds: 300 },
    },
    {
      title: 'Read with a connection',
      config: { connection: 'sandbox', url: '/patients', query: { name: 'Lovelace' } },
    },
    {
      title: 'Send a file',
      config: {
        method: 'POST',
        url: 'https://api.example.com/documents',
        file: { $: 'start.scan' },
        fileField: 'document',
        body: { kind: 'scan' },
        timeoutSeconds: 300,
      },
    },
  ],
  async execute(execution) {
    const { config, connection, idempotencyKey, signal, services, run } = execution
    signal.throwIfAborted()
    const named = config.connection === '' ? undefined : connection
    const url = addressOf(config, named?.baseUrl)
    const fetch = named ? named.send : services.fetchPublic
    const isExpected = (status: number) =>
      config.expectedStatuses.length > 0
        ? config.expectedStatuses.includes(status)
        : status >= 200 && status < 300
    const body =
      config.file === undefined || config.file === null
        ? bodyOf(config.body)
        : await fromProvider(fileBody(services, run.organizationId, config))
    const file = config.parse === 'file' ? intoFile(execution, url, config.fileName) : undefined
    const given = Object.fromEntries(
      Object.entries(config.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const answer = await fromProvider(
      fetch({
        url,
        method: config.method,
        headers: { ...body.headers, ...given, 'idempotency-key': idempotencyKey },
        ...(body.body === undefined ? {} : { body: body.body }),
        ...(file
          ? {
              receive: ({ status, headers }) =>
                isExpected(status) ? file.taker(headers) : undefined,
            }
          : {}),
        timeoutMs: config.timeoutSeconds * 1000,
        maxBytes,
        signal,
      }).catch((error: unknown) => {
        throw lostAnswer(error, config)
      }),
    )
    const { status, headers } = answer
    if (!isExpected(status)) refuse(status, headers['retry-after'])
    if (config.parse === 'file') return done({ status, headers, body: file?.saved() ?? null })
    return done({
      status,
      headers,
      body: parsed(answer.body, headers['content-type'] ?? '', config.parse),
    })
  },
})
