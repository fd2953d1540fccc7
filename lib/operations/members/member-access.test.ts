import { beforeEach, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import {
  directories,
  directoryGroupMembers,
  directoryGroups,
  directoryUsers,
} from '#db/schema/directories'
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
      groups: [],
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

  it('has the groups of directories, and the keys that would end', async () => {
    const organizationId = api.organization.id
    const settings = { joiners: 'members', defaultRole: 'worker' } as const
    const entra = { name: 'Entra', kind: 'scim', settings } as const
    const directory = { id: newId(), organizationId, ...entra }
    const group = { id: newId(), organizationId, directoryId: directory.id }
    const person = { id: newId(), organizationId, directoryId: directory.id }
    await inOrganization(organizationId, async (tx) => {
      await tx.insert(directories).values(directory)
      await tx.insert(directoryGroups).values({ ...group, displayName: 'Intake' })
      const named = { userName: 'bo', displayName: 'Bo', active: true, attributes: {} }
      await tx.insert(directoryUsers).values({ ...person, ...named, userId: bo.actor.id })
      const inside = { organizationId, groupId: group.id, directoryUserId: person.id }
      await tx.insert(directoryGroupMembers).values(inside)
    })
    const ofBo = await signedIn(organizationId, 'owner', 'Cy')
    await api.send(keys.POST, '/api/v2/api-keys', { body: { name: 'Of Cy' }, ...as(ofBo) })
    expect((await read(bo.actor.id)).body).toMatchObject({
      groups: [{ id: group.id, name: 'Intake', directory: 'Entra' }],
    })
    expect((await read(ofBo.actor.id)).body).toMatchObject({ ends: { sessions: 1, apiKeys: 1 } })
    const owned = `/api/v2/api-keys?ownerId=${ofBo.actor.id}`
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
