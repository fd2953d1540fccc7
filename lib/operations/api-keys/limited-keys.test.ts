import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { authDb, closeDatabase } from '#db/client'
import { apiKeys } from '#db/schema/people'
import { mails } from '#db/schema/documents'
import { engineDb, inOrganization } from '#db/client'
import { asClient } from '#lib/client-address'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { runCalls, screen, transform } from '#test/harness/run-calls'
import { signedIn } from '#test/samples/person'
import { useWorker } from '#test/harness/worker'
import { warnOfExpiry } from './start-expiry-warnings.ts'

const all = endpointsAt('/api/v2/api-keys')
const one = endpointsAt('/api/v2/api-keys/{id}')
const rotation = endpointsAt('/api/v2/api-keys/{id}/rotate')
const workflows = endpointsAt('/api/v2/workflows')
const workflow = endpointsAt('/api/v2/workflows/{id}')
const runsRoute = endpointsAt('/api/v2/runs')
const screens = endpointsAt('/api/v2/screens')
const filesRoute = endpointsAt('/api/v2/files/{id}')
const policies = endpointsAt('/api/v2/policies')
const member = endpointsAt('/api/v2/members/{id}')

const api = useApi()
useWorker({ handOver: true })
const { publish, start, read, inStatus } = runCalls(api)
type Sent = NonNullable<Parameters<typeof api.send>[2]>

const path = '/api/v2/api-keys'
const dayMs = 24 * 3_600_000
const later = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const as = (key: string): Sent => ({ as: null, headers: { authorization: `Bearer ${key}` } })
const create = async (body: object, more: Sent = {}) =>
  await api.send(all.POST, path, { body, ...more })

let made = 0
/** The text and the id of a new key, and how its holder calls. */
async function keyWith(body: object, more: Sent = {}) {
  const answer = await create({ name: `key ${++made}`, ...body }, more)
  expect(answer.body).toMatchObject({ id: expect.any(String) })
  const key = String(answer.body['key'])
  return { key, id: String(answer.body['id']), caller: as(key), body: answer.body }
}
const change = async (id: string, values: Partial<typeof apiKeys.$inferInsert>) =>
  await authDb().update(apiKeys).set(values).where(eq(apiKeys.id, id))
const listStatus = async (caller: Sent) =>
  (await api.send(workflows.GET, '/api/v2/workflows', caller)).status
const rotate = async (id: string, body: object = {}, more: Sent = {}) =>
  await api.send(rotation.POST, `${path}/${id}/rotate`, { params: { id }, body, ...more })
const patch = async (id: string, body: object, more: Sent = {}) =>
  await api.send(one.PATCH, `${path}/${id}`, { params: { id }, body, ...more })

describe('a key with single permissions', () => {
  it('may do these and nothing else', async () => {
    const { caller, body } = await keyWith({ permissions: ['workflows:read', 'runs:start'] })
    expect(body).toMatchObject({ permissions: ['runs:start', 'self:manage', 'workflows:read'] })
    const id = await publish(graph('a', { a: transform(1) }))
    expect(await listStatus(caller)).toBe(200)
    expect((await start(id, {}, caller.headers ?? {}, { as: null })).status).toBe(202)
    expect((await api.send(policies.GET, '/api/v2/policies', caller)).status).toBe(403)
    expect((await api.send(all.GET, path, caller)).status).toBe(403)
    expect((await create({ name: 'by it' }, caller)).status).toBe(403)
  })

  it.each([
    ['one that there is not', { permissions: ['runs:destroy'] }, 400],
    ['none', { permissions: [] }, 400],
    ['a role, too', { role: 'worker', permissions: ['runs:read'] }, 400],
    ['one that a test key cannot have', { mode: 'test', permissions: ['sql:run'] }, 400],
  ])('is not created with %s', async (_what, body, status) => {
    expect((await create({ name: `refused ${++made}`, ...body })).status).toBe(status)
  })

  it('creates no key that may do more, touch more, live longer or ask more often', async () => {
    const id = await publish(graph('a', { a: transform(1) }))
    const other = await publish(graph('a', { a: transform(1) }))
    const own = ['api-keys:manage', 'workflows:read', 'runs:start']
    const maker = await keyWith({
      permissions: own,
      workflows: [id],
      expiresAt: later(10),
      ratePerMinute: 100,
    })
    const tries: [object, number][] = [
      [{ role: 'owner' }, 403],
      [{ role: 'builder' }, 403],
      [{ permissions: ['runs:read'] }, 403],
      [{ permissions: ['runs:start'], workflows: [other] }, 403],
      [{ permissions: ['runs:start'], expiresAt: null }, 403],
      [{ permissions: ['runs:start'], expiresAt: later(11) }, 403],
      [{ permissions: ['runs:start'], ratePerMinute: 101 }, 403],
      [{ permissions: ['runs:start'], ratePerMinute: null }, 403],
    ]
    for (const [body, status] of tries)
      expect([
        body,
        (await create({ name: `wide ${++made}`, ...body }, maker.caller)).status,
      ]).toEqual([body, status])
    const child = await keyWith({ permissions: ['runs:start'] }, maker.caller)
    expect(child.body).toMatchObject({
      workflows: [{ id }],
      ratePerMinute: 100,
      expiresAt: maker.body['expiresAt'],
    })
    // Nor does it lengthen itself, or take over a key that may do more.
    expect((await patch(maker.id, { expiresAt: null }, maker.caller)).status).toBe(403)
    const wide = await keyWith({ role: 'builder' })
    expect((await rotate(wide.id, {}, maker.caller)).status).toBe(403)
  })
})

describe('a key for some workflows', () => {
  it('starts, reads and finds only these; beside it others see everything', async () => {
    const asking = graph('a', { a: screen })
    const mine = await publish(asking)
    const theirs = await publish(asking)
    const word = `w${Date.now()}`
    const runOf = async (id: string, more: Sent = {}) =>
      String((await start(id, { startData: { word } }, {}, more)).body['id'])
    const theirRun = await runOf(theirs)
    const myRun = await runOf(mine)
    await inStatus(theirRun, 'suspended')
    await inStatus(myRun, 'suspended')
    const { caller } = await keyWith({ role: 'builder', workflows: [mine] })

    const idsOf = (answer: { body: Record<string, unknown> }, field = 'id') =>
      (answer.body['items'] as Record<string, unknown>[]).map((item) => item[field])
    const seen = await api.send(workflows.GET, '/api/v2/workflows', caller)
    expect(idsOf(seen)).toEqual([mine])
    for (const search of ['', `?q=${word}`, `?startData.word=${word}`]) {
      const found = await api.send(runsRoute.GET, `/api/v2/runs${search}`, caller)
      expect([search, idsOf(found)]).toEqual([search, [myRun]])
    }
    const todo = await api.send(screens.GET, '/api/v2/screens', caller)
    expect(idsOf(todo, 'runId')).toEqual([myRun])

    // Both at once, so that reads that share a statement are told apart.
    const readers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        index % 2 === 0 ? await read(theirRun) : await read(theirRun, caller),
      ),
    )
    expect(readers.map(({ status }) => status)).toEqual(
      readers.map((_, index) => (index % 2 === 0 ? 200 : 404)),
    )
    const get = { ...caller, params: { id: theirs } }
    expect((await api.send(workflow.GET, `/api/v2/workflows/${theirs}`, get)).status).toBe(404)
    for (const id of [theirs, `w-${theirs}`])
      expect((await start(id, { startData: {} }, caller.headers, { as: null })).status).toBe(404)
    expect((await start(mine, { startData: {} }, caller.headers, { as: null })).status).toBe(202)
  })

  it('cannot create workflows, nor name those that are not there', async () => {
    const id = await publish(graph('a', { a: transform(1) }))
    const { caller } = await keyWith({ role: 'builder', workflows: [id] })
    const answer = await api.send(workflows.POST, '/api/v2/workflows', {
      ...caller,
      body: { name: 'Another' },
    })
    expect(answer.status).toBe(403)
    const gone = { name: 'gone', workflows: ['00000000-0000-7000-8000-000000000000'] }
    expect((await create(gone)).status).toBe(404)
  })

  it('does not read the file of another', async () => {
    const id = await publish(graph('a', { a: transform(1) }))
    const { caller } = await keyWith({ role: 'builder', workflows: [id] })
    const upload = endpointsAt('/api/v2/files').POST
    const form = new FormData()
    form.set('file', new File(['hello'], 'a.txt', { type: 'text/plain' }))
    const request = new Request('http://localhost:3000/api/v2/files', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.organization.keys.owner}` },
      body: form,
    })
    const stored = (await (await upload(request, {})).json()) as { id: string }
    const get = async (more: Sent) =>
      (
        await api.send(filesRoute.GET, `/api/v2/files/${stored.id}`, {
          ...more,
          params: { id: stored.id },
        })
      ).status
    expect([await get({}), await get(caller)]).toEqual([200, 404])
  })
})

describe('the end of a key', () => {
  it('is a year ahead unless asked otherwise, and never only when asked for', async () => {
    const left = (body: Record<string, unknown>) =>
      Math.round((Date.parse(String(body['expiresAt'])) - Date.now()) / dayMs)
    expect(left((await keyWith({})).body)).toBe(365)
    expect(left((await keyWith({ expiresAt: later(30) })).body)).toBe(30)
    expect((await keyWith({ expiresAt: null })).body['expiresAt']).toBeNull()
    expect((await create({ name: 'past', expiresAt: later(-1) })).status).toBe(400)
  })

  it('is 401 from that instant on, with the reason, until it gets another end', async () => {
    const { id, caller } = await keyWith({})
    await change(id, { expiresAt: new Date(Date.now() - 1000) })
    expect(await api.send(workflows.GET, '/api/v2/workflows', caller)).toMatchObject({
      status: 401,
      body: { details: { reason: 'key_expired' } },
    })
    expect((await patch(id, { expiresAt: later(3) })).body).toMatchObject({
      status: 'expires-soon',
    })
    expect(await listStatus(caller)).toBe(200)
  })

  it('is announced to its person once, 14 days before', async () => {
    const eve = await signedIn(api.organization.id, 'owner', 'Eve Warned')
    const person = { as: null, headers: eve.headers }
    const soon = await keyWith({ name: 'ends soon', expiresAt: later(13) }, person)
    await keyWith({ name: 'ends late', expiresAt: later(15) }, person)
    await warnOfExpiry()
    await warnOfExpiry()
    const sent = async () =>
      (await engineDb().select().from(mails)).filter(({ key }) => key.includes(soon.id))
    expect(await sent()).toMatchObject([
      { recipients: [eve.actor.email], subject: expect.stringContaining('"ends soon" expires') },
    ])
    // A new end is a new reason.
    await patch(soon.id, { expiresAt: later(12) }, person)
    await warnOfExpiry()
    expect(await sent()).toHaveLength(2)
  })
})

describe('rotation', () => {
  it('gives a new secret while the old one works until its end', async () => {
    const { id, caller } = await keyWith({})
    const rotated = await rotate(id)
    expect(rotated).toMatchObject({ status: 200, body: { id, previousUntil: expect.any(String) } })
    const renewed = as(String(rotated.body['key']))
    expect([await listStatus(caller), await listStatus(renewed)]).toEqual([200, 200])
    await change(id, { previousUntil: new Date(Date.now() - 1) })
    expect([await listStatus(caller), await listStatus(renewed)]).toEqual([401, 200])
  })

  it('ends the key before at once when asked to, and the one before that in any case', async () => {
    const { id, caller } = await keyWith({})
    const second = as(String((await rotate(id)).body['key']))
    const third = as(String((await rotate(id)).body['key']))
    expect(await Promise.all([caller, second, third].map(listStatus))).toEqual([401, 200, 200])
    const last = await rotate(id, { previousUntil: new Date().toISOString() })
    expect(last.body['previousUntil']).toBeNull()
    const fourth = as(String(last.body['key']))
    expect(await Promise.all([second, third, fourth].map(listStatus))).toEqual([401, 401, 200])
  })

  it('overlaps for at most seven days, and revives no expired key without a new end', async () => {
    const { id, caller } = await keyWith({})
    expect((await rotate(id, { previousUntil: later(7.01) })).status).toBe(400)
    await change(id, { expiresAt: new Date(Date.now() - 1000) })
    expect((await rotate(id)).status).toBe(409)
    const revived = await rotate(id, { expiresAt: later(1) })
    expect(revived.status).toBe(200)
    expect(await listStatus(as(String(revived.body['key'])))).toBe(200)
    expect(await listStatus(caller)).toBe(401)
  })

  it('stands in the audit log without any key', async () => {
    const { id } = await keyWith({})
    const rotated = await rotate(id)
    const log = await api.send(endpointsAt('/api/v2/audit').GET, `/api/v2/audit?objectId=${id}`)
    expect(JSON.stringify(log.body)).toContain('api-key.rotated')
    expect(JSON.stringify(log.body)).not.toContain(String(rotated.body['key']))
  })
})

describe('the owner of a key', () => {
  it('may be changed by a person; then it ends with the new one', async () => {
    const leaver = await signedIn(api.organization.id, 'owner', 'Lee Leaves')
    const stayer = await signedIn(api.organization.id, 'worker', 'Sam Stays')
    const person = { as: null, headers: leaver.headers }
    const { id, caller } = await keyWith({ role: 'builder' }, person)
    expect((await patch(id, { ownerId: stayer.actor.id })).status).toBe(403)
    const handed = await patch(id, { ownerId: stayer.actor.id }, person)
    expect(handed.body).toMatchObject({ owner: { name: 'Sam Stays' }, role: 'worker' })
    const remove = { params: { id: leaver.actor.id } }
    expect((await api.send(member.DELETE, '/api/v2/members/x', remove)).status).toBe(204)
    expect(await listStatus(caller)).toBe(200)
    // It does no more than its new owner may.
    const edit = { ...caller, body: { name: 'x' } }
    expect((await api.send(workflows.POST, '/api/v2/workflows', edit)).status).toBe(403)
  })
})

describe('a key', () => {
  it('shows the address and the program of its last use', async () => {
    const { id, key } = await keyWith({})
    const headers = { authorization: `Bearer ${key}`, 'user-agent': 'emr-bridge/1.2' }
    await asClient('192.0.2.44', () => listStatus({ as: null, headers }))
    await closeDatabase()
    const listed = await api.send(all.GET, `${path}?limit=200`)
    const shown = (listed.body['items'] as { id: string }[]).find((item) => item.id === id)
    expect(shown).toMatchObject({ lastUsedAddress: '192.0.2.44', lastUsedAgent: 'emr-bridge/1.2' })
  })

  it.each(['live', 'test'])('in an address is refused (%s)', async (mode) => {
    const { key } = await keyWith({ mode })
    const answer = await api.send(workflows.GET, `/api/v2/workflows?search=${key}`)
    expect(answer.status).toBe(401)
    expect(JSON.stringify(answer.body)).not.toContain(key)
  })

  it('is narrowed by the database too: a new table of runs must say so', async () => {
    const rows = await inOrganization(api.organization.id, async (tx) => {
      const { rows: found } = await tx.execute<{ name: string }>(
        `select table_name as name from information_schema.columns c
           join information_schema.tables t using (table_schema, table_name)
         where table_schema = 'public' and column_name in ('run_id', 'workflow_id')
           and table_type = 'BASE TABLE' and table_name !~ '_(\\d{4}_\\d{2}|other)$'
           and not exists (select from pg_policies p
             where p.tablename = c.table_name and p.policyname = 'narrow')
         group by 1 order by 1`,
      )
      return found
    })
    expect(rows.map(({ name }) => name)).toEqual(knownWithoutNarrowing)
  })
})

/** Who may do what; codes and numbers of calls, which a budget counts over all; rows that are read by their schedule only. */
const knownWithoutNarrowing = [
  'access_rules',
  'connection_history',
  // Read by the signed id that a mail is addressed to.
  'mail_reply_addresses',
  'model_calls',
  'schedule_occurrences',
]
