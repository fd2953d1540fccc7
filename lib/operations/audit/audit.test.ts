import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'

const audit = endpointsAt('/api/v2/audit')

const api = useApi()
const at = new Date('2026-03-01T12:00:00Z')
type Entry = { id: string; action: string; actor: { name: string } }

async function write(
  organizationId: string,
  count: number,
  values: { action: string; actorName: string; createdAt: Date },
): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    const rows = Array.from({ length: count }, () => ({
      id: newId(),
      organizationId,
      actorKind: 'user' as const,
      actorId: 'u',
      objectKind: 'thing',
      objectId: 'o',
      ...values,
    }))
    await tx.insert(auditEntries).values(rows)
  })
}

beforeAll(async () => {
  await write(api.organization.id, 5, {
    action: 'thing.made',
    actorName: 'Ada 100%',
    createdAt: at,
  })
  await write(api.organization.id, 4, {
    action: 'thing.ended',
    actorName: 'Bo',
    createdAt: new Date(at.getTime() + 60_000),
  })
  const other = await organizationWithKeys()
  await write(other.id, 3, { action: 'thing.made', actorName: 'Eve', createdAt: at })
})

async function all(query: string): Promise<Entry[]> {
  const found: Entry[] = []
  let cursor: unknown = ''
  while (cursor !== null) {
    const page = await api.send(
      audit.GET,
      `/api/v2/audit?limit=2&${query}${cursor ? `&cursor=${String(cursor)}` : ''}`,
    )
    expect(page.status).toBe(200)
    found.push(...(page.body['items'] as Entry[]))
    cursor = page.body['nextCursor']
  }
  return found
}

describe('the audit log', () => {
  it('comes in pages, newest first, each entry once although many share an instant', async () => {
    const entries = await all('')
    expect(entries).toHaveLength(9)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(9)
    expect(entries.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 4 }, () => 'thing.ended'),
      ...Array.from({ length: 5 }, () => 'thing.made'),
    ])
  })

  it.each([
    ['action=thing.ended', 4],
    ['action=thing', 0],
    ['actor=ADA', 5],
    ['actor=100%25', 5],
    ['actor=%25', 5],
    ['actor=_', 0],
    ['actor=Eve', 0],
    ['objectKind=thing&objectId=o', 9],
    ['objectId=other', 0],
    ['from=2026-03-01T12:00:30Z', 4],
    ['until=2026-03-01T12:00:30Z', 5],
    ['from=2026-03-01T12:00:00%2B00:00&until=2026-03-01T12:01:00Z', 5],
  ])('filters by %s', async (query, count) => {
    expect(await all(query)).toHaveLength(count)
  })

  it('is for owners, and refuses what it does not know', async () => {
    expect((await api.send(audit.GET, '/api/v2/audit', { as: 'builder' })).status).toBe(403)
    for (const query of [
      'from=yesterday',
      'who=Ada',
      'cursor=abc',
      `cursor=${Buffer.from('["x","y"]').toString('base64url')}`,
    ])
      expect((await api.send(audit.GET, `/api/v2/audit?${query}`)).status, query).toBe(400)
  })
})

describe('what an entry is about', () => {
  it('has its name now; who the patient is learns only who sees the case', async () => {
    const organization = await organizationWithKeys()
    const organizationId = organization.id
    const of = await seedWorkflow(
      organizationId,
      graph('a', { a: { type: 'transform', config: { value: 1 } } }),
    )
    const runId = newId()
    await inOrganization(organizationId, async (tx) => {
      const ended = { status: 'completed' as const, trigger: 'api' as const, finishedAt: at }
      const of1 = { id: runId, organizationId, ...of, ...ended }
      await tx.insert(runs).values({ ...of1, startData: {}, title: 'Maria Alvarez' })
      const entry = { organizationId, actorKind: 'user' as const, actorId: 'u', actorName: 'Ada' }
      const about = [
        ['run.read', 'run', runId],
        ['workflow.published', 'workflow', of.workflowId],
        ['role.changed', 'role', 'worker'],
        ['workflow.deleted', 'workflow', newId()],
      ] as const
      await tx.insert(auditEntries).values(
        about.map(([action, objectKind, objectId]) => ({
          id: newId(),
          ...entry,
          action,
          objectKind,
          objectId,
        })),
      )
    })
    type Item = { action: string; object: { name: string | null }; run: object | null }
    const read = async (as: 'owner' | 'auditor') => {
      const { status, body } = await api.send(audit.GET, '/api/v2/audit', { as, organization })
      expect(status).toBe(200)
      const items = body['items'] as Item[]
      return Object.fromEntries(
        items.map(({ action, object, run }) => [action, [object.name, run]]),
      )
    }
    const named = {
      'workflow.published': [expect.stringMatching(/./), null],
      'role.changed': ['Worker', null],
      'workflow.deleted': [null, null],
    }
    expect(await read('owner')).toEqual({
      ...named,
      'run.read': [null, { id: runId, title: 'Maria Alvarez' }],
    })
    expect(await read('auditor')).toEqual({ ...named, 'run.read': [null, null] })
  })
})
