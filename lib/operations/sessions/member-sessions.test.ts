import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { members, sessions } from '#db/schema/people'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'

const all = endpointsAt('/api/v2/members/{id}/sessions')
const one = endpointsAt('/api/v2/members/{id}/sessions/{sessionId}')

const api = useApi()
let ada: Person
beforeEach(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
})

type As = { headers?: Record<string, string>; as?: 'owner' | 'builder' | null }
const list = (id: string, as: As = {}) =>
  api.send(all.GET, `/api/v2/members/${id}/sessions`, { params: { id }, ...as })
const endOne = (id: string, sessionId: string, as: As = {}) =>
  api.send(one.DELETE, `/api/v2/members/${id}/sessions/${sessionId}`, {
    params: { id, sessionId },
    ...as,
  })
const endAll = (id: string) =>
  api.send(all.DELETE, `/api/v2/members/${id}/sessions`, { params: { id } })
const left = async (id: string) =>
  await authDb().select().from(sessions).where(eq(sessions.userId, id))

it('an owner sees where a member is signed in, and ends it', async () => {
  const id = ada.actor.sessionId ?? ''
  expect((await list(ada.actor.id)).body).toMatchObject({
    items: [{ id, locked: false, current: false }],
  })
  expect((await endOne(ada.actor.id, id)).status).toBe(204)
  expect((await list(ada.actor.id)).body).toEqual({ items: [] })
  expect((await endOne(ada.actor.id, id)).status).toBe(404)
})

it('signs a member out also where they work in another organization, and does not say so', async () => {
  const { id: other } = await organizationWithKeys()
  await authDb().insert(members).values({
    organizationId: other,
    userId: ada.actor.id,
    role: 'worker',
    name: 'Ada',
    email: 'ada@example.com',
  })
  await authDb()
    .update(sessions)
    .set({ organizationId: other })
    .where(eq(sessions.userId, ada.actor.id))
  expect((await list(ada.actor.id)).body).toEqual({ items: [] })
  expect((await endOne(ada.actor.id, ada.actor.sessionId ?? '')).status).toBe(404)
  expect((await endAll(ada.actor.id)).body).toEqual({ ended: 0 })
  expect(await left(ada.actor.id)).toEqual([])
})

it('is for owners of the member’s organization alone', async () => {
  const id = ada.actor.sessionId ?? ''
  expect((await list(ada.actor.id, { as: 'builder' })).status).toBe(403)
  expect((await endOne(ada.actor.id, id, { as: 'builder' })).status).toBe(403)
  const stranger = await signedIn((await organizationWithKeys()).id, 'owner', 'Eve')
  const asStranger = { as: null, headers: stranger.headers }
  expect((await list(ada.actor.id, asStranger)).status).toBe(404)
  expect((await endOne(ada.actor.id, id, asStranger)).status).toBe(404)
  // A member of both is no way to a session of somebody else.
  expect((await endOne(stranger.actor.id, id, asStranger)).status).toBe(404)
  expect(await left(ada.actor.id)).toHaveLength(1)
})
