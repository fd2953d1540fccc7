import type { Person } from '#test/samples/person'
import type { useApi } from './api.ts'
import { endpointsAt } from './endpoints-at.ts'

type Sent = { params?: Record<string, string>; query?: string; body?: unknown }
export type Answer = { status: number; body: Record<string, unknown> }

/** Calls endpoints as a signed-in person, or as the owner's key: `ask('PUT /api/v2/access', …)`. */
export const askAs =
  (api: ReturnType<typeof useApi>) =>
  async (endpoint: string, who: Person | 'owner', sent: Sent = {}): Promise<Answer> => {
    const [method = '', path = ''] = endpoint.split(' ')
    const { query = '', ...rest } = sent
    const address = Object.entries(sent.params ?? {}).reduce(
      (made, [name, value]) => made.replace(`{${name}}`, value),
      path,
    )
    const as = who === 'owner' ? { as: 'owner' as const } : { as: null, headers: who.headers }
    const handler = endpointsAt(path)[method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']
    return await api.send(handler, `${address}${query}`, { ...rest, ...as, method })
  }

/** The items of a list. */
export const itemsOf = ({ body }: Answer) => body['items'] as Record<string, unknown>[]
