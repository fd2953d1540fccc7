import { desc } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'

const member = endpointsAt('/api/v2/members/{id}')
const sessions = endpointsAt('/api/v2/members/{id}/sessions')
const keys = endpointsAt('/api/v2/api-keys')

const api = useApi()
let bo: Person
beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  bo = await signedIn(api.organization.id, 'worker', 'Bo')
})

const asBo = () => ({ as: null, headers: bo.headers })
const refusals = async () => {
  const { id } = api.organization
  const rows = await inOrganization(id, (tx) =>
    tx.select().from(auditEntries).orderBy(desc(auditEntries.createdAt)),
  )
  return rows.filter(({ action }) => action === 'access.refused')
}

it('writes who wanted to change what, once for each thing', async () => {
  const promote = async (id: string) => {
    const more = { params: { id }, body: { role: 'owner' }, ...asBo() }
    return (await api.send(member.PATCH, `/api/v2/members/${id}`, more)).status
  }
  const other = newId()
  expect([await promote(bo.actor.id), await promote(bo.actor.id)]).toEqual([403, 403])
  expect(await promote(other)).toBe(403)
  expect(await refusals()).toMatchObject([
    { details: { id: other } },
    {
      actorKind: 'user',
      actorId: bo.actor.id,
      actorName: 'Bo',
      objectKind: 'operation',
      objectId: 'changeMember',
      details: { id: bo.actor.id },
      requestId: expect.any(String),
    },
  ])
})

it('writes reads by an id and writes of keys, and no reads of lists', async () => {
  const { id } = bo.actor
  const list = { body: undefined, as: 'worker' } as const
  expect((await api.send(keys.GET, '/api/v2/api-keys', list)).status).toBe(403)
  expect(await refusals()).toEqual([])
  const read = { params: { id }, ...asBo() }
  expect((await api.send(sessions.GET, `/api/v2/members/${id}/sessions`, read)).status).toBe(403)
  const body = { name: 'Mine' }
  expect((await api.send(keys.POST, '/api/v2/api-keys', { body, as: 'worker' })).status).toBe(403)
  expect(await refusals()).toMatchObject([
    { actorKind: 'api-key', actorName: 'worker', objectId: 'createApiKey', details: {} },
    { actorKind: 'user', objectId: 'listMemberSessions', details: { id } },
  ])
})

it('does not write that something is not there', async () => {
  const owner = await signedIn(api.organization.id, 'owner', 'Ada')
  const id = newId()
  const more = { params: { id }, as: null, headers: owner.headers }
  expect((await api.send(member.GET, `/api/v2/members/${id}`, more)).status).toBe(404)
  expect(await refusals()).toEqual([])
})
