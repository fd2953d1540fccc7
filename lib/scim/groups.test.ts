import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/ids'
import { patchOf, scimDirectory, type ScimDirectory } from '#test/harness/scim'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'

useTestDatabase()

const schema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
let directory: ScimDirectory
let people: string[]
let name: string

beforeAll(async () => {
  const { organizationId } = await seedOrganization()
  directory = await scimDirectory(organizationId)
  people = []
  for (let number = 0; number < 4; number++) {
    const { body } = await directory.send('POST', 'Users', { body: { userName: `p${number}` } })
    people.push(String(body['id']))
  }
})
beforeEach(() => {
  name = `g-${newId()}`
})

const send: ScimDirectory['send'] = (...call) => directory.send(...call)
const person = (at: number): string => people[at] ?? ''
const values = (...at: number[]) => at.map((each) => ({ value: person(each) }))

async function made(...members: number[]): Promise<string> {
  const body = { schemas: [schema], displayName: name, members: values(...members) }
  const answer = await send('POST', 'Groups', { body })
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}
async function membersOf(id: string): Promise<number[]> {
  const { body } = await send('GET', `Groups/${id}`)
  const members = (body['members'] ?? []) as { value: string }[]
  return members.map(({ value }) => people.indexOf(value)).toSorted((a, b) => a - b)
}
const patched = async (id: string, ...operations: object[]) =>
  (await send('PATCH', `Groups/${id}`, { body: patchOf(...operations) })).status

describe('a group', () => {
  it('is made with or without members, as Entra and Okta do', async () => {
    const schemas = [
      schema,
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ]
    const body = { schemas, displayName: name, externalId: 'obj-1', members: null }
    const { status, body: answered, headers } = await send('POST', 'Groups', { body })
    expect(status).toBe(201)
    expect(headers.get('location')).toContain(`/Groups/${String(answered['id'])}`)
    expect(answered).toMatchObject({ displayName: name, externalId: 'obj-1', members: [] })
    name = `g-${newId()}`
    expect(await membersOf(await made(0, 2))).toEqual([0, 2])
  })

  it('shows its people, and people show their groups', async () => {
    const id = await made(1)
    const { body } = await send('GET', `Groups/${id}`)
    expect(body['members']).toEqual([
      expect.objectContaining({ value: person(1), display: 'p1', type: 'User' }),
    ])
    const { body: user } = await send('GET', `Users/${person(1)}`)
    expect(user['groups']).toContainEqual(
      expect.objectContaining({ value: id, display: name, type: 'direct' }),
    )
  })

  it('leaves out its members when asked (Entra)', async () => {
    const id = await made(0)
    const { body } = await send('GET', `Groups/${id}?excludedAttributes=members`)
    expect(body).not.toHaveProperty('members')
    const filter = encodeURIComponent(`displayName eq "${name.toUpperCase()}"`)
    const list = await send('GET', `Groups?excludedAttributes=members&filter=${filter}`)
    expect(list.body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
  })

  it.each(['members eq', 'members.value eq', 'id eq "ID" and members eq'])(
    'is found by %s (Entra)',
    async (condition) => {
      const id = await made(3)
      const filter = `${condition.replace('ID', id)} "${person(3)}" and displayName eq "${name}"`
      const { body } = await send('GET', `Groups?filter=${encodeURIComponent(filter)}`)
      expect(body['totalResults']).toBe(1)
      const wrong = filter.replace(person(3), person(2))
      const none = await send('GET', `Groups?filter=${encodeURIComponent(wrong)}`)
      expect(none.body['totalResults']).toBe(0)
    },
  )

  it('has a name of its own (409 uniqueness), of any case', async () => {
    const id = await made()
    const again = await send('POST', 'Groups', { body: { displayName: name.toUpperCase() } })
    expect([again.status, again.body['scimType']]).toEqual([409, 'uniqueness'])
    const first = name
    name = `g-${newId()}`
    const other = await made()
    expect(await patched(other, { op: 'Replace', path: 'displayName', value: first })).toBe(409)
    expect(await patched(id, { op: 'Replace', path: 'displayName', value: first })).toBe(204)
  })

  it.each([[{}], [{ displayName: 7 }], [{ displayName: 'x', members: [{ value: 1 }] }]])(
    'is refused as %j',
    async (body) => expect((await send('POST', 'Groups', { body })).status).toBe(400),
  )

  it('has only people of its directory', async () => {
    const sibling = await scimDirectory(directory.organizationId)
    const { body: stranger } = await sibling.send('POST', 'Users', { body: { userName: 'p0' } })
    for (const value of [stranger['id'], newId(), 'x']) {
      const body = { displayName: name, members: [{ value }] }
      expect((await send('POST', 'Groups', { body })).status).toBe(400)
      const id = await made(0)
      expect(await patched(id, { op: 'add', path: 'members', value: [{ value }] })).toBe(400)
      expect(await membersOf(id)).toEqual([0])
      name = `g-${newId()}`
    }
  })

  it('is gone after DELETE, and its people are not', async () => {
    const id = await made(0)
    expect((await send('DELETE', `Groups/${id}`)).status).toBe(204)
    expect((await send('GET', `Groups/${id}`)).status).toBe(404)
    expect((await send('GET', `Users/${person(0)}`)).status).toBe(200)
  })

  it('loses a deleted user', async () => {
    const { body } = await send('POST', 'Users', { body: { userName: newId() } })
    const id = await made(0)
    await patched(id, { op: 'add', path: 'members', value: [{ value: body['id'] }] })
    await send('DELETE', `Users/${String(body['id'])}`)
    expect(await membersOf(id)).toEqual([0])
  })
})

describe('memberships, as directories change them', () => {
  it.each<[string, number[], object[], number[]]>([
    [
      'Entra adds',
      [0],
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: '#1' }] }],
      [0, 1],
    ],
    [
      'Entra removes by values',
      [0, 1],
      [{ op: 'Remove', path: 'members', value: [{ value: '#1' }] }],
      [0],
    ],
    ['Entra removes by a path', [0, 1], [{ op: 'remove', path: 'members[value eq "#1"]' }], [0]],
    ['adding twice', [1], [{ op: 'add', path: 'members', value: [{ value: '#1' }] }], [1]],
    [
      'Okta moves',
      [0],
      [
        { op: 'remove', path: 'members[value eq "#0"]' },
        { op: 'add', path: 'members', value: [{ value: '#1', display: 'x' }] },
      ],
      [1],
    ],
    [
      'Okta pushes all',
      [0, 1],
      [{ op: 'replace', path: 'members', value: [{ value: '#2' }] }],
      [2],
    ],
    ['Okta pushes none', [0, 1], [{ op: 'replace', path: 'members', value: [] }], []],
    [
      'Okta renames without members',
      [0, 1],
      [{ op: 'replace', value: { id: 'x', displayName: 'NAME' } }],
      [0, 1],
    ],
    ['an object with members', [0], [{ op: 'add', value: { members: [{ value: '#3' }] } }], [0, 3]],
    [
      'several by or',
      [0, 1, 2],
      [{ op: 'remove', path: 'members[value eq "#0" or value eq "#2"]' }],
      [1],
    ],
    [
      'an empty list removes nobody',
      [0, 1],
      [{ op: 'remove', path: 'members', value: [] }],
      [0, 1],
    ],
    [
      'somebody unknown is not removed',
      [0],
      [{ op: 'remove', path: 'members[value eq "nobody"]' }],
      [0],
    ],
    ['no value removes all (RFC)', [0, 1], [{ op: 'remove', path: 'members' }], []],
    ['an unknown attribute', [0], [{ op: 'add', path: 'color', value: 'red' }], [0]],
  ])('%s', async (_what, before, operations, after) => {
    const id = await made(...before)
    const text = JSON.stringify(operations)
      .replaceAll(/#(\d)/g, (_all, at: string) => person(Number(at)))
      .replaceAll('NAME', `${name}-2`)
    expect(await patched(id, ...(JSON.parse(text) as object[]))).toBe(204)
    expect(await membersOf(id)).toEqual(after)
  })

  it.each(['x" or value pr or value eq "', String.raw`x\" or value pr or value eq \"`, '*', '%'])(
    'a value %j never widens a removal',
    async (value) => {
      const id = await made(0, 1, 2)
      const answers = [
        await patched(id, { op: 'remove', path: 'members', value: [{ value }] }),
        await patched(id, { op: 'remove', path: `members[value eq "${value}"]` }),
      ]
      expect(answers[0]).toBe(204)
      expect([204, 400]).toContain(answers[1])
      expect(await membersOf(id)).toEqual([0, 1, 2])
    },
  )

  it.each([
    'members[value pr]',
    'members[value ne "x"]',
    'members[not (value eq "x")]',
    'members[value sw ""]',
    'members[display eq "p0"]',
    'members[value eq "x" or value pr]',
    'members[type eq "User"]',
    'members[]',
    'members[value eq "x"',
    'members[value eq "x"].display',
    'members.value',
  ])('the condition %j removes nobody', async (path) => {
    const id = await made(0, 1)
    const status = await patched(id, { op: 'remove', path })
    expect(await membersOf(id)).toEqual([0, 1])
    expect(status).toBe(400)
  })

  it('a removal of null is a mistake, and undoes what came before it', async () => {
    const id = await made(0, 1)
    const first = { op: 'add', path: 'members', value: values(2) }
    expect(await patched(id, first, { op: 'remove', path: 'members', value: null })).toBe(400)
    expect(await membersOf(id)).toEqual([0, 1])
  })

  it('PUT replaces the list, and without one empties it', async () => {
    const id = await made(0, 1)
    const put = async (body: object) => (await send('PUT', `Groups/${id}`, { body })).status
    expect(await put({ displayName: name, members: values(2, 3) })).toBe(200)
    expect(await membersOf(id)).toEqual([2, 3])
    expect(await put({ displayName: name })).toBe(200)
    expect(await membersOf(id)).toEqual([])
  })

  it('of many at once lose nothing', async () => {
    const id = await made()
    const one = (at: number) => patched(id, { op: 'add', path: 'members', value: values(at) })
    expect(await Promise.all([one(0), one(1), one(2), one(3)])).toEqual([204, 204, 204, 204])
    expect(await membersOf(id)).toEqual([0, 1, 2, 3])
    const less = (at: number) =>
      patched(id, { op: 'remove', path: `members[value eq "${person(at)}"]` })
    await Promise.all([less(0), less(3)])
    expect(await membersOf(id)).toEqual([1, 2])
  })
})
