import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#lib/ids'
import { patchOf, scimDirectory, type ScimDirectory } from '#test/harness/scim'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'

useTestDatabase()

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'

let directory: ScimDirectory
beforeAll(async () => {
  const { organizationId } = await seedOrganization()
  directory = await scimDirectory(organizationId)
})

const send: ScimDirectory['send'] = (...call) => directory.send(...call)
let name: string
beforeEach(() => {
  name = `u-${newId()}`
})

const userOf = (more: object = {}) => ({ schemas: [core], userName: name, active: true, ...more })
async function made(more: object = {}): Promise<string> {
  const { status, body } = await send('POST', 'Users', { body: userOf(more) })
  expect(status).toBe(201)
  return String(body['id'])
}
const patched = async (id: string, ...operations: object[]) =>
  await send('PATCH', `Users/${id}`, { body: patchOf(...operations) })
const found = async (filter: string) =>
  (await send('GET', `Users?filter=${encodeURIComponent(filter)}`)).body

describe('discovery (RFC 7644 §4)', () => {
  it('describes what the server does', async () => {
    const { body, headers } = await send('GET', 'ServiceProviderConfig')
    expect(headers.get('content-type')).toBe('application/scim+json')
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
    })
    for (const path of ['Bulk', 'Me', '.search'])
      expect((await send('POST', path, { body: {} })).status, path).toBe(501)
  })

  it('lists schemas and kinds of resources, each readable by its id', async () => {
    for (const list of ['Schemas', 'ResourceTypes']) {
      const { body } = await send('GET', list)
      const resources = body['Resources'] as { id: string; meta: { location: string } }[]
      expect(body['totalResults']).toBe(resources.length)
      for (const each of resources) {
        expect((await send('GET', `${list}/${each.id}`)).body).toEqual(each)
        expect(each.meta.location).toContain(`/api/scim/${directory.id}/v2/${list}`)
      }
    }
    const { body } = await send('GET', `Schemas/${core}`)
    expect(JSON.stringify(body)).not.toContain('"password"')
    expect((await send('GET', 'Schemas/none')).status).toBe(404)
  })

  it.each([
    ['no token', { authorization: '' }],
    ['another scheme', { authorization: 'Basic abc' }],
    ['a wrong token', { authorization: 'Bearer rscim_wrong' }],
  ])('refuses %s with a SCIM error', async (_what, headers) => {
    const { status, body, headers: answered } = await send('GET', 'Users', { headers })
    expect(status).toBe(401)
    expect(answered.get('www-authenticate')).toContain('Bearer')
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
    })
  })
})

describe('creating (RFC 7644 §3.3)', () => {
  it('answers 201 with id, location, version and the schemas in use', async () => {
    const more = {
      externalId: '17',
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ value: `${name}@Example.com`, type: 'work', primary: true }],
      locale: 'en-US',
      groups: [],
      roles: [],
      meta: { resourceType: 'User' },
      password: 'S3cret-that-nobody-stores',
      [enterprise]: { department: 'Intake', manager: 'boss-1' },
    }
    const { status, body, headers } = await send('POST', 'Users', { body: userOf(more) })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe((body['meta'] as { location: string }).location)
    expect(headers.get('etag')).toBe((body['meta'] as { version: string }).version)
    expect(body).toMatchObject({
      schemas: [core, enterprise],
      userName: name,
      externalId: '17',
      active: true,
      [enterprise]: { department: 'Intake', manager: { value: 'boss-1' } },
    })
    expect(JSON.stringify(body)).not.toContain('S3cret')
  })

  it('refuses a taken userName without regard to case (409 uniqueness)', async () => {
    await made()
    const again = await send('POST', 'Users', { body: userOf({ userName: name.toUpperCase() }) })
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
  })

  it.each([
    ['no userName', { userName: undefined }],
    ['a number', { userName: 7 }],
    ['e-mails that are no list', { emails: 'a@b.example' }],
    ['__proto__', JSON.parse('{"__proto__":{"x":1}}')],
    ['constructor', { constructor: { prototype: { x: 1 } } }],
  ])('refuses %s', async (_what, more: object) => {
    const text = JSON.stringify(userOf()).replace(/\}$/, `,${JSON.stringify(more).slice(1)}`)
    const body = 'userName' in more ? userOf(more) : text
    const { status } = await send('POST', 'Users', { body })
    expect(status).toBe(400)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it.each(['17', '0', 'x'.repeat(10_000), '{"$ne":1}'])(
    'takes the external id %.20j as opaque text, also twice',
    async (externalId) => {
      const one = await made({ externalId })
      name = `u-${newId()}`
      const two = await made({ externalId })
      const { body } = await send('GET', `Users/${two}`)
      expect([one === two, body['externalId']]).toEqual([false, externalId])
    },
  )

  it('reads active as "False" (Entra)', async () => {
    const id = await made({ active: 'False' })
    expect((await send('GET', `Users/${id}`)).body['active']).toBe(false)
  })
})

describe('reading (RFC 7644 §3.4)', () => {
  it('finds by userName without regard to case, and by externalId with', async () => {
    const id = await made({ externalId: `Ext-${name}` })
    const ids = async (filter: string) =>
      ((await found(filter))['Resources'] as { id: string }[]).map((each) => each.id)
    expect(await ids(`userName eq "${name.toUpperCase()}"`)).toEqual([id])
    expect(await ids(`USERNAME EQ "${name}"`)).toEqual([id])
    expect(await ids(`${core}:userName eq "${name}"`)).toEqual([id])
    expect(await ids(`externalId eq "Ext-${name}"`)).toEqual([id])
    expect(await ids(`externalId eq "ext-${name}"`)).toEqual([])
    expect(await ids(`userName sw "${name.slice(0, 30)}" and active eq true`)).toContain(id)
    expect(await ids(`id eq "${id}" and not (active eq true)`)).toEqual([])
    expect(await ids(`id eq "${id}" and meta.created gt "2020-01-01T00:00:00Z"`)).toEqual([id])
  })

  it('finds the address of one element, not the parts of two', async () => {
    const id = await made({
      emails: [
        { type: 'work', value: 'w@example.com' },
        { type: 'home', value: 'h@example.com' },
      ],
    })
    const total = async (filter: string) =>
      (await found(`id eq "${id}" and (${filter})`))['totalResults']
    expect(await total('emails[type eq "work"].value eq "w@example.com"')).toBe(1)
    expect(await total('emails[type eq "work"].value eq "h@example.com"')).toBe(0)
    expect(await total('emails[type eq "home" and value co "@example"]')).toBe(1)
    expect(await total('emails.value eq "H@example.com"')).toBe(1)
    expect(await total('emails pr')).toBe(1)
    expect(await total('title pr')).toBe(0)
  })

  it.each([
    'userName eq x',
    'userName eq "x" or',
    'nothing eq "x"',
    'password sw "a"',
    'userName xx "a"',
    'active eq "maybe"',
    'meta.created gt "yesterday"',
    `userName eq "${'x'.repeat(2100)}"`,
    '('.repeat(1500),
    `userName eq "x' or 1=1 --`,
  ])('refuses the filter %.40j with invalidFilter', async (filter) => {
    const { status, body } = await send('GET', `Users?filter=${encodeURIComponent(filter)}`)
    expect([status, body['scimType']]).toEqual([400, 'invalidFilter'])
  })

  it('takes quotation marks, percent signs and SQL as text', async () => {
    for (const value of [String.raw`a\"b`, '%', '_', `'; drop table users --`])
      expect(
        (await found(`userName co "${value}" and userName eq "${name}"`))['totalResults'],
      ).toBe(0)
  })

  it('pages in a stable order', async () => {
    const { organizationId } = await seedOrganization()
    const own = await scimDirectory(organizationId)
    for (let number = 0; number < 5; number++)
      await own.send('POST', 'Users', { body: { userName: `p${number}` } })
    const page = async (query: string) => (await own.send('GET', `Users?${query}`)).body
    const ids = async (query: string) =>
      ((await page(query))['Resources'] as { id: string }[]).map((each) => each.id)
    const all = await ids('')
    expect(all).toHaveLength(5)
    expect([
      ...(await ids('startIndex=1&count=2')),
      ...(await ids('startIndex=3&count=10')),
    ]).toEqual(all)
    expect(await ids('startIndex=0&count=1')).toEqual(all.slice(0, 1))
    expect(await ids('startIndex=-7&count=1')).toEqual(all.slice(0, 1))
    expect(await page('count=0')).toMatchObject({ totalResults: 5, Resources: [] })
    expect(await page('count=-1')).toMatchObject({ totalResults: 5, itemsPerPage: 0 })
    expect(await page('startIndex=1000000000&count=1000000000')).toMatchObject({
      totalResults: 5,
      itemsPerPage: 0,
    })
    const searched = await own.send('POST', 'Users/.search', {
      body: { filter: 'userName eq "P1"', attributes: ['userName'], startIndex: 1, count: 5 },
    })
    expect(searched.body).toMatchObject({ totalResults: 1, Resources: [{ userName: 'p1' }] })
  })

  it('answers the attributes that are asked for, and always the id', async () => {
    const id = await made({ name: { givenName: 'Ada', familyName: 'B' }, title: 'Dr' })
    const { body } = await send('GET', `Users/${id}?attributes=name.familyName,userName`)
    expect(body).toEqual({ schemas: [core], id, userName: name, name: { familyName: 'B' } })
    const without = await send('GET', `Users/${id}?excludedAttributes=title,meta,groups`)
    expect(Object.keys(without.body)).not.toContain('title')
    expect((await send('GET', `Users/${id}?attributes=a%20b`)).status).toBe(400)
  })

  it.each(['nobody', newId(), '..%2F..', '%00'])('has no user %j', async (id) => {
    expect((await send('GET', `Users/${id}`)).status).toBe(404)
  })
})

describe('versions (RFC 7644 §3.14)', () => {
  it('answers 304 to who has this version, and 412 to who changes another', async () => {
    const id = await made()
    const { headers } = await send('GET', `Users/${id}`)
    const etag = headers.get('etag') ?? ''
    const again = await send('GET', `Users/${id}`, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    const body = patchOf({ op: 'replace', path: 'title', value: 'Dr' })
    const ifMatch = { headers: { 'if-match': etag } }
    expect((await send('PATCH', `Users/${id}`, { body, ...ifMatch })).status).toBe(200)
    expect((await send('PATCH', `Users/${id}`, { body, ...ifMatch })).status).toBe(412)
    expect((await send('DELETE', `Users/${id}`, ifMatch)).status).toBe(412)
    expect((await send('DELETE', `Users/${id}`, { headers: { 'if-match': '*' } })).status).toBe(204)
  })

  it('stays when the same is sent again', async () => {
    const id = await made({ title: 'Dr' })
    const { headers } = await send('GET', `Users/${id}`)
    for (const [method, body] of [
      ['PUT', userOf({ title: 'Dr' })],
      ['PATCH', patchOf({ op: 'Replace', path: 'title', value: 'Dr' })],
    ] as const)
      expect((await send(method, `Users/${id}`, { body })).headers.get('etag')).toBe(
        headers.get('etag'),
      )
  })
})

describe('replacing (RFC 7644 §3.5.1)', () => {
  it('drops what is left out, keeps active, and ignores what is read-only', async () => {
    const id = await made({ title: 'Dr', active: false })
    const body = { userName: name, id: newId(), groups: [{ value: newId() }], nickName: 'A' }
    const { status, body: after } = await send('PUT', `Users/${id}`, { body })
    expect(status).toBe(200)
    expect(after).toMatchObject({ id, userName: name, nickName: 'A', active: false })
    expect(after).not.toHaveProperty('title')
    expect((await send('PUT', `Users/${newId()}`, { body })).status).toBe(404)
  })

  it('refuses the userName of another (409)', async () => {
    await made()
    const taken = name
    name = `u-${newId()}`
    const id = await made()
    const answer = await send('PUT', `Users/${id}`, { body: { userName: taken } })
    expect([answer.status, answer.body['scimType']]).toEqual([409, 'uniqueness'])
  })
})

describe('modifying (RFC 7644 §3.5.2), as directories do it', () => {
  const after = async (id: string, ...operations: object[]) => {
    const answer = await patched(id, ...operations)
    expect(answer.status).toBe(200)
    return answer.body
  }

  it.each([
    ['Entra', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['Entra with its flag', [{ op: 'replace', path: 'active', value: false }]],
    ['Okta', [{ op: 'replace', value: { active: false } }]],
    ['a core prefix', [{ op: 'replace', path: `${core}:active`, value: false }]],
  ])('switches off as %s', async (_what, operations) => {
    const id = await made()
    expect(await after(id, ...operations)).toMatchObject({ active: false })
  })

  it('takes several at once with dotted and URN keys, without the foreign id', async () => {
    const id = await made({ name: { givenName: 'A', familyName: 'B' } })
    const value = {
      id: newId(),
      displayName: 'Bee',
      'name.givenName': 'K',
      [`${enterprise}:employeeNumber`]: '7',
      [enterprise]: { department: 'Intake' },
    }
    expect(await after(id, { op: 'replace', value })).toMatchObject({
      id,
      displayName: 'Bee',
      name: { givenName: 'K', familyName: 'B' },
      [enterprise]: { employeeNumber: '7', department: 'Intake' },
    })
  })

  it('makes the element that a condition names when it is not there', async () => {
    const id = await made()
    const path = 'phoneNumbers[type eq "work"].value'
    expect(await after(id, { op: 'Add', path, value: '5' })).toMatchObject({
      phoneNumbers: [{ type: 'work', value: '5' }],
    })
    expect((await after(id, { op: 'Replace', path, value: '6' }))['phoneNumbers']).toEqual([
      { type: 'work', value: '6' },
    ])
    expect(await after(id, { op: 'Remove', path })).not.toHaveProperty('phoneNumbers')
  })

  it.each(['boss', ['boss'], [{ value: 'boss' }], { value: 'boss' }])(
    'takes the manager %j',
    async (value) => {
      const id = await made()
      const path = `${enterprise}:manager`
      expect(await after(id, { op: 'Add', path, value })).toMatchObject({
        [enterprise]: { manager: { value: 'boss' } },
      })
      expect(await after(id, { op: 'remove', path })).not.toHaveProperty(enterprise)
    },
  )

  it('adds to lists without doubling, keeps one primary, and removes by condition', async () => {
    const id = await made({ emails: [{ value: 'a@example.com', type: 'work', primary: true }] })
    const add = { op: 'add', path: 'emails', value: [{ value: 'b@example.com', primary: 'True' }] }
    await after(id, add)
    const two = (await after(id, add))['emails']
    expect(two).toEqual([
      { value: 'a@example.com', type: 'work', primary: false },
      { value: 'b@example.com', primary: true },
    ])
    const path = 'emails[value eq "A@example.com"]'
    expect((await after(id, { op: 'remove', path }))['emails']).toEqual([
      { value: 'b@example.com', primary: true },
    ])
  })

  it('ignores attributes that nobody knows, and null removes', async () => {
    const id = await made({ title: 'Dr' })
    const body = await after(
      id,
      { op: 'add', path: 'shoeSize', value: 44 },
      { op: 'add', path: 'urn:acme:User:x', value: 1 },
      { op: 'replace', path: 'title', value: null },
    )
    expect(body).not.toHaveProperty('title')
  })

  it.each([
    ['removing userName', { op: 'remove', path: 'userName' }],
    ['removing active', { op: 'remove', path: 'active' }],
    ['another op', { op: 'move', path: 'title', value: 'x' }],
    ['a removal without path', { op: 'remove' }],
    ['a wrong type', { op: 'replace', path: 'active', value: 'perhaps' }],
    ['a broken path', { op: 'replace', path: 'emails[type eq "work"', value: 'x' }],
    ['a condition on what is no list', { op: 'remove', path: 'name[givenName eq "x"]' }],
    ['a condition that holds for all', { op: 'remove', path: 'emails[bogus ne "x"]' }],
    [
      'a condition with more',
      { op: 'remove', path: 'emails[value eq "x" or value pr or value eq "' },
    ],
    ['__proto__', { op: 'add', path: '__proto__.polluted', value: 'yes' }],
    ['constructor', { op: 'add', path: 'constructor.prototype.polluted', value: 'yes' }],
    ['__proto__ as a key', { op: 'add', value: { 'name.__proto__': { polluted: 'yes' } } }],
  ])('refuses %s, and undoes what came before it', async (_what, operation) => {
    const id = await made({ emails: [{ value: 'a@example.com' }] })
    const before = (await send('GET', `Users/${id}`)).body
    const first = { op: 'replace', path: 'title', value: 'Changed' }
    const answer = await patched(id, first, operation)
    expect(answer.status).toBe(400)
    expect((await send('GET', `Users/${id}`)).body).toEqual(before)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it.each([[undefined], ['no JSON'], [{ Operations: [] }], [{ Operations: 'x' }], [[]]])(
    'refuses the body %j',
    async (body) => {
      const id = await made()
      expect((await send('PATCH', `Users/${id}`, { body })).status).toBe(400)
    },
  )
})

describe('deleting (RFC 7644 §3.6)', () => {
  it('is final: 404 afterwards, and the userName is free again', async () => {
    const id = await made()
    expect((await send('DELETE', `Users/${id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE'])
      expect((await send(method, `Users/${id}`)).status).toBe(404)
    expect((await found(`userName eq "${name}"`))['totalResults']).toBe(0)
    expect(await made()).not.toBe(id)
  })
})

describe('two directories', () => {
  it('see nothing of one another, also in one organization', async () => {
    const id = await made()
    const sibling = await scimDirectory(directory.organizationId)
    const { organizationId } = await seedOrganization()
    const foreign = await scimDirectory(organizationId)
    for (const other of [sibling, foreign]) {
      for (const method of ['GET', 'DELETE'])
        expect((await other.send(method, `Users/${id}`)).status).toBe(404)
      const body = patchOf({ op: 'replace', path: 'title', value: 'x' })
      expect((await other.send('PATCH', `Users/${id}`, { body })).status).toBe(404)
      expect((await other.send('GET', 'Users')).body['totalResults']).toBe(0)
      expect((await send('GET', 'Users', { token: other.token })).status).toBe(401)
      expect((await other.send('POST', 'Users', { body: userOf() })).status).toBe(201)
    }
  })
})
