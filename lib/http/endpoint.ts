import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import { noteAccess } from '#lib/access-log'
import { authenticate } from '#lib/auth/authenticate'
import { newActor, type Actor } from '#lib/auth/actor'
import type { Permission } from '#lib/auth/permissions'
import { recordRefusal } from '#lib/auth/refusals/record-refusal'
import { requirePermission } from '#lib/auth/require-permission'
import type { Contract, Returns } from '#lib/contracts/contract'
import type { Fits, Merged, PlainAnswer, Responded } from '#lib/contracts/contract-types'
import { ApiError } from '#lib/domain/api-error'
import { checkText } from '#lib/domain/request-json'
import { deriveKey } from '#lib/env'
import { log } from '#lib/log'
import { pieces, type NextPiece } from '#lib/large-json/pieces'
import { isLargeValue, writeInPieces } from '#lib/large-json/write'
import { metrics } from '#lib/metrics'
import type { CallInfo } from '#lib/operations/define-operation'
import { cursorsOf } from './cursors.ts'
import { errorResponse, toApiError } from './errors.ts'
import { notModified } from './response/not-modified.ts'
import { parseInput as parse } from './request/parse-input.ts'
import { maxPublicBytes, noBody, readJson } from './request/read-body.ts'
import { RequestCount } from './request/request-count.ts'
import { requestIdOf } from './request/request-id.ts'
import { textResponse } from './response/text-response.ts'
import { runAs } from './request/run-as.ts'
import { isMultipart } from './request/upload-of.ts'

type Parsed<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  request: Request
  actor: Actor | null
}

/** The operation. A public endpoint may have a plain function, which creates its own actor. */
type Run<Input, Output> = {
  (actor: Actor, input: Input, info: CallInfo): Promise<Output>
  permission?: Permission
  keyScope?: string
}

type Common<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  /** A key given in the body instead of the `Idempotency-Key` header. */
  idempotencyKey?(parsed: Parsed<P, Q, B>): string | undefined
  /**
   * The operation returns the same unchanged object each time, so it is validated and serialized
   * once.
   */
  constant?: boolean
}

/** Turns the parsed request into the operation's input. */
type ToInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, Input> = (
  parsed: Parsed<P, Q, B>,
) => Input | Promise<Input>

/** Turns the operation's output into status, headers and body. */
type ToAnswer<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
  Output,
> = (output: Output, parsed: Parsed<P, Q, B>) => Response | Responded<R> | Promise<Response>

/**
 * `input` may be omitted when body, query and params, merged into one object, are the operation's
 * input; `respond` when the operation's output is the body of the contract's first 2xx.
 */
export type EndpointOptions<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
  Input,
  Output,
> = Common<P, Q, B> &
  (Fits<Merged<P, Q, B>, Input> extends true
    ? { input?: ToInput<P, Q, B, Input> }
    : { input: ToInput<P, Q, B, Input> }) &
  ([Output] extends [PlainAnswer<R>]
    ? { respond?: ToAnswer<P, Q, B, R, Output> }
    : { respond: ToAnswer<P, Q, B, R, Output> })

/**
 * The type that an endpoint without options demands of its operation: none when contract and
 * operation fit. Otherwise it demands a property that no operation has, so that the compiler prints
 * its name.
 */
type FitsAlone<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
  Input,
  Output,
> =
  Fits<Merged<P, Q, B>, Input> extends true
    ? [Output] extends [PlainAnswer<R>]
      ? unknown
      : { 'the output is not the answer: change one, or give `respond`': PlainAnswer<R> }
    : { 'the request is not the input: change one, or give `input`': Merged<P, Q, B> }

type Params = Record<string, string>

/** Answers a request; `params` are the decoded parameters of its address. */
export type Handler = (request: Request, params: Params) => Promise<Response>

/** An operation with its contract. */
export type Endpoint = Handler & {
  contract: Contract
  /** The permission that the caller needs; also the scope of idempotency keys. */
  permission: Permission | undefined
  keyScope: string | undefined
}

/**
 * Reads query parameters as an object. A repeated one becomes a list, so that a schema for one
 * value refuses it.
 */
function queryOf(url: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name)
    for (const text of [name, ...values]) checkText(text, name)
    query[name] = values.length === 1 ? values[0] : values
  }
  return query
}

const keyFault = (message: string) => ApiError.invalid([{ path: 'Idempotency-Key', message }])

/** The idempotency key of the request; undefined when there is none or the operation needs none. */
async function idempotencyOf(
  { idempotent, repeat }: Pick<Contract, 'idempotent' | 'repeat'>,
  request: Request,
  body: unknown,
  inBody: string | undefined,
  next: NextPiece,
): Promise<{ key: string; fingerprint: string } | undefined> {
  const key = request.headers.get('idempotency-key') ?? inBody
  if (key === undefined) return undefined
  if (repeat === 'refused')
    throw keyFault(
      'This request takes no idempotency key, because repeating it changes nothing. Leave it out.',
    )
  if (!idempotent) return undefined
  if (key.length < 1 || key.length > 255)
    throw keyFault('An idempotency key has 1 to 255 characters.')
  const { pathname, search } = new URL(request.url)
  // The fingerprint is keyed, because a body may contain a password.
  const fingerprint = createHmac('sha256', deriveKey('idempotency fingerprint'))
    .update(await writeInPieces([request.method, pathname + search, body ?? null], next))
    .digest('hex')
  return { key, fingerprint }
}

const kept = new WeakMap<object, Uint8Array<ArrayBuffer>>()
const keptBytes = (body: unknown): Uint8Array<ArrayBuffer> | undefined =>
  typeof body === 'object' && body !== null ? kept.get(body) : undefined
function keepBytes(body: unknown, text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text)
  if (typeof body === 'object' && body !== null) kept.set(body, bytes)
  return bytes
}

type Answering = Pick<Contract, 'id' | 'returns'>

/** The lowest 2xx status of the contract (`PlainAnswer` is the same for types). */
const firstSuccess = ({ returns }: Answering): number =>
  Math.min(...Object.keys(returns).map(Number))

/** How an answer is written: a large body is written in turns, and calls `next` between them. */
type Making = {
  status: number
  headers: Record<string, string>
  isConstant?: boolean
  next: NextPiece
}

async function answer(
  contract: Answering,
  body: unknown,
  { status, headers, isConstant = false, next }: Making,
): Promise<Response> {
  const declared = contract.returns[status as keyof Returns]
  if (!declared)
    throw new Error(`${contract.id} answers ${status}, which its contract does not declare`)
  if (!declared.schema) return new Response(null, { status, headers })
  const known = isConstant ? keptBytes(body) : undefined
  if (known) return textResponse(known, status, headers)
  const parsed = declared.schema.safeParse(body)
  if (!parsed.success)
    throw new Error(
      `${contract.id} answers what its contract does not allow: ${parsed.error.message}`,
    )
  const { data } = parsed
  const text = isLargeValue(data) ? await writeInPieces(data, next) : JSON.stringify(data)
  return textResponse(isConstant ? keepBytes(body, text) : text, status, headers)
}

/** A request, parsed by its contract; `raw` is the body before parsing. */
type Received<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  parsed: Parsed<P, Q, B>
  raw: unknown
  cursors: ReturnType<typeof cursorsOf>
  next: NextPiece
}
type Body = Awaited<ReturnType<typeof readJson>>

/**
 * Parses params, query and body. `hold` receives the body as soon as it is read: the caller
 * releases it, also when the request is then refused.
 */
async function receive<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
>(
  contract: Contract<P, Q, B, R>,
  { request, given, actor }: { request: Request; given: Params; actor: Actor | null },
  hold: (body: Body) => void,
): Promise<Received<P, Q, B>> {
  const url = new URL(request.url)
  for (const [name, text] of Object.entries(given)) checkText(text, name)
  const params = parse(contract.params, given)
  const cursors = cursorsOf(contract, actor, url)
  const query = parse(contract.query, cursors.open(queryOf(url)))
  // The operation reads a multipart request itself, as a stream.
  const asForm = contract.multipart !== undefined && isMultipart(request)
  const readsJson = contract.hasBody && contract.binary === undefined && !asForm
  // Public callers with different links do not wait for one another.
  const owner = actor?.organizationId ?? url.pathname
  const next = pieces.of(owner)
  const maxBytes = contract.auth === 'public' ? maxPublicBytes : undefined
  const sent = readsJson ? await readJson(request, owner, maxBytes) : noBody
  hold(sent)
  const raw = sent.value
  if (readsJson && raw === undefined && !contract.bodyOptional)
    throw ApiError.invalid([{ path: '', message: 'This request needs a JSON body.' }])
  const body = asForm ? ({} as z.output<B>) : parse(contract.body, raw === undefined ? {} : raw)
  return { parsed: { params, query, body, request, actor }, raw, cursors, next }
}

/** The `Responded` of any contract. */
type Answered = { status: PropertyKey; headers?: Record<string, string>; body?: unknown }

/**
 * Turns the result of `options.respond`, or the output itself, into a response with our headers.
 */
async function respond(
  contract: Answering,
  responded: Response | Answered | undefined,
  output: unknown,
  { headers, next, isConstant }: Omit<Making, 'status'>,
): Promise<Response> {
  if (responded instanceof Response) {
    const { 'cache-control': _kept, ...more } = headers
    for (const [name, value] of Object.entries(more)) responded.headers.set(name, value)
    return responded
  }
  if (!responded)
    return await answer(contract, output, {
      status: firstSuccess(contract),
      headers,
      next,
      isConstant,
    })
  const all = { ...headers, ...responded.headers }
  const making = { status: Number(responded.status), headers: all, next }
  return await answer(contract, responded.body, making)
}

type Refused = {
  request: Request
  given: Params
  actor: Actor | null
  requestId: string
}

/**
 * Turns an error into the endpoint's error body and logs it; who wanted to do what they may not do
 * is in the audit log, too.
 */
async function refuse(
  thrown: unknown,
  contract: Contract,
  { request, given, actor, requestId }: Refused,
): Promise<Response> {
  const error = toApiError(thrown, requestId, request.signal)
  const { id: operation, method } = contract
  await recordRefusal(error, actor, { operation, method, params: given, requestId })
  log.info(
    { requestId, operation: contract.id, status: error.statusCode, code: error.code },
    'request refused',
  )
  return errorResponse(error, contract.errors, requestId)
}

/** The request's id; the access log names it with what is asked for. */
function requestIdInLog(request: Request, { id, path }: Contract): string {
  const requestId = requestIdOf(request)
  noteAccess({ route: path, operation: id, requestId })
  return requestId
}

/** Who asks, as the access log names them. */
function callerInLog(actor: Actor | null): Parameters<typeof noteAccess>[0] {
  if (!actor || actor.kind === 'public') return {}
  const { kind, id, organizationId } = actor
  return { organizationId, ...(kind === 'user' ? { userId: id } : { apiKeyId: id }) }
}

/**
 * Counts the request and finds its caller; null where none is needed. Throws 429 and 401, and 403
 * for a page of another site, before the request is parsed, so that a stranger learns nothing of a
 * valid one.
 */
async function callerOf(
  request: Request,
  { auth, method, path, unlimited, whileLocked }: Contract,
  count: RequestCount,
): Promise<Actor | null> {
  if (!unlimited) await count.takeOfAddress()
  if (auth === 'public') return null
  const actor = await authenticate(request, `${method} ${path}`, { whileLocked })
  noteAccess(callerInLog(actor))
  await count.takeOf(actor)
  return actor
}

/** Throws 409 for a change in an organization that goes on in another installation. */
function requireHere(actor: Actor | null, method: string, permission: unknown): void {
  // One's own account and sessions belong to this installation.
  if (!actor?.moved || method === 'GET' || permission === 'self:manage') return
  if (actor.moved === 'cell')
    throw new ApiError(
      'unavailable',
      'This organization is being moved, for a few seconds. Repeat this; nothing was changed.',
      {},
      { headers: { 'retry-after': '2' } },
    )
  throw new ApiError(
    'conflict',
    'This organization has moved to another installation. Here it can only be read: sign in there.',
  )
}

/**
 * Throws for an endpoint without a permission, and for a POST that would ignore its idempotency
 * key.
 */
function requireParts(contract: Contract, permission: unknown, keyScope: unknown): void {
  if (contract.auth === 'key' && permission === undefined)
    throw new Error(`${contract.id}: its operation names no permission`)
  if (contract.idempotent && keyScope === undefined)
    throw new Error(`${contract.id}: its operation stores no answers for idempotency keys`)
}

/**
 * Joins a contract and an operation. A request passes these stages in order: request id, rate
 * limit of its address, authentication, rate limits of the caller, permission, parsing of params, query and body, the operation, validation of its
 * output, the answer. One catch turns every error into the endpoint's error body.
 */
export function endpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
  Input,
  Output,
>(
  contract: Contract<P, Q, B, R>,
  run: Run<Input, Output> & FitsAlone<P, Q, B, R, Input, Output>,
): Endpoint
export function endpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
  Input,
  Output,
>(
  contract: Contract<P, Q, B, R>,
  run: Run<Input, Output>,
  options: EndpointOptions<P, Q, B, R, Input, Output>,
): Endpoint
export function endpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
  Input,
  Output,
>(
  contract: Contract<P, Q, B, R>,
  run: Run<Input, Output>,
  options: Partial<EndpointOptions<P, Q, B, R, Input, Output>> = {},
): Endpoint {
  const { permission, keyScope } = run
  requireParts(contract, permission, keyScope)
  const answered = async (request: Request, given: Params, count: RequestCount) => {
    const requestId = requestIdInLog(request, contract)
    const headers: Record<string, string> = {
      'x-request-id': requestId,
      'cache-control': 'no-store',
    }
    let sent = noBody
    let actor: Actor | null = null
    try {
      actor = await callerOf(request, contract, count)
      if (actor && permission) requirePermission(actor, permission)
      requireHere(actor, contract.method, permission)
      const received = await receive(contract, { request, given, actor }, (body) => {
        sent = body
      })
      const { parsed, raw, cursors, next } = received
      // The argument types demand `input` when the merged object is not an `Input`.
      const input = options.input ? await options.input(parsed) : (mergedOf(parsed) as Input)
      const inBody = options.idempotencyKey?.(parsed)
      const key = await idempotencyOf(contract, request, raw, inBody, next)
      const onReplay = () => {
        headers['idempotent-replayed'] = 'true'
      }
      const idempotency = key ? { idempotency: { ...key, onReplay } } : {}
      const info = { requestId, signal: request.signal, ...idempotency }
      // The operation of a public endpoint creates its own actor; it receives a placeholder without
      // any permission.
      const output = cursors.seal(await runAs(actor, () => run(actor ?? nobody, input, info)))
      const isConstant = options.constant === true
      const making = { headers, next, isConstant }
      return await respond(contract, await options.respond?.(output, parsed), output, making)
    } catch (thrown) {
      const refused = await refuse(thrown, contract, { request, given, actor, requestId })
      if (refused.status === 401) count.chargeRefusal()
      return refused
    } finally {
      sent.done()
    }
  }
  const handler: Handler = async (request, params) => {
    const end = metrics.requestSeconds.startTimer({ operation: contract.id })
    const count = new RequestCount()
    const response = notModified(request, await answered(request, params, count))
    count.sign(response.headers)
    end({ status: response.status })
    return response
  }
  return Object.assign(handler, { contract, permission, keyScope })
}

const mergedOf = ({ body, query, params }: Parsed<z.ZodType, z.ZodType, z.ZodType>): object => ({
  ...(body as object),
  ...(query as object),
  ...(params as object),
})

const nobody = newActor({
  kind: 'public',
  id: 'nobody',
  name: 'nobody',
  email: null,
  organizationId: '00000000-0000-0000-0000-000000000000',
  role: 'public',
  sessionId: null,
})
