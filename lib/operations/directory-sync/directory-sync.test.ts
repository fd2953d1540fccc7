import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { directories, directoryUsers } from '#db/schema/directories'
import { members, sessions } from '#db/schema/people'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { scimDirectory } from '#test/harness/scim'
import { startWorkOsServer } from '#test/fakes/workos-server'
import type { ProviderAnswer } from '#test/fakes/provider-server'
import { signedIn, type Person } from '#test/samples/person'
import { askForSync } from './ask-for-sync.ts'
import { syncDueDirectory } from './sync-directory.ts'

// Before the settings are read for the first time: the server lies on an internal address.
const workos = await startWorkOsServer()
process.env['HTTP_ALLOW_PRIVATE'] = workos.host
afterAll(async () => await workos.close())

const api = useApi()
const path = '/api/v2/directories'
const all = endpointsAt(path)
const one = endpointsAt('/api/v2/directories/{id}')
const again = endpointsAt('/api/v2/directories/{id}/sync')
const secretOf = endpointsAt('/api/v2/directories/{id}/webhook-secret')
const plan = endpointsAt('/api/v2/directories/{id}/plan')
const groups = endpointsAt('/api/v2/directory-groups')
const role = endpointsAt('/api/v2/directory-groups/{id}/role')
const usersOfGroup = endpointsAt('/api/v2/sso/directory-groups/{id}/users')
const connections = endpointsAt('/api/v2/connections')
const connection = endpointsAt('/api/v2/connections/{id}')
const hook = endpointsAt('/api/v2/hooks/directories/{token}')

type View = Record<string, unknown> & {
  id: string
  plan: { id: string; leavers: number } | null
  read: { isDue: boolean; webhook: { address: string } }
}
type Event = (typeof workos.events)[number]
type Sent = { body: string; headers: Record<string, string> }
type Fields = Partial<(typeof workos.users)[number]>

let owner: Person
let id: string
let connectionId: string
let run: string
const mine = () => ({ as: null, headers: owner.headers })
const userIdOf = (number: number) => `directory_user_${run}n${number}`
const groupIdOf = (number: number) => `directory_group_${run}n${number}`

function person(number: number, change: Fields = {}): (typeof workos.users)[number] {
  return {
    id: userIdOf(number),
    first_name: 'Avery',
    last_name: `Number ${number}`,
    email: `avery${number}@${run}.example.com`,
    state: 'active',
    groups: [],
    ...change,
  }
}
const groupOf = (number: number, name = `Group ${number}`) => ({
  id: groupIdOf(number),
  idp_id: `00g${run}-${number}`,
  directory_id: 'directory_ours',
  name,
})

/** The same person with a later change, as answers and events have it. */
let minute = 0
function changed(number: number, change: Fields): (typeof workos.users)[number] {
  const at = workos.users.findIndex((each) => each.id === userIdOf(number))
  const updated_at = new Date(Date.UTC(2026, 1, 1, 0, minute++)).toISOString()
  const user = { ...(workos.users[at] ?? person(number)), ...change, updated_at }
  if (at >= 0) workos.users[at] = user
  return user
}

function event(name: string, data: object): Event {
  const made = { id: `event_${newId()}`, event: `dsync.${name}`, data }
  workos.events.push(made)
  return made
}
const userEvent = (name: string, user: (typeof workos.users)[number]) =>
  event(`user.${name}`, workos.userRecord(user))
const membershipEvent = (name: 'added' | 'removed', user: number, group: number) =>
  event(`group.user_${name}`, {
    directory_id: 'directory_ours',
    user: workos.userRecord(
      workos.users.find((each) => each.id === userIdOf(user)) ?? person(user),
    ),
    group: workos.groupRecord(groupOf(group)),
  })

async function connect(): Promise<void> {
  const made = await api.send(connections.POST, '/api/v2/connections', {
    body: {
      kind: 'directory',
      provider: 'workos',
      slug: 'workos',
      name: 'WorkOS',
      config: { directoryId: 'directory_ours', baseUrl: workos.baseUrl, timeoutSeconds: 5 },
      secrets: { apiKey: workos.apiKey },
    },
  })
  connectionId = String(made.body['id'])
  const body = { name: 'Okta by WorkOS', kind: 'workos', connection: 'workos' }
  id = String((await api.send(all.POST, path, { body, ...mine() })).body['id'])
}

/** What the worker does once somebody or the clock asks for it. */
async function sync({ whole = false } = {}): Promise<void> {
  await inOrganization(api.organization.id, (tx) => askForSync(tx, id, { whole }))
  expect(await syncDueDirectory()).toBe(true)
}
const view = async () => (await api.send(one.GET, path, { params: { id }, ...mine() })).body as View

/** The people of this test who have access, by their number. */
async function active(): Promise<number[]> {
  const rows = await authDb()
    .select()
    .from(members)
    .where(eq(members.organizationId, api.organization.id))
  return rows
    .filter(({ email, disabledAt }) => email.includes(run) && disabledAt === null)
    .map(({ email }) => Number(/^avery(\d+)@/.exec(email)?.[1]))
    .toSorted((first, second) => first - second)
}
const memberOf = async (number: number) => {
  const rows = await authDb()
    .select()
    .from(members)
    .where(eq(members.email, `avery${number}@${run}.example.com`))
  return rows[0]
}

beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
  run = newId().slice(-12)
  workos.calls.length = 0
  workos.instead.length = 0
  workos.groups.length = 0
  workos.events.length = 0
  workos.directoryState = 'linked'
  workos.users.splice(0, Infinity, person(1), person(2), person(3))
  await connect()
})
afterEach(async () => {
  // The worker of the next test must not take this directory.
  await inOrganization(api.organization.id, (tx) =>
    tx.update(directories).set({ syncDueAt: null }).where(eq(directories.id, id)),
  )
})

describe('a directory of WorkOS', () => {
  it('is read whole: people become members, groups have their people, and again changes nothing', async () => {
    workos.groups.push(groupOf(1, 'Intake'))
    workos.users.splice(0, Infinity, person(1, { groups: [groupIdOf(1)] }), person(2))
    workos.users.push(person(3, { state: 'inactive' }))
    await sync()
    expect(await active()).toEqual([1, 2])
    expect(await view()).toMatchObject({
      people: 3,
      active: 2,
      groups: 1,
      lastSyncOk: true,
      lastSyncMessage: 'Everything was read: 3 people, 1 group.',
      read: { isDue: false, connection: { slug: 'workos' }, webhook: { isSigned: false } },
    })
    const rows = async () =>
      await inOrganization(api.organization.id, (tx) => tx.select().from(directoryUsers))
    const before = await rows()
    await sync({ whole: true })
    expect(await rows()).toEqual(before)
  })

  it('gives roles by its groups, whose people the specification’s endpoint reads', async () => {
    workos.groups.push(groupOf(1, 'Intake'))
    workos.users.splice(0, Infinity, person(1, { groups: [groupIdOf(1)] }), person(2))
    await sync()
    const { body } = await api.send(groups.GET, `/api/v2/directory-groups?directory=${id}`, mine())
    const [group] = body['items'] as { id: string }[]
    const params = { id: group?.id ?? '' }
    await api.send(role.PUT, path, { params, body: { role: 'builder' }, ...mine() })
    expect([(await memberOf(1))?.role, (await memberOf(2))?.role]).toEqual(['builder', 'worker'])
    membershipEvent('removed', 1, 1)
    membershipEvent('added', 2, 1)
    await sync()
    expect([(await memberOf(1))?.role, (await memberOf(2))?.role]).toEqual(['worker', 'builder'])

    const read = async (given: string) =>
      await api.send(usersOfGroup.GET, path, { params: { id: given }, ...mine() })
    const expected = {
      group: { id: params.id, name: 'Group 1', users: [{ name: 'Avery Number 2' }] },
    }
    for (const given of [params.id, groupIdOf(1), `00g${run}-1`])
      expect((await read(given)).body).toMatchObject(expected)
    // Another directory of the organization has a group with the same id of its identity provider.
    const other = await scimDirectory(api.organization.id)
    const twin = { displayName: 'Intake', externalId: `00g${run}-1` }
    await other.send('POST', 'Groups', { body: twin })
    const refused = await read(`00g${run}-1`)
    expect(refused.status).toBe(409)
    expect(String(refused.body['error'])).toContain('"Okta by WorkOS"')
    expect((await read(params.id)).body).toMatchObject(expected)
  })

  it('is followed by its events, in order and each once', async () => {
    await sync()
    workos.calls.length = 0
    const sessionId = newId()
    const userId = (await memberOf(1))?.userId ?? ''
    await authDb()
      .insert(sessions)
      .values({
        id: sessionId,
        userId,
        organizationId: api.organization.id,
        expiresAt: new Date(Date.now() + 60_000),
      })
    userEvent('updated', changed(1, { state: 'inactive' }))
    userEvent('created', changed(4, {}))
    // Switched off and on again before we looked: nothing happened.
    userEvent('updated', changed(2, { state: 'inactive' }))
    userEvent('updated', changed(2, { state: 'active', last_name: 'Renamed' }))
    await sync()
    expect(await active()).toEqual([2, 3, 4])
    const left = await authDb().select().from(sessions).where(eq(sessions.userId, userId))
    expect(left).toEqual([])
    expect(workos.calls.map(({ url }) => url.pathname)).toEqual([
      '/directories/directory_ours',
      '/events',
    ])
    const audited = async () =>
      await inOrganization(api.organization.id, (tx) =>
        tx.select().from(auditEntries).where(eq(auditEntries.action, 'member.left')),
      )
    expect(await audited()).toHaveLength(1)
    const cursor = workos.events.at(-1)?.id
    await sync()
    expect(workos.calls.at(-1)?.url.searchParams.get('after')).toBe(cursor)
    expect(await audited()).toHaveLength(1)
  })

  it('is followed over many pages of events, and loses a deleted person and group', async () => {
    workos.groups.push(groupOf(1))
    await sync()
    for (let each = 0; each < 150; each++)
      userEvent('updated', changed(2, { last_name: `Name ${each}` }))
    userEvent('deleted', person(3))
    event('group.deleted', workos.groupRecord(groupOf(1)))
    await sync()
    expect(await active()).toEqual([1, 2])
    expect(await view()).toMatchObject({ people: 2, groups: 0 })
    // What was under way while they were deleted does not bring them back.
    userEvent('updated', person(3))
    await sync()
    expect(await active()).toEqual([1, 2])
  })

  it('takes an event for old when it knows a newer state', async () => {
    const newest = changed(1, {})
    await sync()
    userEvent('updated', { ...newest, state: 'inactive', updated_at: '2026-01-01T00:00:00.000Z' })
    await sync()
    expect(await active()).toEqual([1, 2, 3])
  })

  it('ignores what happens in other directories of the same key', async () => {
    await sync()
    const theirs = { directory_id: 'directory_theirs' }
    userEvent('created', { ...person(7), ...theirs })
    userEvent('deleted', { ...person(1), ...theirs })
    event('deleted', { object: 'directory', id: 'directory_theirs' })
    await sync()
    expect(await active()).toEqual([1, 2, 3])
    expect(await view()).toMatchObject({ lastSyncOk: true })
  })

  it.each([
    [
      'an event that nobody can read',
      () => event('user.updated', { directory_id: 'directory_ours' }),
    ],
    ['a place that WorkOS does not keep any more', () => workos.events.splice(0, Infinity)],
    ['a directory that was activated anew', () => event('activated', { id: 'directory_ours' })],
  ])('is read whole after %s', async (_what, happens) => {
    userEvent('updated', person(1))
    await sync()
    workos.users.push(person(8))
    happens()
    await sync()
    expect((await view()).read.isDue).toBe(true)
    expect(await syncDueDirectory()).toBe(true)
    expect(await active()).toEqual([1, 2, 3, 8])
    expect((await view()).read.isDue).toBe(false)
  })
})

describe('a read that breaks or is partial', () => {
  const page = (data: object[], after: string | null): ProviderAnswer => ({
    status: 200,
    body: { object: 'list', data, list_metadata: { before: null, after } },
  })
  const linked = (): ProviderAnswer => ({
    status: 200,
    body: { id: 'directory_ours', state: 'linked', organization_id: 'org_1' },
  })
  const record = (number: number) => workos.userRecord(person(number))
  const unreadable = /refused|complete|not JSON|no directory record|did not answer|broke/

  it.each<[string, () => ProviderAnswer[], RegExp]>([
    ['the second page fails', () => [page([record(1)], 'x'), { status: 404 }], unreadable],
    ['the second page is the first', () => [page([record(1)], 'x'), page([], 'x')], /complete/],
    ['somebody is listed twice', () => [page([record(1), record(1)], null)], /complete/],
    [
      'somebody of another directory is listed',
      () => [page([{ ...record(1), directory_id: 'directory_theirs' }], null)],
      /complete/,
    ],
    ['the list lacks people who are there', () => [page([record(1)], null)], /lacks 2/],
    ['the list is empty', () => [page([], null)], /lacks 3/],
    ['an answer is no list', () => [{ status: 200, body: {} }], unreadable],
    ['an answer is no JSON', () => [{ status: 200, body: '<html>' }], unreadable],
    ['the key is refused', () => [{ status: 401 }], /credentials/],
  ])('(%s) removes nobody and says what happened', async (_what, answers, message) => {
    await sync()
    workos.instead.push(linked(), page([], null), linked(), ...answers())
    await sync({ whole: true })
    expect(await active()).toEqual([1, 2, 3])
    expect(await view()).toMatchObject({
      lastSyncOk: false,
      lastSyncMessage: expect.stringMatching(message),
      read: { isDue: true },
      people: 3,
    })
    // The next read mends it.
    workos.instead.length = 0
    await sync()
    expect(await view()).toMatchObject({ lastSyncOk: true, read: { isDue: false } })
  })

  it.each([
    ['unlinked', /Link it there again/],
    ['invalid_credentials', /Renew them in WorkOS/],
    ['deleting', /being deleted/],
  ])('(the directory is %s in WorkOS) removes nobody', async (state, message) => {
    await sync()
    workos.users.length = 0
    workos.directoryState = state
    await sync({ whole: true })
    expect(await active()).toEqual([1, 2, 3])
    expect(await view()).toMatchObject({
      lastSyncOk: false,
      lastSyncMessage: expect.stringMatching(message),
    })
  })

  it('(the directory was deleted in WorkOS) removes nobody', async () => {
    await sync()
    event('deleted', { object: 'directory', id: 'directory_ours', state: 'deleting' })
    await sync()
    workos.instead.push({ status: 404 })
    await sync()
    expect(await active()).toEqual([1, 2, 3])
    expect(await view()).toMatchObject({
      lastSyncOk: false,
      lastSyncMessage: expect.stringContaining('no directory with this id'),
    })
  })

  it('shows too many leavers as a plan, in one piece; a person activates it', async () => {
    await sync()
    workos.users.splice(0, Infinity, person(1))
    workos.users.push(person(2, { state: 'inactive' }))
    await sync({ whole: true })
    expect(await active()).toEqual([1, 2, 3])
    const shown = (await view()).plan
    expect(shown?.leavers).toBe(2)
    const body = { plan: shown?.id, leavers: 2, decision: 'activate' }
    expect((await api.send(plan.POST, path, { params: { id }, body, ...mine() })).status).toBe(200)
    expect(await active()).toEqual([1])
  })
})

describe('a webhook message of WorkOS', () => {
  const token = async () => (await view()).read.webhook.address.split('/').at(-1) ?? ''
  const isDue = async () => {
    const [row] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select({ at: directories.syncDueAt })
        .from(directories)
        .where(and(eq(directories.id, id))),
    )
    return (row?.at?.getTime() ?? Infinity) <= Date.now()
  }
  const deliver = async ({ body, headers }: Sent, to?: string) => {
    const params = { token: to ?? (await token()) }
    return (await api.send(hook.POST, path, { params, body, headers, as: null })).status
  }
  beforeEach(async () => {
    const body = { secret: workos.webhookSecret }
    await api.send(secretOf.PUT, path, { params: { id }, body, ...mine() })
    await sync()
  })

  it('makes the directory be read at once; the same one again does not', async () => {
    const message = workos.webhook(userEvent('updated', changed(1, { state: 'inactive' })))
    expect(await isDue()).toBe(false)
    expect(await deliver(message)).toBe(200)
    expect(await isDue()).toBe(true)
    await syncDueDirectory()
    expect(await active()).toEqual([2, 3])
    expect([await deliver(message), await isDue()]).toEqual([200, false])
  })

  it.each<[string, (sent: Sent, event: Event) => Sent]>([
    ['no signature', ({ body }) => ({ body, headers: {} })],
    ['another secret', (_sent, event) => workos.webhook(event, { secret: 'another' })],
    ['an old time', (_sent, event) => workos.webhook(event, { at: Date.now() - 360_000 })],
    ['a time to come', (_sent, event) => workos.webhook(event, { at: Date.now() + 360_000 })],
    [
      'another body',
      ({ headers }) => ({ body: '{"id":"event_x","event":"dsync.deleted"}', headers }),
    ],
    ['a longer body', ({ body, headers }) => ({ body: `${body} `, headers })],
    [
      'a new time on the old signature',
      ({ body, headers }) => ({
        body,
        headers: {
          'workos-signature': `t=${Date.now() + 1}, ${headers['workos-signature']?.split(', ')[1]}`,
        },
      }),
    ],
    [
      'half a signature',
      ({ body, headers }) => ({
        body,
        headers: { 'workos-signature': String(headers['workos-signature']).slice(0, -2) },
      }),
    ],
  ])('with %s is refused and does nothing', async (_what, forge) => {
    const made = userEvent('updated', person(1))
    expect(await deliver(forge(workos.webhook(made), made))).toBe(401)
    expect(await isDue()).toBe(false)
  })

  it('is refused at an address that is not ours, of another directory, and when it is too large', async () => {
    const message = workos.webhook(userEvent('updated', person(1)))
    expect(await deliver(message, 'x'.repeat(64))).toBe(404)
    const { address } = (await view()).read.webhook
    const forged = `${address.split('/').at(-1)?.slice(0, -4)}AAAA`
    expect(await deliver(message, forged)).toBe(404)
    expect(await deliver({ ...message, body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413)
    await api.send(secretOf.PUT, path, { params: { id }, body: { secret: null }, ...mine() })
    expect(await deliver(message)).toBe(401)
    expect(await isDue()).toBe(false)
  })
})

describe('the settings of a directory that is read', () => {
  it('keep its secret sealed, and its connection', async () => {
    const body = { secret: 'whsec_only_once' }
    const set = await api.send(secretOf.PUT, path, { params: { id }, body, ...mine() })
    expect(set.body).toMatchObject({ read: { webhook: { isSigned: true } } })
    expect(JSON.stringify(set.body)).not.toContain('only_once')
    const rows = await inOrganization(api.organization.id, (tx) => tx.select().from(directories))
    expect(JSON.stringify(rows)).not.toContain('only_once')
    const params = { id: connectionId }
    const removed = await api.send(connection.DELETE, path, { params, ...mine() })
    expect(removed).toMatchObject({ status: 409, body: { error: 'in_use' } })
    const twice = { name: 'Again', kind: 'workos', connection: 'workos' }
    expect((await api.send(all.POST, path, { body: twice, ...mine() })).status).toBe(409)
  })

  it('let an owner ask for a whole read; a directory that pushes has none', async () => {
    await sync()
    const asked = await api.send(again.POST, path, { params: { id }, ...mine() })
    expect(asked).toMatchObject({ status: 202, body: { read: { isDue: true } } })
    workos.users.push(person(9))
    expect(await syncDueDirectory()).toBe(true)
    expect(await active()).toEqual([1, 2, 3, 9])
    const { id: pushing } = await scimDirectory(api.organization.id)
    const refused = await api.send(again.POST, path, { params: { id: pushing }, ...mine() })
    expect(refused.status).toBe(409)
    const builder = await signedIn(api.organization.id, 'builder', 'Bo')
    const theirs = { params: { id }, as: null, headers: builder.headers }
    expect((await api.send(again.POST, path, theirs)).status).toBe(403)
  })

  it.each([
    [{ kind: 'workos' }, 'connection'],
    [{ kind: 'scim', connection: 'workos' }, 'connection'],
    [{ kind: 'workos', connection: 'nobody' }, 'connection'],
  ])('refuse %j', async (given, field) => {
    const body = { name: newId(), ...given }
    const { status, body: answer } = await api.send(all.POST, path, { body, ...mine() })
    expect(status).toBe(400)
    expect(JSON.stringify(answer)).toContain(field)
  })
})
