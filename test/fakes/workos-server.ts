import { startProviderServer, type ProviderAnswer, type ProviderServer } from './provider-server.ts'

type User = {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  state: string
  groups: string[]
  emails?: { value: string; primary?: boolean; type?: string }[]
  username?: string | null
}
type Group = { id: string; idp_id: string; directory_id: string; name: string }
export type WorkOsServer = ProviderServer & { apiKey: string; groups: Group[]; users: User[] }

const stamps = {
  created_at: '2026-01-15T12:00:00.000Z',
  updated_at: '2026-01-15T12:00:00.000Z',
  raw_attributes: {},
}
const notFound = (what: string): ProviderAnswer => ({
  status: 404,
  body: { message: `Could not find ${what} of Jane Doe.`, code: 'entity_not_found' },
})
const invalid = (field: string): ProviderAnswer => ({
  status: 422,
  body: {
    message: 'Validation failed',
    code: 'invalid_request_parameters',
    errors: [{ field, code: 'invalid' }],
  },
})

/** WorkOS Directory Sync as its SDK knows it: a bearer key, lists by cursor of at most 100. */
export async function startWorkOsServer(): Promise<WorkOsServer> {
  const state = { apiKey: 'sk_test_nobody_may_see', groups: [] as Group[], users: [] as User[] }

  function list(entries: { id: string }[], query: URLSearchParams): ProviderAnswer {
    const limit = Number(query.get('limit') ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100) return invalid('limit')
    const start = query.has('after')
      ? entries.findIndex(({ id }) => id === query.get('after')) + 1
      : 0
    const data = entries.slice(start, start + limit)
    return {
      status: 200,
      body: {
        object: 'list',
        data,
        list_metadata: {
          before: null,
          after: start + limit < entries.length ? data.at(-1)?.id : null,
        },
      },
    }
  }

  const whole = (group: Group) => ({
    object: 'directory_group',
    organization_id: 'org_1',
    ...stamps,
    ...group,
  })
  const server = await startProviderServer(({ method, headers, url }) => {
    if (headers.authorization !== `Bearer ${state.apiKey}`)
      return { status: 401, body: { message: 'Unauthorized' } }
    if (method !== 'GET') return { status: 405 }
    const [, collection, id] = url.pathname.split('/')
    const query = url.searchParams
    if (collection === 'directories' && id !== undefined)
      return state.groups.some(({ directory_id }) => directory_id === id)
        ? {
            status: 200,
            body: {
              object: 'directory',
              id,
              state: 'linked',
              name: 'Okta',
              type: 'okta scim v2.0',
              ...stamps,
            },
          }
        : notFound('directory')
    if (collection === 'directory_groups' && id !== undefined) {
      const group = state.groups.find((each) => each.id === id)
      return group ? { status: 200, body: whole(group) } : notFound('group')
    }
    if (collection === 'directory_groups')
      return query.has('directory')
        ? list(
            state.groups
              .filter(({ directory_id }) => directory_id === query.get('directory'))
              .map(whole),
            query,
          )
        : invalid('directory')
    if (collection === 'directory_users')
      return query.has('group')
        ? list(
            state.users
              .filter(({ groups }) => groups.includes(query.get('group') ?? ''))
              .map((user) => ({
                object: 'directory_user',
                idp_id: user.id,
                custom_attributes: {},
                ...stamps,
                ...user,
              })),
            query,
          )
        : invalid('group')
    return { status: 404 }
  })
  return Object.assign(state, server)
}
