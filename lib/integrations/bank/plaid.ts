import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { BankPage } from '#lib/domain/provider/bank-page'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import { unwrapCursor, wrapCursor } from './paging-cursor.ts'
import { plaidError } from './plaid-error.ts'
import { unknownCursor } from './unknown-cursor.ts'

const hosts = { production: 'https://production.plaid.com', sandbox: 'https://sandbox.plaid.com' }
/** The API version of this adapter. */
const apiVersion = '2020-09-14'
/** Max characters of a cursor of Plaid's. */
const longestCursor = 256

const records = z.array(z.record(z.string(), z.unknown()))
const pageSchema = z.object({
  added: records,
  modified: records,
  removed: records,
  next_cursor: z.string(),
  has_more: z.boolean(),
  transactions_update_status: z.string().optional(),
})
/** TransactionsUpdateStatus of plaid-openapi; TRANSACTIONS_UPDATE_STATUS_UNKNOWN has no meaning. */
const histories: Partial<Record<string, BankPage['history']>> = {
  NOT_READY: 'not-ready',
  INITIAL_UPDATE_COMPLETE: 'recent',
  HISTORICAL_UPDATE_COMPLETE: 'complete',
}
const itemSchema = z.object({
  item: z.object({ error: z.object({ error_code: z.string().max(100) }).nullish() }),
})

/** Parses a page of transactions; `restart` is the cursor at the start of the update. */
function pageIn(response: ProviderResponse, restart: string): BankPage {
  const page = pageSchema.safeParse(response.json())
  if (!page.success)
    throw new ApiError(
      'provider_error',
      'The provider answered something that is no page of transactions.',
      { provider: 'plaid', status: response.status },
    )
  const { added, modified, removed, has_more: hasMore, next_cursor: next } = page.data
  const history = histories[page.data.transactions_update_status ?? '']
  return {
    transactions: added,
    modified,
    removed,
    hasMore,
    nextCursor: hasMore ? wrapCursor({ cursor: next, restart }) : next,
    ...(history ? { history } : {}),
  }
}

/** Throws when the answer is no Item, or one whose account cannot be read. */
function requireItem(response: ProviderResponse): void {
  const item = itemSchema.safeParse(response.json())
  const broken = item.success ? item.data.item.error?.error_code : undefined
  if (!item.success || broken)
    throw new ApiError(
      'provider_error',
      `Plaid took our credentials, but the account cannot be read (${broken ?? 'no Item'}).`,
      { provider: 'plaid', status: response.status, code: broken ?? 'no_item' },
    )
}

/** Plaid, /transactions/sync (sources: plaid/plaid-openapi 2020-09-14, plaid.com/docs/errors). */
export const bankPlaid = defineProvider({
  kind: 'bank',
  id: 'plaid',
  title: 'Plaid',
  description: 'Accounts of one Plaid Item, by its access token.',
  config: z.object({
    environment: z
      .enum(['production', 'sandbox'])
      .default('production')
      .meta({
        title: 'Environment',
        enumNames: ['Production', 'Sandbox'],
        description: 'Each has keys of its own.',
      }),
    clientId: z
      .string()
      .trim()
      .min(1, 'Give the client id.')
      .max(200)
      .meta({ title: 'Client id', description: 'From the keys of your Plaid dashboard.' }),
    pageSize: z.int().min(1).max(500).default(500).meta({
      title: 'Page size',
      description: 'Most changes in one page. Large pages meet fewer changes while reading.',
    }),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(120)
      .default(30)
      .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
    baseUrl: addressField('Address', 'Only where it is not Plaid’s own.').optional(),
  }),
  secrets: z.object({
    secret: z
      .string()
      .optional()
      .meta({ title: 'Secret', description: 'Belongs to the client id and the environment.' }),
    accessToken: z.string().optional().meta({
      title: 'Access token',
      description: 'Of the Item, from the exchange of Plaid Link’s public token.',
    }),
  }),
  addressFields: ['environment', 'baseUrl'],
  embedded: false,
  open({ config, secrets: { secret, accessToken }, allowPrivate }) {
    const base = (config.baseUrl ?? hosts[config.environment]).replace(/\/+$/, '')
    const send = providerHttp({
      provider: 'plaid',
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
    })

    async function post(
      path: string,
      body: Record<string, unknown>,
      signal: AbortSignal,
    ): Promise<ProviderResponse> {
      if (!secret || !accessToken)
        throw new ApiError(
          'provider_error',
          'This connection is not complete: Plaid needs a secret and an access token. ' +
            'An owner can add them under Connections.',
          { provider: 'plaid', code: 'incomplete' },
        )
      return await send({
        method: 'POST',
        url: `${base}/${path}`,
        headers: {
          'content-type': 'application/json',
          'plaid-client-id': config.clientId,
          'plaid-secret': secret,
          'plaid-version': apiVersion,
        },
        body: JSON.stringify({ access_token: accessToken, ...body }),
        signal,
        // Both calls only read.
        repeatable: true,
      })
    }

    return {
      async syncPage(given, signal) {
        const position = unwrapCursor(given)
        if (!position || position.cursor.length > longestCursor) throw unknownCursor()
        const { cursor, restart } = position
        const response = await post(
          'transactions/sync',
          { count: config.pageSize, ...(cursor ? { cursor } : {}) },
          signal,
        )
        if (response.status !== 200) throw plaidError(response, position)
        return pageIn(response, restart)
      },
      async test(signal) {
        const response = await post('item/get', {}, signal)
        if (response.status !== 200) throw plaidError(response)
        requireItem(response)
        return 'Plaid answered and took our credentials.'
      },
    }
  },
})
