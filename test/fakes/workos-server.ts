import { createHmac } from 'node:crypto'
import { startProviderServer, type ProviderAnswer, type ProviderServer } from './provider-server.ts'

type User = {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  state: string
  /** The ids of their groups; WorkOS itself answers none in the record of a person. */
  groups: string[]
  directory_id?: string
  idp_id?: string
  updated_at?: string
  emails?: { value: string; primary?: boolean; type?: string }[]
  username?: string | null
}
type Group = { id: string; idp_id: string; directory_id: string; name: string }
type Event = { id: string; event: string; data: object }
export type WorkOsServer = ProviderServer & {
  apiKey: string
  webhookSecret: string
  /** The state that GET /directories/{id} answers. */
  directoryState: string
  groups: Group[]
  users: User[]
  events: Event[]
  /** A user or group as answers and events have it. */
  userRecord(user: User): object
  groupRecord(group: Group): object
  /** The request of a webhook, signed as WorkOS signs it. */
  webhook(
    event: Event,
    sent?: { at?: number; secret?: string },
  ): {
    body: string
    headers: Record<string, string>
  }
}

const directory = 'directory_ours'
const organization = 'org_1'
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

// The query parameters of each list (github.com/workos/openapi-spec, `spec/open-api-spec.yaml`).
const paging = ['before', 'after', 'limit', 'order']
const parameters: Record<string, string[]> = {
  directory_users: [...paging, 'directory', 'group', 'idp_id', 'email'],
  directory_groups: [...paging, 'directory', 'user'],
  events: [...paging, 'events', 'range_start', 'range_end', 'organization_id'],
}
const eventNames = new Set(
  ['activated', 'deleted', 'group.user_added', 'group.user_removed']
    .concat(
      ['user', 'group'].flatMap((of) =>
        ['created', 'updated', 'deleted'].map((is) => `${of}.${is}`),
      ),
    )
    .map((name) => `dsync.${name}`),
)

const groupRecord = (group: Group) => ({
  object: 'directory_group',
  organization_id: organization,
  ...stamps,
  ...group,
})
const userRecord = (user: User) => ({
  object: 'directory_user',
  directory_id: directory,
  organization_id: organization,
  idp_id: user.id,
  custom_attributes: {},
  ...stamps,
  ...user,
  // Deprecated and empty since 2026 (workos.com/docs/reference/directory-sync/directory-user).
  groups: [],
})

/** The first parameter that the contract does not allow. */
function wrongParameter(collection: string, query: URLSearchParams): string | undefined {
  for (const [name, value] of query) {
    if (!parameters[collection]?.includes(name)) return name
    if (name === 'order' && !['asc', 'desc', 'normal'].includes(value)) return name
    if (name === 'limit' && !/^(?:[1-9]\d?|100)$/.test(value)) return name
    // `style: form, explode: false`: one list with commas.
    if (name === 'events' && !value.split(',').every((each) => eventNames.has(each))) return name
    if (name === 'organization_id' && value !== organization) return name
  }
  return undefined
}

function list(entries: { id: string }[], query: URLSearchParams): ProviderAnswer {
  const limit = Number(query.get('limit') ?? 10)
  const ordered = (query.get('order') ?? 'desc') === 'asc' ? entries : entries.toReversed()
  const place = ordered.findIndex(({ id }) => id === query.get('after'))
  if (query.has('after') && place < 0) return invalid('after')
  const data = ordered.slice(place + 1, place + 1 + limit)
  const isLast = place + 1 + limit >= ordered.length
  const metadata = { before: null, after: isLast ? null : (data.at(-1)?.id ?? null) }
  return { status: 200, body: { object: 'list', data, list_metadata: metadata } }
}

type State = Pick<WorkOsServer, 'apiKey' | 'directoryState' | 'groups' | 'users' | 'events'>

function listOf(state: State, collection: string, query: URLSearchParams): ProviderAnswer {
  const wrong = wrongParameter(collection, query)
  if (wrong !== undefined) return invalid(wrong)
  const ours = query.get('directory')
  if (collection === 'events') {
    const names = query.get('events')?.split(',') ?? []
    const wanted = state.events.filter(({ event }) => names.includes(event))
    return list(
      wanted.map((event) => ({ object: 'event', ...event, created_at: stamps.created_at })),
      query,
    )
  }
  if (collection === 'directory_groups')
    return ours === null
      ? invalid('directory')
      : list(
          state.groups.filter(({ directory_id }) => directory_id === ours).map(groupRecord),
          query,
        )
  const group = query.get('group')
  if (ours === null && group === null) return invalid('group')
  const users = state.users.filter(
    ({ groups, directory_id = directory }) =>
      (group === null || groups.includes(group)) && (ours === null || directory_id === ours),
  )
  return list(users.map(userRecord), query)
}

function one(state: State, collection: string, id: string): ProviderAnswer | undefined {
  const { groups, users } = state
  if (collection === 'directories') {
    const isKnown = id === directory || groups.some(({ directory_id }) => directory_id === id)
    const body = {
      object: 'directory',
      id,
      organization_id: organization,
      external_key: 'key',
      state: state.directoryState,
      name: 'Okta',
      type: 'okta scim v2.0',
      ...stamps,
    }
    return isKnown ? { status: 200, body } : notFound('directory')
  }
  if (collection === 'directory_groups') {
    const group = groups.find((each) => each.id === id)
    return group ? { status: 200, body: groupRecord(group) } : notFound('group')
  }
  if (collection !== 'directory_users') return undefined
  const user = users.find((each) => each.id === id)
  return user ? { status: 200, body: userRecord(user) } : notFound('user')
}

/** WorkOS Directory Sync as its API description has it: a bearer key, lists by cursor, events. */
export async function startWorkOsServer(): Promise<WorkOsServer> {
  const state = {
    apiKey: 'sk_test_nobody_may_see',
    webhookSecret: 'whsec_nobody_may_see',
    directoryState: 'linked',
    groups: [] as Group[],
    users: [] as User[],
    events: [] as Event[],
  }
  const server = await startProviderServer(({ method, headers, url }) => {
    if (headers.authorization !== `Bearer ${state.apiKey}`)
      return { status: 401, body: { message: 'Unauthorized' } }
    if (method !== 'GET') return { status: 405 }
    const [, collection = '', id] = url.pathname.split('/')
    const found = id === undefined ? undefined : one(state, collection, decodeURIComponent(id))
    if (found) return found
    return id === undefined && collection in parameters
      ? listOf(state, collection, url.searchParams)
      : { status: 404 }
  })
  const webhook: WorkOsServer['webhook'] = (
    event,
    { at = Date.now(), secret = state.webhookSecret } = {},
  ) => {
    const body = JSON.stringify({ ...event, created_at: stamps.created_at })
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    return { body, headers: { 'workos-signature': `t=${at}, v1=${signature}` } }
  }
  return Object.assign(state, server, { userRecord, groupRecord, webhook })
}
