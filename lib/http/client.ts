import type { z } from 'zod'
import type { Contract, Returns } from '#lib/contracts/contract'
import type { AnswerOf } from '#lib/contracts/contract-types'
import type { Issue } from '#lib/domain/issue'
import { organizationHeader, personHeader } from '#lib/domain/page-headers'
import { parseExactJson } from '#lib/domain/exact-json'

/** A refusal of the server as the pages receive it. Pages may show `message` unchanged. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  constructor(status: number, code: string, message: string, details: Record<string, unknown>) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.details = details
  }
  /** The wrong fields of a 400 or of a hook's refusal. */
  get issues(): Issue[] {
    const issues = this.details['issues']
    return Array.isArray(issues) ? (issues as Issue[]) : []
  }
}

type Transport = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Let the request outlive the page (at most 64 KB of body). */
  keepalive?: boolean
}

/** This part of the request is required when its schema requires a field. */
type Part<Name extends string, S extends z.ZodType> =
  Record<never, never> extends z.input<S>
    ? { [N in Name]?: z.input<S> }
    : { [N in Name]: z.input<S> }

export type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Transport &
  Part<'params', P> &
  Part<'query', Q> &
  Part<'body', B>

export type CallArguments<Input> =
  Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** Builds the address of an endpoint from its parameters; also for links and EventSource. */
export function pathOf(
  contract: Pick<Contract, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = contract.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return search ? `${path}?${search}` : path
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined
  const message =
    text(body['message']) ?? text(body['error']) ?? `The server answered ${response.status}.`
  return new ApiFailure(
    response.status,
    text(body['error']) ?? 'error',
    message,
    (body['details'] as Record<string, unknown> | undefined) ?? {},
  )
}

type Sent = {
  body?: unknown
  /** Sent as bytes instead of a JSON body. */
  file?: Blob
  /** Sent as multipart/form-data instead. */
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/**
 * Lifts what stands in the way of a call: unlocks the session, or has the person confirm
 * themselves. Resolves to whether the call may be sent again.
 */
export type Lift = (obstacle: ApiFailure) => Promise<boolean>

let lift: Lift = async () => false

/** The pages' way to lift obstacles. Calls wait for it, so forms keep what was typed. */
export function liftObstaclesBy(way: Lift): void {
  lift = way
}

const isObstacle = ({ status, code }: ApiFailure): boolean =>
  status === 423 || code === 'confirmation_required'

/** Whether to send the call again. Throws the failure that nobody lifts, and when it is aborted. */
async function requireLifted(failure: ApiFailure, signal: AbortSignal | undefined): Promise<void> {
  if (!isObstacle(failure)) throw failure
  signal?.throwIfAborted()
  const aborted = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  if (!(await Promise.race([lift(failure), aborted]))) throw failure
}

const unreachable = 'The server cannot be reached. Check the connection; nothing you typed is lost.'

let pageOf: Record<string, string> = {}

/**
 * Binds every call of this page to this organization and person; the server refuses it in another
 * organization and for somebody else.
 */
export function actAs(organizationId: string, personId: string): void {
  pageOf = { [organizationHeader]: organizationId, [personHeader]: personId }
}

/** Whether this page acts as this person in this organization; a server draws for whom it asked. */
export const actsAs = (organizationId: string, personId: string): boolean =>
  typeof window === 'undefined' ||
  (pageOf[organizationHeader] === organizationId && pageOf[personHeader] === personId)

/**
 * Calls an address of our own API with the session's cookie; `call` does the same by a contract.
 * Resolves to the JSON answer (null when there is none); throws ApiFailure, also when the server
 * cannot be reached or the connection ends before the answer does (status 0).
 */
export async function request<Output>(
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Output> {
  const json: Record<string, string> =
    sent.body === undefined ? {} : { 'content-type': 'application/json' }
  const octets: Record<string, string> = sent.file
    ? { 'content-type': 'application/octet-stream' }
    : {}
  const init: RequestInit = {
    method,
    headers: { ...json, ...octets, ...pageOf, ...sent.headers },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    ...(sent.file ? { body: sent.file } : {}),
    ...(sent.form ? { body: sent.form } : {}),
    ...(sent.signal ? { signal: sent.signal } : {}),
    ...(sent.keepalive ? { keepalive: true } : {}),
  }
  const lost = (error: unknown): never => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure(0, 'unreachable', unreachable, {})
  }
  let response = await fetch(path, init).catch(lost)
  while (!response.ok) {
    await requireLifted(await failureOf(response), sent.signal)
    response = await fetch(path, init).catch(lost)
  }
  if (response.status === 204) return null as Output
  const read = async () => parseExactJson(await response.text())
  return (await read().catch(lost)) as Output
}

/**
 * Calls an endpoint of our own API with the session's cookie. The contract gives the types of
 * params, query, body and answer. Resolves to the JSON answer (null when there is none); throws
 * ApiFailure, also when the server cannot be reached (status 0).
 */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
>(
  contract: Contract<P, Q, B, R>,
  ...[input]: CallArguments<CallInput<P, Q, B>>
): Promise<AnswerOf<R>> {
  const { params, query, ...sent } = (input ?? {}) as Sent & {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
  }
  return await request<AnswerOf<R>>(contract.method, pathOf(contract, params, query), sent)
}

/** Sends a small file as the body of an endpoint that takes bytes. Throws like `call`. */
export async function sendFile<Output>(
  contract: Pick<Contract, 'method' | 'path'>,
  file: Blob,
): Promise<Output> {
  return await request<Output>(contract.method, contract.path, { file })
}
