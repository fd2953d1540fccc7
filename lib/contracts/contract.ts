import { z } from 'zod'
import type { Tag } from './tags.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The three error bodies of the specification: A `{error, message, statusCode, details}`, B
 * `{error}`, C `{message}`.
 */
export type ErrorShape = 'A' | 'B' | 'C'

/**
 * The error body that an endpoint uses for each status; `other` is for all further statuses (by
 * default A).
 */
export type ErrorShapes = Partial<Record<number, ErrorShape>> & { other: ErrorShape }

/** For every endpoint for which the specification names no other shapes. */
export const shapesA: ErrorShapes = { other: 'A' }
/** The rows "A, B, A, B" and "A, B, B" of the specification: 401 and 502/504 have B. */
export const shapesProvider: ErrorShapes = { 401: 'B', 502: 'B', 504: 'B', other: 'A' }

type Returned = { description: string; schema?: z.ZodType; contentType?: string }
/** The successful answers, by status. `errorStatuses` documents the errors. */
export type Returns = Partial<Record<200 | 201 | 202 | 204, Returned>>

type ContractSpec<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
> = {
  /** The stable operation id of the OpenAPI document, in camelCase. */
  id: string
  method: Method
  /** OpenAPI style: `/api/v2/workflows/{id}`. */
  path: string
  summary: string
  description?: string
  tag: Tag
  /** `key` needs an API key or a session; `public` needs neither. */
  auth?: 'key' | 'public'
  /** Its requests are not counted: the probes of an operator, which must never be refused. */
  unlimited?: true
  /** A session that is locked may call it, too; all others answer it 423. */
  whileLocked?: true
  params?: P
  query?: Q
  /**
   * The JSON body. Endpoints with `binary` read the request themselves: a form with a file, or
   * bytes.
   */
  body?: B
  /** The body may be left out (then `body` parses `{}`). */
  bodyOptional?: true
  binary?: 'multipart' | 'octets'
  /**
   * The endpoint also accepts multipart/form-data: a `file`, and these fields (objects as JSON
   * text). `body` is then not parsed: `input` passes the request on.
   */
  multipart?: z.ZodType
  /** Request headers that the handler reads (`if-match`, `prefer`, …), with their description. */
  headers?: Record<string, string>
  returns: R
  errors?: ErrorShapes
  /** For the reference: the statuses that this endpoint answers besides 400, 401, 403 and 500. */
  errorStatuses?: number[]
  /**
   * What an `Idempotency-Key` does at a POST. By default the first answer is given again.
   * `harmless`: it is ignored, because a second request does no more than the first. `refused`: it
   * is a 400, because the request works only once anyway.
   */
  repeat?: 'harmless' | 'refused'
  /**
   * `params` and `query` are values of parameters with which the example works in the sandbox.
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
 * One endpoint. The type includes the schemas, so that `endpoint` accepts only an operation that
 * fits, and `call` infers its input and its answer.
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
  /** Whether it reads `Idempotency-Key`: every POST that creates or does something. */
  idempotent: boolean
}

/** Makes `returns` of one status; in an object literal the type would lose the status. */
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
 * Defines an endpoint. Validation, authentication, error bodies, the typed client and the OpenAPI
 * document are all read from it. Query and body schemas should be strict objects, so that an
 * unknown field is a 400 that names it.
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
