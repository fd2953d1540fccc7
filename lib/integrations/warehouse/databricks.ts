import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { collectRows, resultLimits, resultTooLarge } from './collect-rows.ts'
import { databricksValue } from './databricks-value.ts'
import type { WarehouseRow } from './port.ts'
import { queryFailed } from './query-failed.ts'
import { requireReadOnly } from './read-only-sql.ts'
import { waitFor } from './wait-for.ts'
import { withDeadline } from './with-deadline.ts'

const provider = 'databricks'
const address = '/api/2.0/sql/statements'
/** An inline result has at most 25 MiB. */
const maxBytes = 30 * 1024 * 1024

const chunkSchema = z.object({
  data_array: z.array(z.array(z.string().nullable())).default([]),
  next_chunk_internal_link: z.string().optional(),
})
const statementSchema = z.object({
  statement_id: z.string(),
  status: z.object({
    state: z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED', 'CLOSED']),
    error: z
      .object({ error_code: z.string().optional(), message: z.string().optional() })
      .optional(),
    sql_state: z.string().optional(),
  }),
  manifest: z
    .object({
      schema: z.object({
        columns: z
          .array(z.object({ name: z.string(), type_name: z.string(), position: z.int() }))
          .default([]),
      }),
      total_row_count: z.int().default(0),
      truncated: z.boolean().default(false),
    })
    .optional(),
  result: chunkSchema.optional(),
})
const failureSchema = z.object({
  error_code: z.string().optional(),
  message: z.string().optional(),
})
const tokenSchema = z.object({ access_token: z.string().min(1) })

const config = z.object({
  address: addressField(
    'Workspace address',
    'For example https://dbc-a1b2c3d4-e5f6.cloud.databricks.com.',
  ),
  warehouseId: z
    .string()
    .regex(
      /^[A-Za-z0-9-]{1,64}$/,
      'Give the id of the SQL warehouse, for example 8e3a1b2c4d5f6789.',
    )
    .meta({
      title: 'Warehouse id',
      description: 'Of the SQL warehouse, under its connection details.',
    }),
  catalog: z
    .string()
    .max(255)
    .optional()
    .meta({ title: 'Catalog', description: 'When empty: the workspace’s default.' }),
  schema: z
    .string()
    .max(255)
    .optional()
    .meta({ title: 'Schema', description: 'When empty: the catalog’s default.' }),
  clientId: z.string().max(200).optional().meta({
    title: 'Client id',
    description:
      'Of a service principal; left out, the connection signs in with a personal access token.',
  }),
  timeoutSeconds: z
    .int()
    .min(5)
    .max(300)
    .default(60)
    .meta({ title: 'Time limit', description: 'Seconds that a query may take.' }),
})
const secrets = z.object({
  token: z
    .string()
    .optional()
    .meta({ title: 'Access token', description: 'A personal access token.' }),
  clientSecret: z
    .string()
    .optional()
    .meta({ title: 'Client secret', description: 'Of the service principal.' }),
})

type Statement = z.output<typeof statementSchema>

function incomplete(what: string): ApiError {
  return new ApiError(
    'provider_error',
    `This connection is not complete: ${what}. An owner can add it under Connections.`,
    { provider, code: 'incomplete' },
  )
}

function parsed<T extends z.ZodType>(schema: T, response: ProviderResponse): z.output<T> {
  if (response.status !== 200) throw refused(response)
  const result = schema.safeParse(response.json())
  if (result.success) return result.data
  throw new ApiError(
    'provider_error',
    'The warehouse answered something that is not as documented.',
    { provider, status: response.status },
  )
}

function refused(response: ProviderResponse): ApiError {
  let code: string | undefined
  try {
    code = failureSchema.parse(response.json()).error_code
  } catch {
    // no JSON, as from a gateway in between
  }
  return providerRefused(provider, response, { code })
}

/** Throws for a statement that did not succeed, which Databricks reports with HTTP 200. */
function ended({ status }: Statement): ApiError {
  const { error_code: code, message } = status.error ?? {}
  if (status.state === 'FAILED')
    return queryFailed(provider, { code, message, sqlState: status.sql_state })
  return new ApiError(
    'provider_error',
    'The warehouse stopped the query: it was cancelled, or its result was closed. Ask again.',
    { provider, status: 200, code: status.state },
  )
}

/**
 * How long Databricks delays its answer to the first call (5 to 50 s, or 0 s). Short, because that
 * answer contains the id for cancelling the statement, and must arrive before our own deadline.
 */
const waitTimeout = '0s'

const cancelPath = (statementId: string) => `${address}/${encodeURIComponent(statementId)}/cancel`

/** Replaces the sentence that the query was stopped, where Databricks did not confirm it. */
function stillRunning(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'provider_timeout') return error
  const message =
    'The query did not end in time, and Databricks did not confirm that it was cancelled: it may ' +
    'still be running there. Check its query history.'
  return new ApiError('provider_timeout', message, error.details, { cause: error })
}

type Settings = z.output<typeof config>
type Call = (
  method: 'GET' | 'POST',
  to: string,
  body?: object,
  until?: AbortSignal,
) => Promise<ProviderResponse>

/** The access token of the settings, or one of the service principal that they name. */
async function tokenOf(
  settings: Settings,
  { token, clientSecret }: z.output<typeof secrets>,
  { base, send, signal }: { base: string; send: Send; signal: AbortSignal },
): Promise<string> {
  if (!settings.clientId) {
    if (token) return token
    throw incomplete('it needs an access token, or the client id and secret of a service principal')
  }
  if (!clientSecret) throw incomplete('sign-in as a service principal needs the client secret')
  const credential = Buffer.from(`${settings.clientId}:${clientSecret}`).toString('base64')
  const response = await send({
    method: 'POST',
    url: `${base}/oidc/v1/token`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${credential}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'all-apis' }).toString(),
    signal,
    repeatable: true,
  })
  return parsed(tokenSchema, response).access_token
}

type Send = ReturnType<typeof providerHttp>

const isUnfinished = ({ status }: Statement): boolean =>
  status.state === 'PENDING' || status.state === 'RUNNING'

/**
 * Runs one statement from its start to its rows, or cancels it when the caller has disconnected.
 */
class Execution {
  readonly #call: Call
  readonly #signal: AbortSignal
  /** The id of a statement that Databricks executes. */
  #running: string | undefined
  /** The statement was sent, but no answer has returned its id. */
  #isIdUnknown = false

  constructor(call: Call, signal: AbortSignal) {
    this.#call = call
    this.#signal = signal
  }

  async run(statement: string, settings: Settings): Promise<WarehouseRow[]> {
    try {
      const ended = await this.#execute(statement, settings)
      return await this.#rowsOf(ended)
    } catch (error) {
      if (!this.#signal.aborted || (await this.#isCancelled())) throw error
      throw stillRunning(error)
    }
  }

  /** Waits until the statement has succeeded. */
  async #execute(
    statement: string,
    { warehouseId, catalog, schema }: Settings,
  ): Promise<Statement> {
    const body = {
      statement,
      warehouse_id: warehouseId,
      catalog,
      schema,
      wait_timeout: waitTimeout,
      on_wait_timeout: 'CONTINUE',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
      row_limit: resultLimits.maxRows + 1,
    }
    this.#isIdUnknown = true
    let response = await this.#call('POST', address, body)
    let current = parsed(statementSchema, response)
    this.#isIdUnknown = false
    for (let look = 0; isUnfinished(current); look++) {
      this.#running = current.statement_id
      await waitFor(look, response.headers.get('retry-after'), this.#signal)
      response = await this.#call('GET', `${address}/${encodeURIComponent(this.#running)}`)
      current = parsed(statementSchema, response)
    }
    this.#running = undefined
    if (current.status.state !== 'SUCCEEDED') throw ended(current)
    return current
  }

  async #rowsOf({ manifest, result }: Statement): Promise<WarehouseRow[]> {
    if (manifest && (manifest.truncated || manifest.total_row_count > resultLimits.maxRows))
      throw resultTooLarge()
    const columns = (manifest?.schema.columns ?? []).toSorted(
      (one, other) => one.position - other.position,
    )
    const collected = collectRows(columns.map(({ name }) => name))
    for (let chunk = result; chunk;) {
      for (const row of chunk.data_array)
        collected.add(
          columns.map(({ type_name: type }, index) => databricksValue(type, row[index] ?? null)),
        )
      const next = chunk.next_chunk_internal_link
      chunk = next ? parsed(chunkSchema, await this.#call('GET', next)) : undefined
    }
    return collected.rows
  }

  /** Asks Databricks to cancel the statement; returns false when that is not certain. */
  async #isCancelled(): Promise<boolean> {
    const running = this.#running
    if (running === undefined) return !this.#isIdUnknown
    return await this.#call('POST', cancelPath(running), {}, AbortSignal.timeout(3000)).then(
      ({ status }) => status === 200,
      () => false,
    )
  }
}

/** Databricks' statement execution API, version 2.0. */
export const warehouseDatabricks = defineProvider({
  kind: 'warehouse',
  id: provider,
  title: 'Databricks SQL',
  description:
    'A Databricks SQL warehouse, by the statement execution API. ' +
    'Give the connection a principal that may only read.',
  config,
  secrets,
  addressFields: ['address'],
  embedded: false,
  open({ config: settings, secrets, allowPrivate }) {
    const base = settings.address.replace(/\/+$/, '')
    const send = providerHttp({
      provider,
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: settings.timeoutSeconds * 1000,
      maxBytes,
    })

    const ask = async (statement: string, signal: AbortSignal): Promise<WarehouseRow[]> => {
      const authorization = `Bearer ${await tokenOf(settings, secrets, { base, send, signal })}`
      const call: Call = async (method, to, body, until = signal) =>
        await send({
          method,
          url: new URL(to, `${base}/`).href,
          headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: until,
          // The statement only reads.
          repeatable: true,
        })
      const execution = new Execution(call, signal)
      return await execution.run(statement, settings)
    }

    return {
      async query(query, signal) {
        requireReadOnly(query)
        return await withDeadline(provider, settings.timeoutSeconds, signal, (both) =>
          ask(query, both),
        )
      },
      async test(signal) {
        const [row] = await withDeadline(
          provider,
          Math.min(20, settings.timeoutSeconds),
          signal,
          (both) => ask('SELECT current_user() AS who, current_catalog() AS catalog', both),
        )
        const who = `we are ${String(row?.['who'])}, the catalog is ${String(row?.['catalog'])}`
        return `Databricks answered and took our credentials: ${who}.`
      },
    }
  },
})
