import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { organizations } from '#db/schema/organizations'
import { instanceAdministrators } from '#db/schema/people'
import { serviceNumbers } from '#db/schema/service'
import { codeUse as codeUseTable, storageUse } from '#db/schema/usage'
import type { UsageView } from '#lib/contracts/organization/usage'
import { recordBacklog } from '#lib/engine/store/commits/fairness'
import { priorities } from '#lib/engine/store/lock-run'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { runCalls, taskOf, transform } from '#test/harness/run-calls'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { codeUse } from './code-use.ts'
import { countStorage, pruneCodeUse } from './storage-use.ts'

const quotasRoute = endpointsAt('/api/v2/instance/organizations/{id}/quotas')
const usageRoute = endpointsAt('/api/v2/usage')
const uploadsRoute = endpointsAt('/api/v2/uploads')
const filesRoute = endpointsAt('/api/v2/files')

const api = useApi()
useWorker()
const { publish, start, inStatus, read } = runCalls(api)
let operator: Person
let owner: Person

beforeAll(async () => {
  operator = await signedIn(api.organization.id, 'worker', 'Ada Admin')
  owner = await signedIn(api.organization.id, 'owner', 'Bo Owner')
  await authDb()
    .insert(instanceAdministrators)
    .values({ userId: operator.actor.id, grantedBy: 'First start' })
})
afterAll(() => rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true }))

const none = {
  requestsPerMinute: null,
  startsPerMinute: null,
  storageBytes: null,
  codeSecondsPerHour: null,
}
const setQuotas = async (body: object, id = api.organization.id, by = operator) =>
  await api.send(quotasRoute.PUT, '/', {
    params: { id },
    body: { ...none, ...body },
    as: null,
    headers: by.headers,
  })
const usage = async () =>
  (await api.send(usageRoute.GET, '/api/v2/usage')).body as unknown as UsageView
const byPerson = () => ({ as: null, headers: owner.headers })

describe('the operator', () => {
  it('sets quotas, which the audit log of the organization shows', async () => {
    const answer = await setQuotas({ startsPerMinute: 7, requestsPerMinute: 5000 })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ratePerMinute: 5000,
        quotas: { ...none, startsPerMinute: 7, requestsPerMinute: 5000 },
      },
    })
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'organization.quotas_set')),
    )
    expect(entries).toMatchObject([
      { actorName: 'Ada Admin', details: { ...none, startsPerMinute: 7, requestsPerMinute: 5000 } },
    ])
    expect(await usage()).toMatchObject({
      requests: { mostPerMinute: 5000 },
      starts: { mostPerMinute: 7 },
    })
    await setQuotas({})
  })

  it('is the only one who may', async () => {
    expect((await setQuotas({}, api.organization.id, owner)).status).toBe(403)
    expect((await setQuotas({ startsPerMinute: 0 })).status).toBe(400)
    expect((await setQuotas({}, newId())).status).toBe(404)
    for (const as of ['builder', 'worker'] as const)
      expect((await api.send(usageRoute.GET, '/api/v2/usage', { as })).status).toBe(403)
  })
})

describe('starts a minute', () => {
  it('are refused over the quota to keys of this organization, and to nobody else', async () => {
    const id = await publish(graph('a', { a: transform(1) }))
    await setQuotas({ startsPerMinute: 2 })
    expect((await start(id, {})).status).toBeLessThan(300)
    expect((await start(id, {}, {}, { as: 'builder' })).status).toBeLessThan(300)
    const refused = await start(id, {})
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'rate_limited', details: { limit: 'starts', most: 2 } },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

    const people = await start(id, {}, {}, byPerson())
    expect(people.status).toBeLessThan(300)
    const other = await organizationWithKeys()
    const theirs = await start(newId(), {}, {}, { organization: other })
    expect(theirs.status).toBe(404)

    await setQuotas({})
    expect((await start(id, {})).status).toBeLessThan(300)
    expect((await usage()).starts.lastHour).toBeGreaterThanOrEqual(4)
  })
})

describe('files', () => {
  const begin = async (size: number) =>
    await api.send(uploadsRoute.POST, '/api/v2/uploads', {
      body: { fileName: 'scan.txt', mimeType: 'text/plain', size },
    })
  const upload = async (text: string) => {
    const form = new FormData()
    form.set('file', new File([text], 'note.txt', { type: 'text/plain' }))
    const request = new Request('http://localhost:3000/api/v2/files', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.organization.keys.owner}` },
      body: form,
    })
    const response = await filesRoute.POST(request, {})
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, body }
  }

  it('that are more than the organization may store are refused, both ways', async () => {
    expect((await upload('0123456789')).status).toBe(201)
    const { bytes } = (await usage()).storage
    expect(bytes).toBe(10)
    await setQuotas({ storageBytes: 15 })
    expect(await begin(6)).toMatchObject({ status: 409, body: { error: 'storage_quota' } })
    expect((await begin(5)).status).toBe(201)
    expect(await upload('012345')).toMatchObject({
      status: 409,
      body: { error: 'storage_quota', details: { mostBytes: 15, usedBytes: 10 } },
    })
    expect((await usage()).storage).toEqual({ bytes: 10, files: 1, mostBytes: 15 })
    await setQuotas({})
  })

  it('are counted, and later ones are added to the count', async () => {
    const first = await upload('01234')
    const before = (await usage()).storage
    // As if the files were older than clocks may differ.
    await countStorage(new Date(Date.now() + 120_000))
    expect((await usage()).storage).toEqual(before)
    const [counted] = await engineDb()
      .select()
      .from(storageUse)
      .where(eq(storageUse.organizationId, api.organization.id))
    expect(counted).toMatchObject({ bytes: before.bytes, files: before.files })

    await countStorage()
    await upload('89')
    expect((await usage()).storage.bytes).toBe(before.bytes + 2)
    const id = String(first.body['id'])
    await engineDb().execute(`delete from files where id = '${id}'`)
    await countStorage()
    expect((await usage()).storage.bytes).toBe(before.bytes + 2 - 5)
  })
})

describe('code', () => {
  const codeStep = {
    type: 'code',
    config: {
      source: 'export default () => { let n = 0; for (let i = 0; i < 3e5; i++) n += i; return n }',
    },
  }
  const used = async (ms: number) =>
    await inOrganization(api.organization.id, (tx) =>
      tx.execute(
        `insert into code_use values ('${api.organization.id}', date_trunc('hour', now(), 'UTC'), ${ms})
          on conflict (organization_id, hour) do update set ms = ${ms}`,
      ),
    )

  it('is counted by the time that it occupies a process', async () => {
    const { body } = await start(await publish(graph('a', { a: codeStep })), {})
    await inStatus(String(body['id']), 'completed')
    await codeUse().flush()
    const { code } = await usage()
    expect(code.seconds).toBeGreaterThan(0)
    expect(code.seconds).toBeLessThan(60)
    expect(code.hours).toHaveLength(1)
  })

  it('over its hour waits, says for what, and goes on when the limit is raised', async () => {
    await setQuotas({ codeSecondsPerHour: 1 })
    await used(5000)
    const id = await publish(graph('a', { a: codeStep }))
    const run = await until('a step that waits', async () => {
      const { body } = await start(id, {})
      const { body: page } = await read(String(body['id']))
      return taskOf(page, 'a')?.state ? page : undefined
    })
    const task = taskOf(run, 'a')
    expect(task).toMatchObject({ status: 'pending', attempt: 0, state: { waitsFor: 'code-quota' } })
    expect(Date.parse(String(task?.dueAt))).toBeLessThan(Date.now() + 310_000)

    await setQuotas({})
    await engineDb().execute(`update tasks set due_at = now() where run_id = '${run.id}'`)
    await engineDb().execute(`update graphile_worker._private_jobs set run_at = now()`)
    await inStatus(run.id, 'completed')
  })

  it('of another organization, and of long ago, does not count', async () => {
    const { id } = await organizationWithKeys()
    await authDb()
      .update(organizations)
      .set({ codeSecondsPerHour: 1 })
      .where(eq(organizations.id, id))
    expect(await codeUse().within(id, async () => await Promise.resolve('done'))).toBe('done')
    await inOrganization(id, (tx) =>
      tx.insert(codeUseTable).values({ organizationId: id, hour: new Date(2020, 1), ms: 1e9 }),
    )
    await pruneCodeUse()
    const left = await inOrganization(id, (tx) => tx.select().from(codeUseTable))
    expect(left.filter(({ ms }) => ms === 1e9)).toEqual([])
  })
})

describe('while the queue is behind', () => {
  const behind = async (dueSeconds: number) => {
    const numbers = { queue: { due: 1, dueSeconds, later: 0 } }
    await engineDb()
      .insert(serviceNumbers)
      .values({ at: new Date(), numbers })
      .onConflictDoUpdate({ target: serviceNumbers.only, set: { at: new Date(), numbers } })
  }
  const overloaded = { status: 503, body: { error: 'unavailable', details: { behind: 'queue' } } }

  it('keys are refused first where much of it is theirs, and people never', async () => {
    const id = await publish(graph('a', { a: transform(1) }))
    const refused = async () =>
      await until('a refusal', async () => {
        const answer = await start(id, {})
        return answer.status === 503 ? answer : undefined
      })
    await behind(env().SHED_AFTER_SECONDS * 5)
    const answer = await refused()
    expect(answer).toMatchObject(overloaded)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect((await start(id, {}, {}, byPerson())).status).toBeLessThan(300)

    await behind(env().SHED_AFTER_SECONDS + 1)
    await until('a start that is accepted', async () => (await start(id, {})).status < 300)
    recordBacklog(api.organization.id, priorities.normal, 5000)
    expect(await start(id, {})).toMatchObject(overloaded)

    await behind(0)
    await until('a start that is accepted', async () => (await start(id, {})).status < 300)
  })
})
