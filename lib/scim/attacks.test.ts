import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { directories } from '#db/schema/directories'
import { invitations, members, users } from '#db/schema/people'
import { auditEntries } from '#db/schema/records'
import { answerApi } from '#lib/http/answer'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { aroundStatements } from '#test/harness/around-statements'
import { endpointsAt } from '#test/harness/endpoints-at'
import { patchOf, scimDirectory, type ScimDirectory } from '#test/harness/scim'
import { signedIn } from '#test/samples/person'

// What was done to other products by SCIM, and what a directory that was taken over could try.
// README.md says where each attack is tested.

// Before anything reads the settings: counts are reported now and then, which would be statements.
vi.hoisted(() => {
  process.env['RATE_LIMITS'] = 'key=0,person=0,organization=0,address=0,directory=0'
})

const api = useApi()
const workflows = endpointsAt('/api/v2/workflows')

let directory: ScimDirectory
beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  directory = await scimDirectory(api.organization.id)
})
afterEach(() => vi.restoreAllMocks())

const addressOf = () => `p-${newId()}@example.com`
async function push(email: string, more: object = {}): Promise<Record<string, unknown>> {
  const { status, body } = await directory.send('POST', 'Users', {
    body: { userName: email, emails: [{ value: email, primary: true }], ...more },
  })
  expect(status).toBe(201)
  return body
}
const memberBy = async (email: string) =>
  (await authDb().select().from(members).where(eq(members.email, email)))[0]

describe('a directory cannot widen what it may', () => {
  it('gives no role by the attributes of a person, and none beyond those of groups', async () => {
    const email = addressOf()
    const wishes = {
      roles: [{ value: 'owner', primary: true }],
      entitlements: [{ value: 'owner' }],
      userType: 'owner',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'owner' },
    }
    const { id } = await push(email, wishes)
    expect((await memberBy(email))?.role).toBe('worker')
    const body = patchOf({ op: 'replace', value: wishes })
    await directory.send('PATCH', `Users/${String(id)}`, { body })
    const group = { displayName: 'owner', members: [{ value: id }] }
    expect((await directory.send('POST', 'Groups', { body: group })).status).toBe(201)
    expect((await memberBy(email))?.role).toBe('worker')
  })

  it('chooses no ids, no organization and no account', async () => {
    const victim = await signedIn(api.organization.id, 'owner', 'Vera Victim')
    const email = addressOf()
    const { id: organizationId } = await organizationWithKeys()
    const chosen = { id: victim.actor.id, organizationId, userId: victim.actor.id, directoryId: 1 }
    const made = await push(email, { ...chosen, externalId: victim.actor.id })
    expect(made['id']).not.toBe(victim.actor.id)
    expect(await memberBy(email)).toMatchObject({
      organizationId: api.organization.id,
      role: 'worker',
    })
    expect(await memberBy(String(victim.actor.email))).toMatchObject({
      userId: victim.actor.id,
      role: 'owner',
      disabledAt: null,
    })
    const off = patchOf({ op: 'replace', value: { active: false } })
    const foreign = await directory.send('PATCH', `Users/${victim.actor.id}`, { body: off })
    expect(foreign.status).toBe(404)
  })
})

describe('every credential is for one door', () => {
  it('no other one opens SCIM, and its token opens nothing else', async () => {
    const owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
    const key = api.organization.keys.owner
    expect((await directory.send('GET', 'Users', { token: key })).status).toBe(401)
    const bySession = await answerApi(
      new Request(`http://localhost/api/scim/${directory.id}/v2/Users`, { headers: owner.headers }),
    )
    expect(bySession.status).toBe(401)
    const headers = { authorization: `Bearer ${directory.token}` }
    const { status } = await api.send(workflows.GET, '/api/v2/workflows', { as: null, headers })
    expect(status).toBe(401)
  })

  const list = (id: string) => `/api/scim/${id}/v2/Users`
  it.each<[string, (id: string) => string, Record<string, string>]>([
    ['no token', list, {}],
    ['a token in the address', (id) => `${list(id)}?access_token=TOKEN&token=TOKEN`, {}],
    ['basic authentication', list, { authorization: 'Basic VE9LRU46VE9LRU4=' }],
    ['an empty bearer', list, { authorization: 'Bearer ' }],
    ['a header of the framework', list, { 'x-middleware-subrequest': 'middleware:middleware' }],
    ['another suffix', (id) => `${list(id)}.json`, {}],
    ['two slashes', (id) => `/api/scim//${id}/v2//Users`, {}],
    ['upper case', (id) => `/API/SCIM/${id}/V2/USERS`, {}],
    ['a semicolon', (id) => `${list(id)};x`, {}],
    ['no directory', () => '/api/scim/v2/Users', {}],
  ])('%s is no way in', async (_what, addressFor, headers) => {
    const address = addressFor(directory.id).replaceAll('TOKEN', directory.token)
    const { status } = await answerApi(new Request(`http://localhost${address}`, { headers }))
    expect([401, 404]).toContain(status)
  })

  it('the host of a request is in no address that we answer', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const body = { userName: addressOf() }
    const made = await directory.send('POST', 'Users', { body, headers })
    expect(JSON.stringify([made.body, made.headers.get('location')])).not.toContain('evil')
  })
})

describe('a leaver', () => {
  it('has no invitation any more that could be accepted', async () => {
    const email = addressOf()
    await authDb().insert(users).values({ id: newId(), email, name: 'Known elsewhere' })
    const { id } = await push(email)
    const open = async () =>
      await inOrganization(api.organization.id, (tx) =>
        tx.select().from(invitations).where(eq(invitations.email, email)),
      )
    expect(await open()).toHaveLength(1)
    const body = patchOf({ op: 'replace', value: { active: false } })
    await directory.send('PATCH', `Users/${String(id)}`, { body })
    expect(await open()).toEqual([])
  })
})

describe('what is too much', () => {
  it.each<[string, string, Record<string, string>, number]>([
    ['a body of 6 MB', `{"userName":"${'x'.repeat(6 * 1024 * 1024)}"}`, {}, 413],
    ['nesting of 10,000', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, {}, 400],
    ['another type', 'userName=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])(
    '(%s) is refused, and the page of the directory says why',
    async (_what, body, headers, status) => {
      const refused = await directory.send('POST', 'Users', { body, headers })
      expect([refused.status, refused.body['status']]).toEqual([status, String(status)])
      const [row] = await inOrganization(api.organization.id, (tx) =>
        tx.select().from(directories).where(eq(directories.id, directory.id)),
      )
      expect(row?.lastRefusal).toBe(refused.body['detail'])
    },
  )
})

/** More people of the directory, in a group and members, without a request for each. */
async function addPeople(count: number, groupId: string): Promise<void> {
  const { id, organizationId } = directory
  await authDb().execute(sql`
    insert into users (id, email, name)
    select gen_random_uuid(), 'many' || number || ${`@${id}.example.com`}, 'One of many'
    from generate_series(1, ${count}::integer) as number`)
  await authDb().execute(sql`
    insert into members (organization_id, user_id, role, name, email)
    select ${organizationId}::uuid, id, 'worker', name, email from users
    where email like ${`%@${id}.example.com`}`)
  await inOrganization(organizationId, async (tx) => {
    await tx.execute(sql`
      insert into directory_users (id, organization_id, directory_id, user_id, user_name,
        display_name, email, active, attributes)
      select gen_random_uuid(), organization_id, ${id}::uuid, user_id, email, name, email, true,
        '{}' from members where email like ${`%@${id}.example.com`}`)
    await tx.execute(sql`
      insert into directory_group_members (organization_id, group_id, directory_user_id)
      select organization_id, ${groupId}::uuid, id from directory_users
      where directory_id = ${id}::uuid on conflict do nothing`)
  })
}

describe('everything sent once more', () => {
  it('changes nothing: no version, no role, no entry of the audit log', async () => {
    const people: string[] = []
    const bodies = Array.from({ length: 12 }, () => ({ userName: addressOf(), active: true }))
    for (const body of bodies) {
      const made = await directory.send('POST', 'Users', { body })
      people.push(String(made.body['id']))
    }
    const group = { displayName: 'Intake', members: people.map((value) => ({ value })) }
    const { body: made } = await directory.send('POST', 'Groups', { body: group })
    const state = async () => ({
      users: (await directory.send('GET', 'Users')).body,
      groups: (await directory.send('GET', 'Groups')).body,
      members: await authDb()
        .select()
        .from(members)
        .where(eq(members.organizationId, api.organization.id)),
      audit: await inOrganization(api.organization.id, (tx) =>
        tx
          .select({ id: auditEntries.id })
          .from(auditEntries)
          .where(eq(auditEntries.organizationId, api.organization.id)),
      ),
    })
    const before = await state()
    for (const [index, body] of bodies.entries())
      await directory.send('PUT', `Users/${people[index]}`, { body })
    await directory.send('PUT', `Groups/${String(made['id'])}`, { body: group })
    const add = patchOf({ op: 'add', path: 'members', value: group.members })
    await directory.send('PATCH', `Groups/${String(made['id'])}`, { body: add })
    expect(await state()).toEqual(before)
  })

  it('costs as many statements for one person, however many there are', async () => {
    let statements = 0
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      statements = 0
      await work()
      return statements
    }
    const { body: made } = await directory.send('POST', 'Groups', { body: { displayName: 'All' } })
    const group = `Groups/${String(made['id'])}`
    const costs = async () => {
      let id = ''
      const join = await cost(async () => {
        id = String((await push(addressOf()))['id'])
      })
      const add = patchOf({ op: 'add', path: 'members', value: [{ value: id }] })
      const move = await cost(() => directory.send('PATCH', group, { body: add }))
      const read = await cost(() => directory.send('GET', `Users/${id}`))
      return { join, move, read }
    }
    aroundStatements(async (_name, send) => {
      statements++
      return await send()
    })
    // The first request of a process prepares what later ones use.
    await costs()
    const few = await costs()
    await addPeople(200, String(made['id']))
    expect(await costs()).toEqual(few)
  })
})
