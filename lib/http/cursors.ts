import { createHash } from 'node:crypto'
import type { Actor } from '#lib/auth/actor'
import type { Contract } from '#lib/contracts/contract'
import { ApiError } from '#lib/domain/api-error'

type Query = Record<string, unknown>

const refused = () =>
  ApiError.invalid([
    {
      path: 'cursor',
      message:
        'This cursor belongs to another list or to other filters. ' +
        'Use nextCursor of the previous answer, with the same filters.',
    },
  ])

const isPage = (output: unknown): output is { nextCursor: string | null } =>
  typeof output === 'object' && output !== null && 'nextCursor' in output

/** Whether this endpoint answers in pages. */
const hasPages = ({ method, query }: Pick<Contract, 'method' | 'query'>): boolean =>
  method === 'GET' && 'shape' in query && 'cursor' in (query.shape as object)

function byName([one]: [string, string], [other]: [string, string]): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/**
 * Binds the cursors of a list to the list. `seal` adds a mark of endpoint, organization, address
 * and filters to `nextCursor` of the answer. `open` refuses a cursor with another mark (400) and
 * removes the mark for the operation. `limit` may change from page to page.
 */
export function cursorsOf(
  contract: Pick<Contract, 'id' | 'method' | 'query'>,
  actor: Actor | null,
  { pathname, searchParams }: URL,
): { open(query: Query): Query; seal<T>(output: T): T } {
  if (!hasPages(contract)) return { open: (query) => query, seal: (output) => output }
  const filters = [...searchParams]
    .filter(([name]) => name !== 'limit' && name !== 'cursor')
    .sort(byName)
  const list = JSON.stringify([contract.id, actor?.organizationId ?? null, pathname, filters])
  const mark = `.${createHash('sha256').update(list).digest('base64url').slice(0, 10)}`
  return {
    open(query) {
      const { cursor } = query
      if (typeof cursor !== 'string') return query
      if (!cursor.endsWith(mark)) throw refused()
      return { ...query, cursor: cursor.slice(0, -mark.length) }
    },
    seal: (output) =>
      isPage(output) && output.nextCursor !== null
        ? { ...output, nextCursor: output.nextCursor + mark }
        : output,
  }
}
