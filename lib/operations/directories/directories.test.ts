import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { members } from '#db/schema/people'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { patchOf, scimDirectory } from '#test/harness/scim'
import { signedIn, type Person } from '#test/samples/person'

const api = useApi()
const path = '/api/v2/directories'
const all = endpointsAt(path)
const one = endpointsAt('/api/v2/directories/{id}')
const token = endpointsAt('/api/v2/directories/{id}/token')
const people = endpointsAt('/api/v2/directories/{id}/users')
const plan = endpointsAt('/api/v2/directories/{id}/plan')
const play = endpointsAt('/api/v2/directories/{id}/sandbox')
const groups = endpointsAt('/api/v2/directory-groups')
const groupsOfMember = endpointsAt('/api/v2/members/{id}/groups')
const role = endpointsAt('/api/v2/directory-groups/{id}/role')
const usersOfGroup = endpointsAt('/api/v2/sso/directory-groups/{id}/users')

type Item = Record<string, unknown> & { id: string }
let owner: Person
beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
})
const as = ({ headers }: Pick<Person, 'headers'>) => ({ as: null, headers })
const mine = () => as(owner)

const connect = async (kind: 'scim' | 'sandbox', name = newId()) =>
  (await api.send(all.POST, path, { body: { name, kind }, ...mine() })).body as Item
const itemsOf = ({ body }: { body: Record<string, unknown> }) => body['items'] as Item[]
const peopleOf = async (id: string) =>
  itemsOf(await api.send(people.GET, path, { params: { id }, ...mine() }))
const get = async (id: string) =>
  (await api.send(one.GET, path, { params: { id }, ...mine() })).body as Item
const happens = async (id: string, event: string) =>
  await api.send(play.POST, path, { params: { id }, body: { event }, ...mine() })
const groupsOf = async (directory: string) =>
  itemsOf(await api.send(groups.GET, `/api/v2/directory-groups?directory=${directory}`, mine()))

describe('connecting a directory that pushes', () => {
  it('shows its address and token once, and the directory can call', async () => {
    const made = await connect('scim')
    expect(String(made['address'])).toMatch(new RegExp(`/api/scim/${made.id}/v2$`))
    const { send } = await scimDirectory(api.organization.id)
    expect((await send('GET', 'Users', { token: String(made['token']) })).status).toBe(401)
    const seen = await get(made.id)
    expect(seen).not.toHaveProperty('token')
    expect(seen).toMatchObject({
      tokenPrefix: String(made['token']).slice(0, 12),
      lastSyncAt: null,
    })
    const again = { body: { name: made['name'], kind: 'scim' }, ...mine() }
    expect((await api.send(all.POST, path, again)).status).toBe(409)
  })

  it('rotates the token with an overlap, and without', async () => {
    const directory = await scimDirectory(api.organization.id)
    const params = { id: directory.id }
    const rotate = async (overlapHours: number) =>
      String(
        (await api.send(token.POST, path, { params, body: { overlapHours }, ...mine() })).body[
          'token'
        ],
      )
    const works = async (given: string) =>
      (await directory.send('GET', 'Users', { token: given })).status
    const second = await rotate(24)
    expect([await works(directory.token), await works(second)]).toEqual([200, 200])
    const third = await rotate(0)
    expect([await works(directory.token), await works(second), await works(third)]).toEqual([
      401, 401, 200,
    ])
  })

  it('is disconnected by its name; its token ends and its people stay', async () => {
    const directory = await scimDirectory(api.organization.id)
    const email = `p-${newId()}@example.com`
    await directory.send('POST', 'Users', { body: { userName: email } })
    const { name } = await get(directory.id)
    const remove = async (confirm: unknown) =>
      (
        await api.send(one.DELETE, `${path}?confirm=${String(confirm)}`, {
          params: { id: directory.id },
          ...mine(),
        })
      ).status
    expect(await remove('another')).toBe(400)
    expect(await remove(encodeURIComponent(String(name)))).toBe(204)
    expect((await directory.send('GET', 'Users')).status).toBe(401)
    const rows = await authDb().select().from(members)
    expect(rows.find((each) => each.email === email)).toMatchObject({ disabledAt: null })
  })

  it('is for owners of its organization', async () => {
    const made = await connect('sandbox')
    const params = { id: made.id }
    const builder = await signedIn(api.organization.id, 'builder', 'Bo')
    const stranger = await signedIn((await organizationWithKeys()).id, 'owner', 'Cy')
    const status = async (by: Person) =>
      (await api.send(one.GET, path, { params, ...as(by) })).status
    expect([await status(builder), await status(stranger)]).toEqual([403, 404])
    const event = { params, body: { event: 'leaver' }, ...as(stranger) }
    expect((await api.send(play.POST, path, event)).status).toBe(404)
  })
})

describe('a sandbox directory', () => {
  it('has people who join, move and leave', async () => {
    const { id } = await connect('sandbox')
    expect(await get(id)).toMatchObject({ people: 6, active: 6, groups: 3, plan: null })
    await happens(id, 'joiner')
    expect((await peopleOf(id)).filter((each) => each['role'] === 'worker')).toHaveLength(7)
    const before = await groupsOf(id)
    await happens(id, 'mover')
    const after = await groupsOf(id)
    expect(after.map((each) => each['people'])).not.toEqual(before.map((each) => each['people']))
    expect((await happens(id, 'leaver')).body['happened']).toMatch(/left and has no access/)
    expect((await peopleOf(id)).filter((each) => each['role'] === null)).toHaveLength(1)
  })

  it('finds people by a part of their name or address', async () => {
    const { id } = await connect('sandbox')
    const [first] = await peopleOf(id)
    const find = async (search: string) =>
      itemsOf(
        await api.send(people.GET, `${path}?search=${encodeURIComponent(search)}`, {
          params: { id },
          ...mine(),
        }),
      )
    const name = String(first?.['name'])
    expect((await find(name.slice(1, -1).toUpperCase())).map((each) => each.id)).toEqual([
      first?.id,
    ])
    expect((await find(String(first?.['email']))).map((each) => each.id)).toEqual([first?.id])
    expect(await find('%')).toEqual([])
  })

  it('shows as a plan when many leave; a person activates it, as they saw it', async () => {
    const { id } = await connect('sandbox')
    await happens(id, 'leavers')
    const shown = (await get(id))['plan'] as { id: string; leavers: number }
    expect(shown.leavers).toBe(2)
    expect((await peopleOf(id)).filter((each) => each['role'] !== null)).toHaveLength(6)
    const decide = async (leavers: number, decision = 'activate') =>
      (
        await api.send(plan.POST, path, {
          params: { id },
          body: { plan: shown.id, leavers, decision },
          ...mine(),
        })
      ).status
    expect(await decide(1)).toBe(409)
    expect(await decide(2)).toBe(200)
    expect((await peopleOf(id)).filter((each) => each['role'] !== null)).toHaveLength(4)
    expect([(await get(id))['plan'], await decide(2)]).toEqual([null, 409])
  })

  it('keeps the people of a plan when a person says so', async () => {
    const { id } = await connect('sandbox')
    await happens(id, 'leavers')
    const shown = (await get(id))['plan'] as { id: string; leavers: number }
    const body = { plan: shown.id, leavers: 2, decision: 'keep' }
    expect((await api.send(plan.POST, path, { params: { id }, body, ...mine() })).status).toBe(200)
    const kept = (await peopleOf(id)).filter((each) => each['problem'] === 'kept')
    expect(kept).toHaveLength(2)
    const rows = await authDb().select().from(members)
    for (const { email } of kept)
      expect(rows.find((each) => each.email === email)).toMatchObject({ disabledAt: null })
  })
})

describe('groups', () => {
  it('give a role to their people, also to those who are in already', async () => {
    const { id } = await connect('sandbox')
    const [group] = await groupsOf(id)
    const set = async (given: string | null) =>
      (
        await api.send(role.PUT, path, {
          params: { id: group?.id ?? '' },
          body: { role: given },
          ...mine(),
        })
      ).status
    expect(await set('builder')).toBe(200)
    const inside = async () =>
      (await peopleOf(id))
        .filter((each) => (each['groups'] as string[]).includes(String(group?.['name'])))
        .map((each) => each['role'])
    expect(await inside()).toEqual(['builder', 'builder'])
    expect(await set(null)).toBe(200)
    expect(await inside()).toEqual(['worker', 'worker'])
  })

  it('of a member are listed over all directories, while they are active there', async () => {
    const first = await scimDirectory(api.organization.id)
    const second = await scimDirectory(api.organization.id)
    const member = await signedIn(api.organization.id, 'worker', 'Bo Worker')
    const userName = String(member.actor.email)
    const listed = async (id = member.actor.id, by = owner) =>
      await api.send(groupsOfMember.GET, path, { params: { id }, ...as(by) })
    const users: string[] = []
    for (const directory of [first, second]) {
      const { body } = await directory.send('POST', 'Users', { body: { userName } })
      users.push(String(body['id']))
      const members = [{ value: body['id'] }]
      await directory.send('POST', 'Groups', { body: { displayName: 'Intake', members } })
      await directory.send('POST', 'Groups', { body: { displayName: 'Others' } })
    }
    const groups = itemsOf(await listed())
    expect(groups.map((each) => [each['name'], each['directory']])).toEqual(
      expect.arrayContaining(
        [first, second].map(({ id }) => ['Intake', { id, name: `Directory ${id}` }]),
      ),
    )
    expect(groups).toHaveLength(2)
    const off = patchOf({ op: 'replace', value: { active: false } })
    await first.send('PATCH', `Users/${users[0]}`, { body: off })
    expect(itemsOf(await listed())).toMatchObject([{ directory: { id: second.id } }])
    const stranger = await signedIn((await organizationWithKeys()).id, 'owner', 'Cy')
    const statuses = [await listed(newId()), await listed(undefined, stranger)]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404])
    expect((await listed(undefined, member)).status).toBe(403)
  })

  it('of any directory are read by the specification’s endpoint; one id in two is refused', async () => {
    const first = await scimDirectory(api.organization.id)
    const second = await scimDirectory(api.organization.id)
    const email = `p-${newId()}@example.com`
    const { body: user } = await first.send('POST', 'Users', {
      body: { userName: email, displayName: 'Ada Byron' },
    })
    const make = async (directory: typeof first, externalId: string, members: object[] = []) =>
      String(
        (
          await directory.send('POST', 'Groups', {
            body: { displayName: `g-${newId()}`, externalId, members },
          })
        ).body['id'],
      )
    const id = await make(first, 'same', [{ value: user['id'] }])
    const read = async (given: string) =>
      await api.send(usersOfGroup.GET, path, { params: { id: given }, ...mine() })
    const expected = {
      group: { id, users: [{ id: user['id'], name: 'Ada Byron', email }] },
    }
    expect((await read('same')).body).toMatchObject(expected)
    await make(second, 'same')
    const refused = await read('same')
    expect(refused.status).toBe(409)
    expect(String(refused.body['error'])).toMatch(/Several groups have this id/)
    expect((await read(id)).body).toMatchObject(expected)
    const foreign = await scimDirectory((await organizationWithKeys()).id)
    const there = await make(foreign, 'theirs')
    expect([(await read(there)).status, (await read('theirs')).status]).toEqual([404, 404])
  })
})
