import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { authDb, inOrganization } from '#db/client'
import { instanceAdministrators, members } from '#db/schema/people'
import { auditEntries } from '#db/schema/records'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { tokenOf } from '#test/harness/invite'
import { signedIn, type Person } from '#test/samples/person'
import { runOrganizationsCommand } from './run-command.ts'

const all = endpointsAt('/api/v2/instance/organizations')
const rateLimit = endpointsAt('/api/v2/instance/organizations/{id}/rate-limit')
const one = endpointsAt('/api/v2/instance/organizations/{id}')
const ownerRoute = endpointsAt('/api/v2/instance/organizations/{id}/owner')
const administrators = endpointsAt('/api/v2/instance/administrators')
const administrator = endpointsAt('/api/v2/instance/administrators/{id}')
const accepted = endpointsAt('/api/v2/public/invitations/{token}/accept')
const opened = endpointsAt('/api/v2/public/invitations/{token}')
const settings = endpointsAt('/api/v2/settings')
const switching = endpointsAt('/api/v2/profile/organization')

const api = useApi()
const path = '/api/v2/instance/organizations'
let ada: Person
let bo: Person

beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada Admin')
  bo = await signedIn(api.organization.id, 'owner', 'Bo Owner')
  await authDb()
    .insert(instanceAdministrators)
    .values({ userId: ada.actor.id, grantedBy: 'First start' })
})

const as = (person: Person) => ({ as: null, headers: person.headers })
const newOwner = () => ({ name: 'Olive', email: `${newId()}@example.com` })
const create = (name: string, by = ada, owner = newOwner()) =>
  api.send(all.POST, path, { body: { name, timeZone: 'America/Chicago', owner }, ...as(by) })
type Made = { organization: { id: string; slug: string }; invitation: { link: string } }
const made = async (name: string, owner = newOwner()) =>
  (await create(name, ada, owner)).body as unknown as Made
const accept = (link: string) =>
  api.send(accepted.POST, path, {
    params: { token: tokenOf(link) },
    as: null,
    body: { account: 'new', name: 'Olive', password: 'the own password of its person' },
  })
const open = async (link: string) =>
  (await api.send(opened.GET, path, { params: { token: tokenOf(link) }, as: null })).status
const auditOf = (organizationId: string) =>
  inOrganization(organizationId, (tx) => tx.select().from(auditEntries))

describe('an instance administrator', () => {
  it('creates an organization, whose first owner accepts an invitation', async () => {
    const owner = newOwner()
    const answer = await create('St. Mary’s', ada, owner)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        organization: { name: 'St. Mary’s', timeZone: 'America/Chicago', members: 0, owners: 0 },
        // These tests have no mail server, and the answer says so.
        invitation: { email: owner.email, role: 'owner', mail: { status: 'not_sent' } },
      },
    })
    const { organization, invitation } = answer.body as unknown as Made
    expect((await accept(invitation.link)).status).toBe(201)
    const [member] = await authDb().select().from(members).where(eq(members.email, owner.email))
    expect(member).toMatchObject({ organizationId: organization.id, role: 'owner' })
    expect(await auditOf(organization.id)).toContainEqual(
      expect.objectContaining({ action: 'organization.created', actorName: 'Ada Admin' }),
    )
  })

  it('is no member of it, and reads nothing of it', async () => {
    const { organization } = await made('Not mine')
    const here = and(eq(members.organizationId, organization.id), eq(members.userId, ada.actor.id))
    expect(await authDb().select().from(members).where(here)).toEqual([])
    const body = { organizationId: organization.id }
    expect((await api.send(switching.PUT, path, { body, ...as(ada) })).status).toBe(404)
    const headers = { ...ada.headers, 'rounds-organization': organization.id }
    expect((await api.send(settings.GET, path, { as: null, headers })).status).toBe(409)
  })

  it('limits the API requests of one, and the audit log says so', async () => {
    const { organization } = await made('Limited')
    const limit = async (ratePerMinute: number | null, more: object = as(ada)) =>
      await api.send(rateLimit.PUT, path, {
        params: { id: organization.id },
        body: { ratePerMinute },
        ...more,
      })
    expect(await limit(120)).toMatchObject({ status: 200, body: { ratePerMinute: 120 } })
    expect(await auditOf(organization.id)).toContainEqual(
      expect.objectContaining({ action: 'organization.limited', details: { ratePerMinute: 120 } }),
    )
    expect((await limit(0)).status).toBe(400)
    expect((await limit(1, {})).status).toBe(403)
    expect((await limit(null)).body).toMatchObject({ ratePerMinute: null })
  })

  it('lists and renames them, and their audit logs say so', async () => {
    const { organization } = await made('Old name')
    const params = { id: organization.id }
    const renamed = await api.send(one.PATCH, path, {
      params,
      body: { name: 'New name' },
      ...as(ada),
    })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'New name', slug: 'old-name' } })
    expect(await auditOf(organization.id)).toContainEqual(
      expect.objectContaining({ action: 'organization.renamed', details: { name: 'New name' } }),
    )
    const names: string[] = []
    let cursor: unknown = ''
    while (cursor !== null) {
      const query = `?limit=2${cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : ''}`
      const page = await api.send(all.GET, path + query, as(ada))
      names.push(...(page.body['items'] as { name: string }[]).map(({ name }) => name))
      cursor = page.body['nextCursor']
    }
    expect(names).toContain('New name')
    expect(new Set(names).size).toBeGreaterThan(2)
    const unknown = { params: { id: newId() }, body: { name: 'x' }, ...as(ada) }
    expect((await api.send(one.PATCH, path, unknown)).status).toBe(404)
  })

  it('names two alike apart by their slugs', async () => {
    const first = await made('Twin Clinic')
    const second = await made('Twin Clinic')
    expect([first.organization.slug, second.organization.slug]).toEqual([
      'twin-clinic',
      'twin-clinic-2',
    ])
  })

  it('invites the first owner again only while there is none', async () => {
    const { organization, invitation } = await made('Waiting')
    const params = { id: organization.id }
    const again = () => api.send(ownerRoute.POST, path, { params, body: newOwner(), ...as(ada) })
    const second = await again()
    expect(second.status).toBe(201)
    expect(await open(invitation.link)).toBe(404)
    // Otherwise an administrator could make themselves an owner and read everything.
    expect((await accept(String(second.body['link']))).status).toBe(201)
    expect(await again()).toMatchObject({ status: 409 })
  })
})

describe('nobody else', () => {
  it('reaches these endpoints: neither owners nor API keys, also not of an administrator', async () => {
    const keys = endpointsAt('/api/v2/api-keys')
    const key = await api.send(keys.POST, path, { body: { name: 'Of Bo' }, ...as(bo) })
    await authDb()
      .insert(instanceAdministrators)
      .values({ userId: bo.actor.id, grantedBy: 'a test' })
    const headers = { authorization: `Bearer ${String(key.body['key'])}` }
    expect((await api.send(all.GET, path, as(bo))).status).toBe(200)
    expect((await api.send(all.GET, path, { as: null, headers })).status).toBe(403)
    await authDb()
      .delete(instanceAdministrators)
      .where(eq(instanceAdministrators.userId, bo.actor.id))
    const params = { id: api.organization.id }
    for (const given of [as(bo), { as: 'owner' as const }]) {
      const owner = newOwner()
      const answers = await Promise.all([
        api.send(all.GET, path, given),
        api.send(all.POST, path, { body: { name: 'x', owner }, ...given }),
        api.send(one.PATCH, path, { params, body: { name: 'x' }, ...given }),
        api.send(ownerRoute.POST, path, { params, body: owner, ...given }),
        api.send(administrators.GET, path, given),
        api.send(administrators.POST, path, { body: { email: bo.actor.email }, ...given }),
        api.send(administrator.DELETE, path, { params: { id: ada.actor.id }, ...given }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(403))
    }
  })
})

describe('the administrators', () => {
  it('name others, and always keep one, also when two end each other’s at once', async () => {
    const di = await signedIn(api.organization.id, 'worker', 'Di')
    const add = await api.send(administrators.POST, path, {
      body: { email: di.actor.email },
      ...as(ada),
    })
    expect(add).toMatchObject({ status: 201, body: { id: di.actor.id, grantedBy: 'Ada Admin' } })
    const unknown = { body: { email: 'nobody@example.com' }, ...as(ada) }
    expect((await api.send(administrators.POST, path, unknown)).status).toBe(404)
    const remove = (id: string, by: Person) =>
      api.send(administrator.DELETE, path, { params: { id }, ...as(by) })
    const answers = await Promise.all([remove(di.actor.id, ada), remove(ada.actor.id, di)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = await authDb().select().from(instanceAdministrators)
    expect(left).toHaveLength(1)
    const [last] = left
    const person = last?.userId === ada.actor.id ? ada : di
    expect((await remove(person.actor.id, person)).status).toBe(409)
    await authDb()
      .insert(instanceAdministrators)
      .values({ userId: ada.actor.id, grantedBy: 'a test' })
      .onConflictDoNothing()
  })
})

describe('the command at the server', () => {
  it('creates, lists and renames organizations, and invites an owner in need', async () => {
    const email = `${newId()}@example.com`
    const created = await runOrganizationsCommand(['create', 'By command', email, 'Olive'])
    expect(created).toContain('Created "By command" (by-command). No mail was sent.')
    const link = /http\S+/.exec(created)?.[0] ?? ''
    expect(await runOrganizationsCommand(['list'])).toMatch(
      /by-command {2}By command .* no owner yet/,
    )
    expect((await accept(link)).status).toBe(201)
    const other = await runOrganizationsCommand(['invite-owner', 'by-command', `x${email}`])
    expect(other).toContain('It has 1 other owner.')
    expect(await open(/http\S+/.exec(other)?.[0] ?? '')).toBe(200)
    expect(await runOrganizationsCommand(['rename', 'by-command', 'Renamed'])).toContain('Renamed')
    expect(await runOrganizationsCommand(['grant', email])).toContain('Olive is an instance')
    expect(await runOrganizationsCommand(['administrators'])).toContain(email)
    expect(await runOrganizationsCommand(['revoke', email])).toContain('any more')
  })

  it.each([
    [[], 'npm run organizations -- <command>'],
    [['constructor'], 'npm run organizations -- <command>'],
    [['create', 'No owner'], 'Give an e-mail address'],
    [['create', 'a\nb', 'a@example.com'], 'Give a name'],
    [['rename', 'nowhere', 'x'], 'There is no organization "nowhere"'],
    [['revoke', 'nobody@example.com'], 'no instance administrator'],
  ])('says what is wrong with %j', async (args, message) => {
    await expect(runOrganizationsCommand(args)).rejects.toThrow(message)
  })
})
