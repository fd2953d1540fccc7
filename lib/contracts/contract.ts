import { z } from 'zod'
import type { Tag } from './tags.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The three error bodies of the specification: A `{error, message, statusCode, details}`, B
 * `{error}`, C `{message}`.
 */
export type ErrorShape = 'A' | 'B' | 'C'

/**
 * Which error body an endpoint uses, by status; `other` for the statuses not named (service-wide
 * default: A).
 */
export type ErrorShapes = Partial<Record<number, ErrorShape>> & { other: ErrorShape }

/** Every endpoint that the specification does not list with other shapes. */
export const shapesA: ErrorShapes = { other: 'A' }
/** The rows "A, B, A, B" and "A, B, B" of the specification: 401 and 502/504 carry B. */
export const shapesProvider: ErrorShapes = { 401: 'B', 502: 'B', 504: 'B', other: 'A' }

type Returned = { description: string; schema?: z.ZodType; contentType?: string }
/** The answers of success, by status. Errors are documented by `errorStatuses`. */
export type Returns = Partial<Record<200 | 201 | 202 | 204, Returned>>

type ContractSpec<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
> = {
  /** Stable operation id of the OpenAPI document, camelCase. */
  id: string
  method: Method
  /** OpenAPI style: `/api/v2/workflows/{id}`. */
  path: string
  summary: string
  description?: string
  tag: Tag
  /** `key` (API key or session) is the rule; `public` needs none. */
  auth?: 'key' | 'public'
  params?: P
  query?: Q
  /**
   * The JSON body. Endpoints with `binary` read the request themselves: a form with a file, or
   * bytes.
   */
  body?: B
  /** A body may be left out altogether (then `body` parses `{}`). */
  bodyOptional?: true
  binary?: 'multipart' | 'octets'
  /**
   * The same may be sent as multipart/form-data: a `file`, and these fields beside it (objects as
   * JSON text). `body` is then not parsed: `input` hands the request on.
   */
  multipart?: z.ZodType
  /** Documented request headers that the handler reads (`if-match`, `prefer`, …). */
  headers?: Record<string, string>
  returns: R
  errors?: ErrorShapes
  /** Statuses that this endpoint can answer besides 400, 401, 403 and 500; for the reference. */
  errorStatuses?: number[]
  /**
   * What an `Idempotency-Key` does at a POST; left out, the first answer is given again.
   * `harmless`: nothing, since asking twice does no more than asking once. `refused`: it is a 400,
   * because what the request holds works once anyway.
   */
  repeat?: 'harmless' | 'refused'
  /**
   * `params` and `query`: values of parameters that make the example one that works on the sandbox.
   */
  examples?: {
    request?: unknown
    response?: unknown
    params?: Record<string, string>
    query?: Record<string, string>
  }
}

type SpecWithDefaults = 'auth' | 'errors' | 'params' | 'query' | 'body'

/**
 * One endpoint. The type carries the schemas, so that `endpoint` refuses an operation that does not
 * fit, and `call` takes its input and its answer from here.
 */
export type Contract<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends Returns = Returns,
> = Omit<ContractSpec<P, Q, B, R>, SpecWithDefaults> & {
  auth: 'key' | 'public'
  errors: ErrorShapes
  params: P
  query: Q
  body: B
  hasBody: boolean
  /** Honours `Idempotency-Key`: every POST that makes or does something. */
  idempotent: boolean
}

/** `returns` of one status that is an argument; without this its type would forget the status. */
export function answers<Status extends keyof Returns, S extends z.ZodType>(
  status: Status,
  description: string,
  schema: S,
): Record<Status, { description: string; schema: S }> {
  return { [status]: { description, schema } } as Record<Status, { description: string; schema: S }>
}

const nothing = z.strictObject({})
type Nothing = typeof nothing

/**
 * One endpoint, said once. Validation, authentication, error bodies, the typed client and the
 * OpenAPI document are all read from it. Query and body schemas should be strict objects, so that
 * an unknown field is a 400 that names it.
 */
export function contract<
  R extends Returns,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(spec: ContractSpec<P, Q, B, R>): Contract<P, Q, B, R> {
  return {
    ...spec,
    auth: spec.auth ?? 'key',
    errors: spec.errors ?? shapesA,
    params: spec.params ?? (nothing as unknown as P),
    query: spec.query ?? (nothing as unknown as Q),
    body: spec.body ?? (nothing as unknown as B),
    hasBody: spec.body !== undefined,
    idempotent: spec.method === 'POST' && spec.repeat === undefined,
  }
}
