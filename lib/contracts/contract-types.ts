import type { z } from 'zod'

import type { Returns } from './contract.ts'

// Types that are derived from a contract. `lib/http/types.test-d.ts` tests them.

/** The fields of an object type; none for an empty schema (`Record<string, never>`). */
type Fields<T> = T extends Record<string, never> ? Record<never, never> : T

/** `{ ...Lower, ...Upper }`: fields of `Upper` win. */
type Merge<Lower, Upper> = Lower extends unknown
  ? Upper extends unknown
    ? { [K in keyof Lower as K extends keyof Upper ? never : K]: Lower[K] } & Upper
    : never
  : never

/** The parsed input of a request: body, query and params in one object; params win. */
export type Merged<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Merge<
  Merge<Fields<z.output<B>>, Fields<z.output<Q>>>,
  Fields<z.output<P>>
>

type KeysOf<T> = T extends unknown ? keyof T : never

/**
 * Whether the input of a request fits an operation: the contract has every field that the operation
 * needs, and none that it does not know.
 */
export type Fits<Carried, Input> = [Carried] extends [Input]
  ? [Exclude<KeysOf<Carried> & string, KeysOf<Input>>] extends [never]
    ? true
    : false
  : false

type Schema<One> = One extends { schema: infer S extends z.ZodType } ? S : undefined

/** The statuses of success; the first one that a contract declares is used. */
type FirstSuccess<R extends Returns> = 200 extends keyof R
  ? 200
  : 201 extends keyof R
    ? 201
    : 202 extends keyof R
      ? 202
      : 204

/**
 * What an operation must answer when `respond` is left out: the input side of the first 2xx schema,
 * because that schema parses the answer. With 204 any answer fits, because there is no body; an
 * answer that is not JSON always needs `respond`.
 */
export type PlainAnswer<R extends Returns> =
  Schema<R[FirstSuccess<R>]> extends infer S extends z.ZodType
    ? z.input<S>
    : FirstSuccess<R> extends 204
      ? unknown
      : never

/** What `respond` must answer: a status that the contract declares, with its body. */
export type Responded<R extends Returns> = {
  [S in keyof R]: {
    status: S
    headers?: Record<string, string>
    body?: Schema<R[S]> extends infer Body extends z.ZodType ? z.input<Body> : undefined
  }
}[keyof R]

/**
 * What a caller of the endpoint gets: the body of its 2xx statuses, null when there is none, and
 * `never` for an answer that is not JSON: open its address as a link instead.
 */
export type AnswerOf<R extends Returns> = {
  [S in keyof R]: Schema<R[S]> extends infer Body extends z.ZodType
    ? z.output<Body>
    : S extends 204
      ? null
      : never
}[keyof R]
