import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { auditEntries, members, sessions } from '#db/schema/index'
import { newId } from '#lib/ids'
import { useApi, organizationWithKeys } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { seedWorkflow } from '#test/harness/seed-organization'

const membershipsRoute = endpointsAt('/api/v2/profile/memberships')
const organizationRoute = endpointsAt('/api/v2/profile/organization')
const workflowRoute = endpointsAt('/api/v2/workflows/{id}')

const api = useApi()
let ada: Person
let other: string
let strange: string
beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  other = (await organizationWithKeys()).id
  strange = (await organizationWithKeys()).id
  const { id: userId, name, email } = ada.actor
  const member = { organizationId: other, userId, role: 'builder' as const, name }
  await authDb()
    .insert(members)
    .values({ ...member, email: email ?? '' })
})

const as = (more: Record<string, string> = {}) => ({
  as: null,
  headers: { ...ada.headers, ...more },
})
const list = async (query = '') => {
  const { body } = await api.send(membershipsRoute.GET, `/api/v2/profile/memberships${query}`, as())
  return body['items'] as { organizationId: string; role: string; current: boolean }[]
}
const enter = async (organizationId: string) => {
  const body = { organizationId }
  const answer = await api.send(organizationRoute.PUT, '/api/v2/profile/organization', {
    body,
    ...as(),
  })
  const [cookie] = answer.headers.get('set-cookie')?.split(';') ?? []
  if (cookie) ada.headers['cookie'] = cookie
  return answer
}

describe('a person of two organizations', () => {
  it('sees both, and nobody sees others', async () => {
    const found = await list()
    expect(found.map(({ organizationId }) => organizationId).toSorted()).toEqual(
      [api.organization.id, other].toSorted(),
    )
    expect(found.find(({ current }) => current)?.organizationId).toBe(api.organization.id)
    const key = await api.send(membershipsRoute.GET, '/api/v2/profile/memberships', { as: 'owner' })
    expect(key.body).toEqual({ items: [] })
  })

  it('goes on in the other one, which notes it without a word of the first', async () => {
    expect((await enter(strange)).status).toBe(404)
    expect((await enter(newId())).status).toBe(404)
    const body = { organizationId: other }
    const address = '/api/v2/profile/organization'
    expect((await api.send(organizationRoute.PUT, address, { body, as: 'owner' })).status).toBe(403)

    expect((await enter(other)).body).toMatchObject({ role: 'builder', current: true })
    expect((await list()).find(({ current }) => current)?.organizationId).toBe(other)
    const entries = await inOrganization(other, (tx) => tx.select().from(auditEntries))
    const [entered] = entries.filter(({ action }) => action === 'session.entered')
    expect(entered).toMatchObject({ actorId: ada.actor.id, objectKind: 'session', details: {} })
    await enter(api.organization.id)
  })

  it('gets another session there, and the cookie before opens nothing any more', async () => {
    const before = { ...ada.headers }
    await enter(other)
    const old = { as: null, headers: before }
    const address = '/api/v2/profile/memberships'
    expect((await api.send(membershipsRoute.GET, address, old)).status).toBe(401)
    expect((await list()).find(({ current }) => current)?.organizationId).toBe(other)
    const rows = await authDb().select().from(sessions).where(eq(sessions.userId, ada.actor.id))
    expect(rows).toHaveLength(1)
    // Where it is already, it stays as it is.
    const here = { ...ada.headers }
    await enter(other)
    const still = await api.send(membershipsRoute.GET, address, { as: null, headers: here })
    expect(still.status).toBe(200)
    await enter(api.organization.id)
  })

  it('finds where a link leads to, among their own organizations only', async () => {
    const definition = graph('one', { one: { type: 'transform', config: { value: 1 } } })
    const { workflowId } = await seedWorkflow(other, definition)
    const { workflowId: hidden } = await seedWorkflow(strange, definition)
    const [found] = await list(`?kind=workflow&id=${workflowId}`)
    expect(found?.organizationId).toBe(other)
    expect(await list(`?kind=workflow&id=${hidden}`)).toEqual([])
    expect(await list('?kind=run&id=nonsense')).toEqual([])
    expect(await list(`?kind=screen&id=${newId()}`)).toEqual([])
    const half = await api.send(membershipsRoute.GET, '/api/v2/profile/memberships?kind=run', as())
    expect(half.status).toBe(400)
  })

  it('a page of one organization does nothing in the other', async () => {
    const definition = graph('one', { one: { type: 'transform', config: { value: 1 } } })
    const { workflowId: id } = await seedWorkflow(api.organization.id, definition)
    const read = async (organization: string) => {
      const more = { params: { id }, ...as({ 'rounds-organization': organization }) }
      return await api.send(workflowRoute.GET, `/api/v2/workflows/${id}`, more)
    }
    expect((await read(api.organization.id)).status).toBe(200)
    expect(await read(other)).toMatchObject({ status: 409, body: { error: 'conflict' } })
  })
})
