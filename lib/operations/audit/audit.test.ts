import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'

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
