import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { members, users } from '#db/schema/people'
import { presentActorOfKey } from '#lib/auth/api-key'
import { permissionsOf } from '#lib/auth/permissions'
import { permissions } from '#lib/auth/permissions'
import type { Handler } from '#lib/http/endpoint'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn } from '#test/samples/person'

const one = endpointsAt('/api/v2/api-keys/{id}')
const all = endpointsAt('/api/v2/api-keys')
const member = endpointsAt('/api/v2/members/{id}')
const workflows = endpointsAt('/api/v2/workflows')
const audit = endpointsAt('/api/v2/audit')

const api = useApi()
const path = '/api/v2/api-keys'
const create = (body: unknown, more = {}) => api.send(all.POST, path, { body, ...more })
const remove = (id: string, query: string, more = {}) =>
  api.send(one.DELETE, `${path}/${id}${query}`, { params: { id }, ...more })
const withKey = (handler: Handler, key: unknown) =>
  api.send(handler, path, { as: null, headers: { authorization: `Bearer ${String(key)}` } })
type Item = { id: string; name: string }
const items = async (more = {}) =>
  (await api.send(all.GET, `${path}?limit=200`, more)).body['items'] as Item[]

describe('the life of an API key', () => {
  it('is created and shown once, used, deleted by its name, and then refused', async () => {
    const made = await create({ name: 'Billing system', role: 'owner' })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Billing system', role: 'owner', lastUsedAt: null },
    })
    const key = String(made.body['key'])
    expect(key).toMatch(/^rk_live_[\w-]{43}$/)
    expect(made.body['prefix']).toBe(key.slice(0, 12))
    const list = await withKey(all.GET, key)
    expect(list.status).toBe(200)
    expect(JSON.stringify(list.body)).not.toContain(key)
    const id = String(made.body['id'])
    for (const query of ['', '?confirm=', '?confirm=billing%20system', '?confirm=Billing'])
      expect((await remove(id, query)).status, query).toBe(400)
    expect((await withKey(all.GET, key)).status).toBe(200)
    expect((await remove(id, '?confirm=Billing%20system')).status).toBe(204)
    expect((await withKey(all.GET, key)).status).toBe(401)
    expect((await remove(id, '?confirm=Billing%20system')).status).toBe(404)
  })

  it('is in the audit log, without the key', async () => {
    const made = await create({ name: 'Audited' })
    const id = String(made.body['id'])
    await remove(id, '?confirm=Audited')
    const log = await api.send(audit.GET, `/api/v2/audit?objectId=${id}`)
    expect(log.body['items']).toMatchObject([
      {
        action: 'api-key.deleted',
        details: { name: 'Audited' },
        actor: { kind: 'api-key', name: 'owner' },
      },
      { action: 'api-key.created', details: { name: 'Audited', role: 'builder' } },
    ])
    expect(JSON.stringify(log.body)).not.toContain(String(made.body['key']))
  })

  it('names are used once in an organization', async () => {
    expect((await create({ name: ' Twice ' })).status).toBe(201)
    expect(await create({ name: 'Twice' })).toMatchObject({
      status: 409,
      body: { details: { name: 'Twice' } },
    })
    expect(
      (await create({ name: 'Twice' }, { organization: await organizationWithKeys() })).status,
    ).toBe(201)
  })

  it.each<[string, unknown]>([
    ['no name', {}],
    ['a blank name', { name: '  ' }],
    ['a line break in the name', { name: 'a\r\nb' }],
    ['a colour of terminals in the name', { name: 'a\u001b[31mb' }],
    ['a turned direction in the name', { name: 'a\u202eb' }],
    ['an endless name', { name: 'x'.repeat(81) }],
    ['a role that is none', { name: 'x', role: 'admin' }],
    ['an own key', { name: 'x', key: 'rk_live_mine' }],
  ])('is not made with %s', async (_what, body) => {
    expect((await create(body)).status).toBe(400)
  })

  it.each(['builder', 'worker'] as const)(
    'is nothing that a %s may see, make or delete',
    async (as) => {
      const id = (await items()).find((key) => key.name === 'owner')?.id ?? ''
      expect((await api.send(all.GET, path, { as })).status).toBe(403)
      expect((await create({ name: `by ${as}` }, { as })).status).toBe(403)
      expect((await remove(id, '?confirm=owner', { as })).status).toBe(403)
    },
  )

  it('does not exist for another organization', async () => {
    const other = await organizationWithKeys()
    const theirs = (await items({ organization: other }))[0]
    const mine = await items()
    expect(mine.some((key) => key.id === theirs?.id)).toBe(false)
    const answer = await remove(theirs?.id ?? '', `?confirm=${theirs?.name}`)
    const unknown = await remove('00000000-0000-7000-8000-000000000000', '?confirm=x')
    expect([answer.status, unknown.status]).toEqual([404, 404])
    expect(await items({ organization: other })).toHaveLength(5)
  })

  it('says who made it, and comes in pages by name', async () => {
    const { actor, headers } = await signedIn(api.organization.id, 'owner', 'Ada')
    await create({ name: 'A by Ada' }, { as: null, headers })
    const first = await api.send(all.GET, `${path}?limit=1`, { as: null, headers })
    expect(first.body['items']).toMatchObject([{ name: 'A by Ada', createdBy: actor.name }])
    const names: string[] = []
    let cursor: unknown = ''
    while (cursor !== null) {
      const page = await api.send(
        all.GET,
        `${path}?limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`,
      )
      names.push(...(page.body['items'] as Item[]).map((item) => item.name))
      cursor = page.body['nextCursor']
    }
    expect(names).toEqual((await items()).map((item) => item.name))
    expect((await api.send(all.GET, `${path}?cursor=nonsense`)).status).toBe(400)
  })

  it('ends with the membership of its person, in every process, for good', async () => {
    const ada = await signedIn(api.organization.id, 'owner', 'Ada Leaves')
    const mine = { as: null, headers: ada.headers }
    const first = await create({ name: 'of Ada', role: 'owner' }, mine)
    const header = { authorization: `Bearer ${String(first.body['key'])}` }
    // A key that her key creates is also hers.
    const second = await create({ name: 'of her key' }, { as: null, headers: header })
    expect(second.body['createdBy']).toBe('Ada Leaves')
    const keys = [first, second].map(({ body }) => String(body['key']))
    const statuses = async () =>
      await Promise.all(keys.map(async (key) => (await withKey(workflows.GET, key)).status))
    expect(await statuses()).toEqual([200, 200])
    const params = { id: ada.actor.id }
    expect((await api.send(member.DELETE, '/api/v2/members/x', { params })).status).toBe(204)
    expect(await statuses()).toEqual([401, 401])
    expect(await presentActorOfKey(String(first.body['id']))).toBeUndefined()
    const listed = (await items()).filter(({ name }) => name.startsWith('of '))
    expect(listed).toMatchObject([
      { name: 'of Ada', status: 'stopped' },
      { name: 'of her key', status: 'stopped' },
    ])
    const { id: userId, name, email } = ada.actor
    const { id: organizationId } = api.organization
    const again = { organizationId, userId, role: 'owner' as const, name, email: email ?? '' }
    await authDb().insert(members).values(again)
    expect(await statuses()).toEqual([401, 401])
  })

  it('does no more than its person may do now, and creates nothing with more rights', async () => {
    const bo = await signedIn(api.organization.id, 'owner', 'Bo Demoted')
    const made = await create({ name: 'of Bo', role: 'owner' }, { as: null, headers: bo.headers })
    const headers = { authorization: `Bearer ${String(made.body['key'])}` }
    const asKey = { as: null, headers }
    expect((await items(asKey)).length).toBeGreaterThan(0)
    const params = { id: bo.actor.id }
    const demote = { params, body: { role: 'worker' } }
    expect((await api.send(member.PATCH, '/api/v2/members/x', demote)).status).toBe(200)
    expect((await create({ name: 'stronger', role: 'owner' }, asKey)).status).toBe(403)
    expect((await withKey(workflows.GET, made.body['key'])).status).toBe(200)
    expect((await items()).find(({ name }) => name === 'of Bo')).toMatchObject({ role: 'worker' })
    expect((await presentActorOfKey(String(made.body['id'])))?.permissions).toEqual(
      permissionsOf('worker'),
    )
    // Only owners create keys and members, so none has more rights than its creator.
    expect([permissions['api-keys:manage'], permissions['members:manage']]).toEqual([
      ['owner'],
      ['owner'],
    ])
  })

  it('does not work while its person is disabled', async () => {
    const cy = await signedIn(api.organization.id, 'owner', 'Cy Disabled')
    const made = await create({ name: 'of Cy' }, { as: null, headers: cy.headers })
    const status = async () => (await withKey(workflows.GET, made.body['key'])).status
    const disabled = (at: Date | null) =>
      authDb().update(users).set({ disabledAt: at }).where(eq(users.id, cy.actor.id))
    await disabled(new Date())
    expect(await status()).toBe(401)
    await disabled(null)
    expect(await status()).toBe(200)
  })
})
