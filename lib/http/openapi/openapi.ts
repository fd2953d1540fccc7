import type { z } from 'zod'
import type { Contract } from '#lib/contracts/contract'
import { tags } from '#lib/contracts/tags'
import { errorResponses, errorSchemas, headerComponents, headersOf } from './openapi-errors.ts'
import { SchemaCollector, type JsonSchema } from './openapi-schemas.ts'

const introduction = `The HTTP API of Rounds.

**Credential.** Send an API key as \`Authorization: Bearer <key>\`; in an address it is refused. A key may have fewer permissions than its owner, some workflows only, and an end. A test key (\`rk_test_…\`) reaches sandbox connections only: what would reach a real one is 403 \`sandbox_only\`, and runs that it starts are marked \`sandbox\`. The pages of this service use the session's cookie; with it, requests that write must come from the same origin.

**Bodies** are JSON in UTF-8, at most 5 MB (1 MB where no credential is needed); files are uploaded as multipart/form-data, at most 200 MB each, and less where the endpoint says so. Unknown fields are refused.

**Errors** have one of three bodies, told at each endpoint: ErrorA \`{error, message, statusCode, details}\`, ErrorB \`{error}\`, ErrorC \`{message}\`. Of ErrorA, \`error\` is a stable code and \`details\` is for programs: \`issues\` for \`invalid_request\`; \`provider\`, \`status\` and \`code\` for \`provider_error\`. Besides what each endpoint names: an address that is not here is 404, a method that an address does not have is 405 with \`Allow\`.

**Limits.** Requests are counted in the minute by API key or person, by organization, and by address, over all servers together. \`RateLimit-Policy\` tells the limits of a request (\`"key";q=6000;w=60\`: 6,000 in 60 seconds), \`RateLimit\` the one nearest to its end (\`"key";r=5998;t=1\`: 5,998 are left, all of them are there again in a second). Over a limit a request is 429 \`rate_limited\` and nothing was done. Unused requests gather up to one minute's; a request without a live credential counts as twenty of its address. An owner can give a key a lower limit. 429 says in \`Retry-After\` after how many seconds to ask again: of a connection whose calls are limited (\`connection_limited\`), of an outside system that limits us (\`rate_limited\`), of tries to sign in.

**Outside systems** are called through named connections: \`{slug}\` names one of a kind. The demo organization has one of each kind called \`sandbox\`, and the examples here work with it.

**Long work** is answered 202 with an \`asyncResultId\`. Read \`GET /api/v2/async-result/{id}?wait=30\` until its \`status\` is no longer \`pending\`; \`wait\` holds the answer until the result is there, \`Retry-After\` says when to ask again without it.

**Every answer** carries \`X-Request-Id\`; send your own (8 to 128 letters, digits, \`.\`, \`_\`, \`-\`) to find the request again.

**Idempotency.** Where \`Idempotency-Key\` is named, the same key and request within 24 hours get the first answer again, with \`Idempotent-Replayed: true\`. Otherwise 409: \`idempotency_in_progress\` while the first request has no answer yet (\`Retry-After\`), \`idempotency_outcome_unknown\` when its process ended in the middle (look whether it was done, then use a new key), \`idempotency_key_reused\` for another request, \`idempotency_answer_withheld\` when the answer held a secret, which is shown once. A request that failed may be sent again with its key. POSTs that only read need no key.

**ETags.** An answer with \`ETag\` is 304 without a body when \`If-None-Match\` names it.

**Lists** take \`limit\` (default 50, at most 200) and \`cursor\`, and answer \`{items, nextCursor}\`; \`nextCursor\` is null on the last page. A cursor belongs to its list with its filters; with others it is 400.`

/**
 * Turns the fields of a strict object schema into parameters with their schemas and whether they
 * are required.
 */
function parametersOf(
  schemas: SchemaCollector,
  schema: z.ZodType,
  where: 'path' | 'query',
  examples: Record<string, string> = {},
): JsonSchema[] {
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }))
}

const headerNames: Record<string, string> = {
  'if-match': 'If-Match',
  'idempotency-key': 'Idempotency-Key',
  prefer: 'Prefer',
  'last-event-id': 'Last-Event-ID',
  'content-digest': 'Content-Digest',
}
const usualHeaders = {
  'idempotency-key':
    'Makes a repeated request harmless: the same key and body within 24 hours get ' +
    'the first answer again.',
}

function headerParameters(contract: Contract): JsonSchema[] {
  const described = { ...(contract.idempotent ? usualHeaders : {}), ...contract.headers }
  return Object.entries(described).map(([name, description]) => ({
    name: headerNames[name] ?? name,
    in: 'header',
    required: name === 'if-match',
    description,
    schema: { type: 'string' },
  }))
}

const fileField: JsonSchema = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  description: 'The file.',
}

/** Describes a file and the fields beside it; fields that are not text are sent as JSON. */
function multipartOf(schemas: SchemaCollector, fields: z.ZodType): JsonSchema {
  const {
    properties = {},
    required = [],
    ...rest
  } = schemas.of(fields, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  const objects = Object.entries(properties).filter(
    ([, field]) => field['type'] === undefined || field['type'] === 'object',
  )
  const encoding = Object.fromEntries(
    objects.map(([name]) => [name, { contentType: 'application/json' }]),
  )
  return {
    schema: {
      ...rest,
      type: 'object',
      required: ['file', ...required],
      properties: { file: fileField, ...properties },
    },
    encoding,
  }
}

function requestBodyOf(schemas: SchemaCollector, contract: Contract): JsonSchema {
  if (contract.binary === 'multipart') {
    const schema = { type: 'object', required: ['file'], properties: { file: fileField } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (contract.binary === 'octets') {
    const schema = { type: 'string', format: 'binary' }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  if (!contract.hasBody) return {}
  const example =
    contract.examples?.request === undefined ? {} : { example: contract.examples.request }
  const multipart = contract.multipart
    ? { 'multipart/form-data': multipartOf(schemas, contract.multipart) }
    : {}
  return {
    requestBody: {
      required: !contract.bodyOptional,
      content: {
        'application/json': { schema: schemas.of(contract.body, 'input'), ...example },
        ...multipart,
      },
    },
  }
}

function responsesOf(schemas: SchemaCollector, contract: Contract): JsonSchema {
  const example = contract.examples?.response
  // The example belongs to the first answer whose schema accepts it.
  const shown = Object.entries(contract.returns).find(
    ([, returned]) => example !== undefined && returned?.schema?.safeParse(example).success,
  )?.[0]
  const good = Object.entries(contract.returns).flatMap(([status, returned]) => {
    if (!returned) return []
    const { description, schema, contentType } = returned
    const answer: JsonSchema = { description, headers: headersOf(contract, Number(status)) }
    if (schema) {
      const shape = { schema: schemas.of(schema, 'output') }
      answer['content'] = {
        [contentType ?? 'application/json']: status === shown ? { ...shape, example } : shape,
      }
    } else if (contentType) {
      answer['content'] = { [contentType]: { schema: { type: 'string' } } }
    }
    return [[status, answer] as const]
  })
  return { ...Object.fromEntries(good), ...errorResponses(contract) }
}

function operationOf(schemas: SchemaCollector, contract: Contract): JsonSchema {
  const parameters = [
    ...parametersOf(schemas, contract.params, 'path', contract.examples?.params),
    ...parametersOf(schemas, contract.query, 'query', contract.examples?.query),
    ...headerParameters(contract),
  ]
  return {
    operationId: contract.id,
    summary: contract.summary,
    ...(contract.description ? { description: contract.description } : {}),
    tags: [contract.tag],
    ...(contract.auth === 'public' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(schemas, contract),
    responses: responsesOf(schemas, contract),
  }
}

/** Creates an OpenAPI 3.1 document of the contracts; `server` is the service's base address. */
export function openApiDocument(server: string, contracts: Contract[]): JsonSchema {
  const schemas = new SchemaCollector()
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const contract of contracts)
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = operationOf(schemas, contract)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rounds API',
      version: '2',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: [...new Set(contracts.map((contract) => contract.tag))].map((name) => ({
      name,
      description: tags[name],
    })),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      schemas: {
        ...errorSchemas,
        ...Object.fromEntries(
          Object.entries(schemas.components).sort(([one], [other]) => one.localeCompare(other)),
        ),
      },
      headers: headerComponents,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, created under Settings → API keys.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'rounds.session',
          description:
            'The cookie of a signed-in person (`__Host-rounds.session` over https); ' +
            'for the pages of this service.',
        },
      },
    },
  }
}

const made = new Map<string, JsonSchema>()

/**
 * The document of all contracts, created once for each address: it changes only with the version of
 * the program, and takes hundreds of milliseconds to create.
 */
export function cachedOpenApiDocument(server: string, contracts: Contract[]): JsonSchema {
  const document = made.get(server) ?? openApiDocument(server, contracts)
  made.set(server, document)
  return document
}
