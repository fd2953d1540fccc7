import type { Contract, ErrorShape } from '#lib/contracts/contract'
import { errorStatuses } from '#lib/domain/api-error'
import type { JsonSchema } from './openapi-schemas.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })

/**
 * The three error bodies of the service. Each endpoint declares which of them it uses at which
 * status.
 */
export const errorSchemas: Record<`Error${ErrorShape}`, JsonSchema> = {
  ErrorA: {
    type: 'object',
    required: ['error', 'message', 'statusCode', 'details'],
    properties: {
      error: text(
        `A stable code: ${Object.entries(errorStatuses)
          .map(([code, status]) => `\`${code}\` (${status})`)
          .join(', ')}; a hook of a workflow may have its own.`,
      ),
      message: text('A sentence that says what to do.'),
      statusCode: { type: 'integer' },
      details: {
        type: 'object',
        description: 'More for programs; for invalid_request: issues, a list of {path, message}.',
        additionalProperties: true,
      },
    },
  },
  ErrorB: {
    type: 'object',
    required: ['error'],
    properties: { error: text('A sentence that says what to do.') },
  },
  ErrorC: {
    type: 'object',
    required: ['message'],
    properties: { message: text('A sentence that says what to do.') },
  },
}

const meanings: Record<number, string> = {
  400: 'The request is not valid; the error names the wrong fields.',
  401: 'The credential is missing or no longer valid.',
  403: 'The credential may not do this.',
  404: 'It does not exist in this organization.',
  409: 'It conflicts with the current state.',
  413: 'The body is too large.',
  415: 'The body has another media type than the endpoint accepts.',
  422: 'The request is valid, and refused for the given reason.',
  428: 'The If-Match header is missing.',
  429: 'Too many requests; Retry-After says when to try again.',
  500: 'A fault on our side; report the X-Request-Id.',
  502: 'The outside system refused or failed.',
  503: 'The service is unavailable now.',
  504: 'The outside system did not answer in time.',
}

const examples: Record<ErrorShape, (status: number) => unknown> = {
  A: (statusCode) => ({
    error: Object.entries(errorStatuses).find(([, status]) => status === statusCode)?.[0] ?? 'code',
    message: meanings[statusCode] ?? '',
    statusCode,
    details: {},
  }),
  B: (status) => ({ error: meanings[status] ?? '' }),
  C: (status) => ({ message: meanings[status] ?? '' }),
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } })

/** The headers of an endpoint's answers; with when to ask again where an answer says so. */
export const headersOf = ({ unlimited }: Contract, status: number): JsonSchema => ({
  ...header('X-Request-Id'),
  ...(unlimited ? {} : { ...header('RateLimit-Policy'), ...header('RateLimit') }),
  ...(status === 429 || status === 503 ? header('Retry-After') : {}),
})

/** The headers that several answers have, as components of the document. */
export const headerComponents: Record<string, JsonSchema> = {
  'X-Request-Id': {
    description: 'Identifies this request in logs and audit entries.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'The limits that count this request, as in draft-ietf-httpapi-ratelimit-headers-11: ' +
      '`q` requests in `w` seconds, for each `key` or `person`, `organization` and `address`.',
    schema: { type: 'string' },
    example: '"address";q=30000;w=60, "key";q=6000;w=60, "organization";q=60000;w=60',
  },
  RateLimit: {
    description:
      'The limit nearest to its end: `r` requests are left, and all of them are there again ' +
      'in `t` seconds.',
    schema: { type: 'string' },
    example: '"key";r=5998;t=1',
  },
  'Retry-After': {
    description: 'After how many seconds to ask again.',
    schema: { type: 'integer', minimum: 1 },
  },
}

/** The statuses of an endpoint's refusals, ascending. */
function statusesOf(contract: Contract): number[] {
  const credential = contract.auth === 'key' ? [401, 403] : []
  const body = contract.hasBody ? [413, 415] : []
  const key = contract.idempotent ? [409] : []
  const rate = contract.unlimited ? [] : [429]
  return [
    ...new Set([
      400,
      ...credential,
      ...body,
      ...key,
      ...rate,
      500,
      ...(contract.errorStatuses ?? []),
    ]),
  ].sort((one, other) => one - other)
}

/**
 * The refusals of an endpoint as OpenAPI responses, each with the error body that the specification
 * gives the endpoint.
 */
export function errorResponses(contract: Contract): Record<string, JsonSchema> {
  return Object.fromEntries(
    statusesOf(contract).map((status) => {
      const shape = contract.errors[status] ?? contract.errors.other
      const content = {
        'application/json': {
          schema: { $ref: `#/components/schemas/Error${shape}` },
          example: examples[shape](status),
        },
      }
      return [
        String(status),
        {
          description: meanings[status] ?? 'Refused.',
          headers: headersOf(contract, status),
          content,
        },
      ]
    }),
  )
}
