import pg from 'pg'
import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { outboundAddress } from '../outbound/outbound-address.ts'
import { defineProvider } from '../provider.ts'
import type { WarehouseRow } from './port.ts'
import { runInPostgres } from './postgres-session.ts'
import { queryFailed } from './query-failed.ts'
import { requireReadOnly } from './read-only-sql.ts'
import { withDeadline } from './with-deadline.ts'

const provider = 'postgres'

const config = z.object({
  host: z
    .string()
    .regex(/^[A-Za-z0-9._:-]{1,253}$/, 'Give a host name or address, without a port.')
    .meta({ title: 'Host', description: 'For example warehouse.example.com.' }),
  port: z
    .int()
    .min(1)
    .max(65535)
    .default(5432)
    .meta({ title: 'Port', description: 'Usually 5432.' }),
  database: z
    .string()
    .min(1)
    .max(63)
    .meta({ title: 'Database', description: 'Its name on the server.' }),
  user: z
    .string()
    .min(1)
    .max(63)
    .meta({ title: 'User', description: 'A role that may only read.' }),
  tls: z
    .enum(['verify', 'off'])
    .default('verify')
    .meta({
      title: 'Encryption',
      enumNames: ['TLS', 'None'],
      description: 'TLS with a checked certificate; off only inside your own network.',
    }),
  certificateAuthority: z.string().max(20_000).optional().meta({
    title: 'Certificate authority',
    description: 'PEM, when the server’s certificate is not signed by a public one.',
    'x-formFieldType': 'long-text',
  }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(300)
    .default(30)
    .meta({ title: 'Time limit', description: 'Seconds that a query may take.' }),
})
const secrets = z.object({
  password: z.string().optional().meta({ title: 'Password', description: 'Of the user.' }),
})

const refusedCredentials = /^28/
/**
 * Connection, resources, operator's intervention, system, internal (appendix A of the Postgres
 * manual): these are not errors of the query.
 */
const notTheQuery = /^(08|53|57P|58|XX|3D000)/

function mapped(error: unknown, phase: 'connecting' | 'asking'): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof pg.DatabaseError) {
    const { code = '', message, position } = error
    if (refusedCredentials.test(code))
      return new ApiError(
        'provider_error',
        `The warehouse refused our credentials (${code}). Check them under Connections.`,
        { provider, code },
      )
    if (code === '57014')
      return new ApiError(
        'provider_timeout',
        'The warehouse stopped the query at its time limit. Make it smaller, ' +
          'or raise the connection’s time limit.',
        { provider, code },
      )
    if (phase === 'asking' && !notTheQuery.test(code))
      return queryFailed(provider, {
        code,
        message,
        position: position === undefined ? undefined : Number(position),
      })
    return new ApiError(
      'provider_error',
      `The warehouse does not work (${code}), or has no such database.`,
      { provider, code },
    )
  }
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  if (/does not support SSL/.test(error.message))
    return new ApiError(
      'provider_error',
      'The server offers no encryption. Turn it on there; inside your own network you can ' +
        'turn it off for this connection.',
      { provider, code: 'no_tls' },
    )
  if (typeof code === 'string' && /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|ERR_TLS/.test(code))
    return new ApiError(
      'provider_error',
      `The server’s certificate was not accepted (${code}). Give the certificate authority ` +
        'that signed it.',
      { provider, code },
    )
  return new ApiError(
    'provider_error',
    'The warehouse could not be reached, or broke the connection. Check its address and that ' +
      'it is running.',
    { provider },
    { cause: error },
  )
}

/** Postgres and databases with its protocol. */
export const warehousePostgres = defineProvider({
  kind: 'warehouse',
  id: provider,
  title: 'PostgreSQL',
  description: 'A PostgreSQL database, asked in read-only transactions.',
  config,
  secrets,
  addressFields: ['host', 'port'],
  embedded: false,
  open({ config: settings, secrets: { password = '' }, allowPrivate }) {
    async function ask(
      query: string,
      seconds: number,
      signal: AbortSignal,
    ): Promise<WarehouseRow[]> {
      return await withDeadline(provider, seconds, signal, async (both) => {
        let phase: 'connecting' | 'asking' = 'connecting'
        try {
          const { host, port, database, user, tls, certificateAuthority, timeoutSeconds } = settings
          const address = await outboundAddress(provider, host, port, allowPrivate)
          const target = {
            host,
            address,
            port,
            database,
            user,
            password,
            tls,
            certificateAuthority,
            timeoutSeconds,
          }
          return await runInPostgres(target, query, both, () => {
            phase = 'asking'
          })
        } catch (error) {
          both.throwIfAborted()
          throw mapped(error, phase)
        }
      })
    }
    return {
      async query(query, signal) {
        requireReadOnly(query, 'standard')
        return await ask(query, settings.timeoutSeconds, signal)
      },
      async test(signal) {
        const [row] = await ask(
          "SELECT current_user AS who, current_setting('server_version') AS version",
          Math.min(15, settings.timeoutSeconds),
          signal,
        )
        return (
          `PostgreSQL ${String(row?.['version'])} answered and took our credentials: ` +
          `we are ${String(row?.['who'])}.`
        )
      },
    }
  },
})
