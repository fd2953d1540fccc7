import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { providerRefused } from '../outbound/provider-refused.ts'
import { collectRows, resultLimits, resultTooLarge } from './collect-rows.ts'
import type { WarehouseRow } from './port.ts'
import { queryFailed } from './query-failed.ts'
import { requireReadOnly } from './read-only-sql.ts'
import { keyPairToken } from './snowflake-key.ts'
import { snowflakeValue } from './snowflake-value.ts'
import { waitFor } from './wait-for.ts'
import { withDeadline } from './with-deadline.ts'

const provider = 'snowflake'
const address = '/api/v2/statements'
/** The JSON text of cells is longer than their values. */
const maxBytes = 40 * 1024 * 1024

const cells = z.array(z.array(z.string().nullable()))
const resultSchema = z.object({
  statementHandle: z.string(),
  resultSetMetaData: z.object({
    numRows: z.int(),
    rowType: z.array(z.object({ name: z.string(), type: z.string() })),
    partitionInfo: z.array(z.object({ rowCount: z.int() })).default([]),
  }),
  data: cells,
})
const partitionSchema = z.object({ data: cells })
const statusSchema = z.object({ statementHandle: z.string(), statementStatusUrl: z.string() })
const failureSchema = z.object({
  code: z.string().optional(),
  sqlState: z.string().optional(),
  message: z.string().optional(),
})

const config = z.object({
  account: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/,
      'Give the account identifier, for example myorg-prod.',
    )
    .max(200)
    .meta({ title: 'Account', description: 'The account identifier, for example myorg-prod.' }),
  user: z
    .string()
    .min(1)
    .max(200)
    .meta({ title: 'User', description: 'A user whose role may only read.' }),
  auth: z
    .enum(['key-pair', 'programmatic-access-token', 'oauth'])
    .default('key-pair')
    .meta({
      title: 'Sign-in',
      enumNames: ['Key pair', 'Programmatic access token', 'OAuth access token'],
      description:
        'With the user’s key pair, a programmatic access token or an OAuth access token.',
    }),
  address: addressField(
    'Address',
    'When empty: https://<account>.snowflakecomputing.com. For private links.',
  ).optional(),
  warehouse: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Warehouse', description: 'When empty: the user’s default.' }),
  database: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Database', description: 'When empty: the user’s default.' }),
  schema: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Schema', description: 'When empty: the user’s default.' }),
  role: z
    .string()
    .max(200)
    .optional()
    .meta({ title: 'Role', description: 'When empty: the user’s default.' }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(300)
    .default(60)
    .meta({ title: 'Time limit', description: 'Seconds that a query may take.' }),
})
const secrets = z.object({
  privateKey: z.string().optional().meta({
    title: 'Private key',
    description: 'RSA, in PEM, for sign-in with a key pair.',
    'x-formFieldType': 'long-text',
  }),
  passphrase: z
    .string()
    .optional()
    .meta({ title: 'Passphrase', description: 'Of the private key, when it has one.' }),
  token: z.string().optional().meta({ title: 'Token', description: 'For sign-in with a token.' }),
})

const tokenTypes = {
  'key-pair': 'KEYPAIR_JWT',
  'programmatic-access-token': 'PROGRAMMATIC_ACCESS_TOKEN',
  oauth: 'OAUTH',
} as const

function incomplete(what: string): ApiError {
  return new ApiError(
    'provider_error',
    `This connection is not complete: ${what}. An owner can add it under Connections.`,
    { provider, code: 'incomplete' },
  )
}

function parsed<T extends z.ZodType>(schema: T, response: ProviderResponse): z.output<T> {
  const result = schema.safeParse(response.json())
  if (result.success) return result.data
  throw new ApiError(
    'provider_error',
    'The warehouse answered something that is not as documented.',
    { provider, status: response.status },
  )
}

/** 422 is an error of the query, 408 its time limit; all others are errors of the connection. */
function refused(response: ProviderResponse): ApiError {
  let said: z.output<typeof failureSchema> = {}
  try {
    said = failureSchema.parse(response.json())
  } catch {
    // no JSON, as from a gateway in between
  }
  if (response.status === 422) return queryFailed(provider, said)
  if (response.status === 408)
    return new ApiError(
      'provider_timeout',
      'The warehouse stopped the query at its time limit. Make it smaller, ' +
        'or raise the connection’s time limit.',
      { provider, ...(said.code ? { code: said.code } : {}) },
    )
  return providerRefused(provider, response, { code: said.code })
}

type Settings = z.output<typeof config>
type Call = (
  method: 'GET' | 'POST',
  to: string,
  body?: object,
  until?: AbortSignal,
) => Promise<ProviderResponse>

async function tokenOf(
  { auth, account, user }: Settings,
  { privateKey, passphrase, token }: z.output<typeof secrets>,
): Promise<string> {
  if (auth === 'key-pair') {
    if (!privateKey) throw incomplete('sign-in with a key pair needs the private key')
    return await keyPairToken({ account, user, privateKey: privateKey.trim(), passphrase })
  }
  if (!token) throw incomplete('sign-in with a token needs the token')
  return token
}

/**
 * Starts a statement, waits for its end and returns the result; cancels it when the caller has
 * disconnected.
 */
async function execute(
  call: Call,
  statement: string,
  { warehouse, database, schema, role, timeoutSeconds }: Settings,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const body = {
    statement,
    timeout: timeoutSeconds,
    warehouse,
    database,
    schema,
    role,
    parameters: { MULTI_STATEMENT_COUNT: '1' },
  }
  let running: string | undefined
  try {
    let response = await call('POST', `${address}?requestId=${randomUUID()}&nullable=true`, body)
    for (let look = 0; response.status === 202; look++) {
      const status = parsed(statusSchema, response)
      running = status.statementHandle
      await waitFor(look, response.headers.get('retry-after'), signal)
      response = await call('GET', status.statementStatusUrl)
    }
    running = undefined
    if (response.status !== 200) throw refused(response)
    return response
  } catch (error) {
    // The caller has disconnected, so a failed cancellation changes nothing here.
    if (running !== undefined && signal.aborted) {
      const path = `${address}/${encodeURIComponent(running)}/cancel`
      await call('POST', path, {}, AbortSignal.timeout(3000)).catch(() => undefined)
    }
    throw error
  }
}

/** Reads the rows of a result from all its partitions. Throws when some are missing. */
async function rowsOf(call: Call, response: ProviderResponse): Promise<WarehouseRow[]> {
  const { statementHandle, resultSetMetaData, data } = parsed(resultSchema, response)
  const { numRows, rowType, partitionInfo } = resultSetMetaData
  if (numRows > resultLimits.maxRows) throw resultTooLarge()
  const collected = collectRows(rowType.map(({ name }) => name))
  const add = (rows: z.output<typeof cells>) =>
    rows.forEach((row) =>
      collected.add(rowType.map(({ type }, index) => snowflakeValue(type, row[index] ?? null))),
    )
  add(data)
  const path = `${address}/${encodeURIComponent(statementHandle)}`
  for (let partition = 1; partition < partitionInfo.length; partition++) {
    const next = await call('GET', `${path}?partition=${partition}`)
    if (next.status !== 200) throw refused(next)
    add(parsed(partitionSchema, next).data)
  }
  const { rows } = collected
  if (rows.length === numRows) return rows
  throw new ApiError(
    'provider_error',
    `Snowflake announced ${numRows} rows and sent ${rows.length}. Ask again.`,
    { provider, status: response.status, code: 'incomplete_result' },
  )
}

/** Snowflake's SQL API, version 2. */
export const warehouseSnowflake = defineProvider({
  kind: 'warehouse',
  id: provider,
  title: 'Snowflake',
  description: 'Snowflake, by its SQL API. Give the connection a role that may only read.',
  config,
  secrets,
  addressFields: ['account', 'address'],
  embedded: false,
  open({ config: settings, secrets, allowPrivate }) {
    // Host names have no underscores; account identifiers may.
    const base = (
      settings.address ??
      `https://${settings.account.replaceAll('_', '-').toLowerCase()}.snowflakecomputing.com`
    ).replace(/\/+$/, '')
    const send = providerHttp({
      provider,
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: settings.timeoutSeconds * 1000,
      maxBytes,
    })

    const ask = async (statement: string, signal: AbortSignal): Promise<WarehouseRow[]> => {
      const headers = {
        authorization: `Bearer ${await tokenOf(settings, secrets)}`,
        'x-snowflake-authorization-token-type': tokenTypes[settings.auth],
      }
      const call: Call = async (method, to, body, until = signal) =>
        await send({
          method,
          url: new URL(to, base).href,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: until,
          // The statement only reads, and the request id identifies a repeat.
          repeatable: true,
        })
      return await rowsOf(call, await execute(call, statement, settings, signal))
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
          (both) => ask('SELECT CURRENT_VERSION() AS "version", CURRENT_ROLE() AS "role"', both),
        )
        const role = `the role is ${String(row?.['role'])}`
        return (
          `Snowflake answered (version ${String(row?.['version'])}) and took ` +
          `our credentials; ${role}.`
        )
      },
    }
  },
})
