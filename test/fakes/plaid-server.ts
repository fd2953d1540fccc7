import {
  startProviderServer,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
} from './provider-server.ts'

export type PlaidServer = ProviderServer & {
  clientId: string
  secret: string
  accessToken: string
  /** How often the Item's data changed; a reader in the middle of its pages must start again. */
  changes: number
  /** The error of the Item, for /item/get. */
  itemError: string | null
  /** `transactions_update_status` of the answers; NOT_READY has no transactions. */
  updateStatus: string
  /** Answers every sync with this mutation error, even for a stored cursor. */
  stuck: boolean
}

export const plaidError = (
  status: number,
  error_type: string,
  error_code: string,
  headers: Record<string, string> = {},
): ProviderAnswer => ({
  status,
  headers,
  body: {
    error_type,
    error_code,
    error_code_reason: null,
    error_message: 'words about Jane Doe',
    display_message: null,
    request_id: 'HNTDNrA8F1shFEW',
    documentation_url: 'https://plaid.com/docs/?ref=error',
    suggested_action: null,
  },
})

const mutation = () =>
  plaidError(400, 'TRANSACTIONS_ERROR', 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION')
const transaction = (number: number) => ({
  transaction_id: `t${number}`,
  account_id: 'a1',
  amount: number + 0.25,
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
  date: '2026-03-06',
  pending: false,
  extra: { kept: true },
})
const total = 7

/**
 * Plaid's /transactions/sync and /item/get as its OpenAPI document and error pages describe them:
 * one Item with seven transactions.
 */
export async function startPlaidServer(): Promise<PlaidServer> {
  const state = {
    clientId: 'client-1',
    secret: 'secret-that-nobody-may-see',
    accessToken: 'access-sandbox-1',
    changes: 0,
    itemError: null as string | null,
    stuck: false,
    updateStatus: 'HISTORICAL_UPDATE_COMPLETE',
  }

  function sync(body: Record<string, unknown>): ProviderAnswer {
    const unknown = Object.keys(body).filter(
      (name) => !['access_token', 'cursor', 'count', 'options'].includes(name),
    )
    const { count = 100, cursor = '' } = body as { count?: unknown; cursor?: unknown }
    if (unknown.length > 0) return plaidError(400, 'INVALID_REQUEST', 'UNKNOWN_FIELDS')
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 500)
      return plaidError(400, 'INVALID_REQUEST', 'INVALID_FIELD')
    if (typeof cursor !== 'string' || cursor.length > 256)
      return plaidError(400, 'INVALID_REQUEST', 'INVALID_FIELD')
    const [kind, changes, offset] =
      cursor === ''
        ? ['page', String(state.changes), '0']
        : Buffer.from(cursor, 'base64').toString().split(' ')
    if (kind !== 'page' && kind !== 'end')
      return plaidError(400, 'INVALID_REQUEST', 'INVALID_FIELD')
    if (state.stuck && cursor !== '') return mutation()
    if (kind === 'page' && Number(changes) !== state.changes) return mutation()
    const start = Number(offset)
    if (state.updateStatus === 'NOT_READY') {
      const empty = { added: [], modified: [], removed: [], next_cursor: '', has_more: false }
      const status = { transactions_update_status: 'NOT_READY', accounts: [], request_id: 'r' }
      return { status: 200, body: { ...empty, ...status } }
    }
    const added =
      kind === 'end'
        ? []
        : Array.from({ length: total }, (_each, number) => transaction(number)).slice(
            start,
            start + count,
          )
    const changed = kind === 'end' && Number(changes) < state.changes
    const has_more = kind === 'page' && start + count < total
    const next = has_more ? `page ${state.changes} ${start + count}` : `end ${state.changes}`
    return {
      status: 200,
      body: {
        transactions_update_status: state.updateStatus,
        accounts: [],
        added,
        modified: changed ? [{ ...transaction(1), amount: 99 }] : [],
        removed: changed ? [{ transaction_id: 't2', account_id: 'a1' }] : [],
        next_cursor: Buffer.from(next).toString('base64'),
        has_more,
        request_id: 'Wvhy9PZHQLV8njG',
      },
    }
  }

  const server = await startProviderServer((call: ProviderCall) => {
    if (call.method !== 'POST' || call.headers['content-type'] !== 'application/json')
      return plaidError(400, 'INVALID_REQUEST', 'INVALID_HEADERS')
    if (call.headers['plaid-version'] !== '2020-09-14')
      return plaidError(400, 'INVALID_REQUEST', 'INVALID_API_VERSION')
    if (
      call.headers['plaid-client-id'] !== state.clientId ||
      call.headers['plaid-secret'] !== state.secret
    )
      return plaidError(400, 'INVALID_INPUT', 'INVALID_API_KEYS')
    const body = call.json()
    if (body['access_token'] !== state.accessToken)
      return plaidError(400, 'INVALID_INPUT', 'INVALID_ACCESS_TOKEN')
    if (call.url.pathname === '/item/get')
      return {
        status: 200,
        body: {
          item: {
            item_id: 'i1',
            error: state.itemError
              ? { error_type: 'ITEM_ERROR', error_code: state.itemError }
              : null,
          },
          status: null,
          request_id: 'r',
        },
      }
    return call.url.pathname === '/transactions/sync'
      ? sync(body)
      : plaidError(404, 'INVALID_REQUEST', 'NOT_FOUND')
  })
  return Object.assign(state, server)
}
