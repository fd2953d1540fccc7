import { beforeEach, describe, expect, it } from 'vitest'
import { authDb } from '#db/client'
import { passkeys, secondFactors } from '#db/schema/factors'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { signedIn, type Person } from '#test/samples/person'

const access = endpointsAt('/api/v2/members/{id}/access')
const keys = endpointsAt('/api/v2/api-keys')

const api = useApi()
let owner: Person
let bo: Person
beforeEach(async () => {
  Object.assign(api.organization, await organizationWithKeys())
  owner = await signedIn(api.organization.id, 'owner', 'Ada Owner')
  bo = await signedIn(api.organization.id, 'builder', 'Bo')
})

const as = ({ headers }: Person) => ({ as: null, headers })
const read = (id: string, by = owner) =>
  api.send(access.GET, `/api/v2/members/${id}/access`, { params: { id }, ...as(by) })

describe('how a member gets in', () => {
  it('is nothing but their session at first', async () => {
    expect((await read(bo.actor.id)).body).toEqual({
      signIn: { hasPassword: false, totp: null, passkeys: [], recoveryCodesLeft: 0 },
      ends: { sessions: 1, apiKeys: 0, claims: 0 },
    })
  })

  it('names factors by their kind, and never by the name that their person gave', async () => {
    const userId = bo.actor.id
    await authDb().insert(secondFactors).values({ userId, secret: 'sealed', lastStep: 0 })
    const passkey = { id: newId(), userId, name: 'My left thumb', publicKey: 'x', counter: 0 }
    await authDb()
      .insert(passkeys)
      .values({ ...passkey, credentialId: newId(), transports: [], backedUp: false })
    const { body } = await read(userId)
    expect(body).toMatchObject({
      signIn: {
        totp: { createdAt: expect.any(String) },
        passkeys: [{ createdAt: expect.any(String), lastUsedAt: null }],
      },
    })
    expect(JSON.stringify(body)).not.toContain('thumb')
    expect(JSON.stringify(body)).not.toContain('sealed')
  })

  it('counts the keys that would end, which the list of keys shows', async () => {
    const cy = await signedIn(api.organization.id, 'owner', 'Cy')
    await api.send(keys.POST, '/api/v2/api-keys', { body: { name: 'Of Cy' }, ...as(cy) })
    expect((await read(cy.actor.id)).body).toMatchObject({ ends: { sessions: 1, apiKeys: 1 } })
    const owned = `/api/v2/api-keys?ownerId=${cy.actor.id}`
    expect((await api.send(keys.GET, owned, as(owner))).body['items']).toMatchObject([
      { name: 'Of Cy', owner: { name: 'Cy' } },
    ])
    const none = `/api/v2/api-keys?ownerId=${bo.actor.id}`
    expect((await api.send(keys.GET, none, as(owner))).body['items']).toEqual([])
  })

  it('is for those who manage members of the same organization', async () => {
    expect((await read(bo.actor.id, bo)).status).toBe(403)
    const stranger = await signedIn((await organizationWithKeys()).id, 'owner', 'Eve')
    expect((await read(bo.actor.id, stranger)).status).toBe(404)
  })
})
