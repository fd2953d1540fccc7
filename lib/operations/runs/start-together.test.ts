import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { unnamed } from '#lib/domain/run/case-name'
import { startBatched } from '#lib/engine/commands/start-batched'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { runCalls, screen, transform } from '#test/harness/run-calls'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { lastPublished } from '../workflows/versions/known-versions.ts'

const draftRoute = endpointsAt('/api/v2/workflows/{id}/draft')
const pauseRoute = endpointsAt('/api/v2/workflows/{id}/pause')
const publishRoute = endpointsAt('/api/v2/workflows/{id}/publish')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')
const workflowsRoute = endpointsAt('/api/v2/workflows')

const api = useApi()
useWorker()
const { publish, start, actionsOn } = runCalls(api)
const doubled = graph('one', { one: transform({ $: 'start.n * 2' }) })
const wait = { prefer: 'wait=20' }

/**
 * How many transactions wrote these audit entries; such rows are never changed, so they keep the
 * transaction that made them.
 */
async function transactionsOf(
  action: string,
  ids: string[],
): Promise<{ entries: number; transactions: number }> {
  const { rows } = await inOrganization(api.organization.id, (tx) =>
    tx.execute<{ entries: number; transactions: number }>(sql`
    select count(*)::int as entries, count(distinct xmin::text)::int as transactions
    from audit_entries where action = ${action} and object_id in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`),
  )
  return rows[0] ?? { entries: 0, transactions: 0 }
}

describe('starts of one moment', () => {
  it('share transactions, as do the reads of those who wait, and each gets its own run', async () => {
    const id = await publish(doubled)
    expect((await start(id, { startData: { n: 0 } }, wait)).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => await start(id, { startData: { n } }, wait)),
    )
    expect(
      answers.map(({ status, body }) => [
        status,
        body['status'],
        (body['output'] as { one: number }).one,
      ]),
    ).toEqual(Array.from({ length: 20 }, (_, n) => [200, 'completed', n * 2]))
    const ids = answers.map(({ body }) => String(body['id']))
    expect(new Set(ids).size).toBe(20)
    const starts = await transactionsOf('run.started', ids)
    expect(starts.entries).toBe(20)
    expect(starts.transactions).toBeLessThanOrEqual(5)
    const reads = await transactionsOf('run.read', ids)
    expect(reads.entries).toBe(20)
    expect(reads.transactions).toBeLessThanOrEqual(15)
  })

  it('are refused each for itself', async () => {
    const good = await publish(doubled)
    const paused = await publish(doubled)
    const strict = await publish(doubled, {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'number' } },
    })
    const other = await organizationWithKeys()
    // Known to this process from here on.
    for (const id of [good, paused, strict])
      expect((await start(id, { startData: { n: 1 } })).status).toBe(202)
    expect(
      (
        await api.send(pauseRoute.POST, `/api/v2/workflows/${paused}/pause`, {
          params: { id: paused },
          body: {},
        })
      ).status,
    ).toBeLessThan(300)
    const answers = await Promise.all([
      start(good, { startData: { n: 4 } }, wait),
      start(paused, { startData: { n: 4 } }),
      start(strict, { startData: {} }),
      start('no-such-workflow', {}),
      start(good, { startData: { n: 5 } }, wait),
      start(good, { startData: { n: 6 } }, {}, { organization: other }),
      start(`w-${good}`, { startData: { n: 7 } }, wait),
      start(good, { startData: { n: 8 } }, {}, { as: null }),
    ])
    expect(answers.map(({ status, body }) => [status, body['output'] ?? body['error']])).toEqual([
      [200, { one: 8 }],
      [409, 'workflow_paused'],
      [400, 'invalid_request'],
      [404, 'not_found'],
      [200, { one: 10 }],
      [404, 'not_found'],
      [200, { one: 14 }],
      [401, 'unauthorized'],
    ])
  })

  it(
    'run the version that is published at that moment, and a slug means ' +
      'whose it is at that moment',
    async () => {
      const slug = `s-${newId().slice(-12)}`
      const make = async (value: number) =>
        String(
          (
            await api.send(workflowsRoute.POST, '/api/v2/workflows', {
              body: {
                name: `Makes ${value}`,
                slug: `${slug}-${value}`,
                definition: graph('one', { one: transform(value) }),
              },
            })
          ).body['id'],
        )
      const publishOf = async (id: string, revision: number) =>
        expect(
          (
            await api.send(publishRoute.POST, `/api/v2/workflows/${id}/publish`, {
              params: { id },
              body: { revision },
            })
          ).status,
        ).toBe(201)
      const change = async (id: string, revision: number, body: object) => {
        const { status } = await api.send(draftRoute.PUT, `/api/v2/workflows/${id}/draft`, {
          params: { id },
          body,
          headers: { 'if-match': `"${revision}"` },
        })
        expect(status).toBe(200)
      }
      const first = await make(1)
      await publishOf(first, 1)
      const output = async (of: string) => (await start(of, {}, wait)).body['output']
      expect([
        await output(first),
        await output(first),
        await output(`${slug}-1`),
        await output(`${slug}-1`),
      ]).toEqual(Array.from({ length: 4 }, () => ({ one: 1 })))
      await change(first, 1, { definition: graph('one', { one: transform(3) }) })
      await publishOf(first, 2)
      expect([await output(first), await output(`${slug}-1`)]).toEqual([{ one: 3 }, { one: 3 }])
      const second = await make(2)
      await publishOf(second, 1)
      await inOrganization(api.organization.id, (tx) =>
        tx.execute(sql`update workflows set slug = slug || '-old' where id = ${first}`),
      )
      await inOrganization(api.organization.id, (tx) =>
        tx.execute(sql`update workflows set slug = ${`${slug}-1`} where id = ${second}`),
      )
      expect(await output(`${slug}-1`)).toEqual({ one: 2 })
    },
  )

  it('are all left to be started one by one when Postgres refuses the statement', async () => {
    const id = await publish(doubled)
    await start(id, { startData: { n: 1 } })
    const known = lastPublished(api.organization.id, id)
    if (!known) throw new Error('the workflow is not known')
    const audit = {
      actorKind: 'api-key',
      actorId: 'a',
      actorName: 'a',
      action: 'run.started',
      details: {},
      requestId: null,
    }
    const one = {
      workflowId: known.workflowId,
      versionId: known.versionId,
      ...unnamed,
      organizationId: api.organization.id,
      slug: null,
      startData: {},
      trigger: 'api' as const,
      startedBy: 'a',
      startedByUserId: null,
      audit,
      key: null,
    }
    const good = newId()
    const bad = newId()
    expect(
      await Promise.all([
        startBatched({ ...one, runId: good }),
        startBatched({ ...one, runId: bad, startedByUserId: 'no id at all' }),
      ]),
    ).toEqual([{ refusal: 'batch-failed' }, { refusal: 'batch-failed' }])
    expect(await actionsOn(good)).toEqual([])
    expect(await startBatched({ ...one, runId: good })).toEqual({
      status: 'running',
      refusal: null,
    })
  })
})

it('who leaves while waiting is let go at once, and nothing is read for them', async () => {
  const id = await publish(graph('look', { look: screen }))
  await start(id, {})
  const leaving = new AbortController()
  const headers = {
    authorization: `Bearer ${api.organization.keys.owner}`,
    'content-type': 'application/json',
    prefer: 'wait=60',
  }
  const request = new Request(`http://localhost:3000/api/v2/workflows/${id}/runs`, {
    method: 'POST',
    headers,
    body: '{}',
    signal: leaving.signal,
  })
  const answer = startRoute.POST(request, { id })
  const runId = await until('the run', async () => {
    const { rows } = await inOrganization(api.organization.id, (tx) =>
      tx.execute<{ id: string }>(
        sql`select id from runs where workflow_id = ${id} and status = 'suspended'
          order by id desc offset 1`,
      ),
    )
    const { rows: newest } = await inOrganization(api.organization.id, (tx) =>
      tx.execute<{ id: string }>(
        sql`select id from runs where workflow_id = ${id} and status = 'suspended' order by id desc
          limit 1`,
      ),
    )
    return rows.length > 0 ? newest[0]?.id : undefined
  })
  leaving.abort()
  expect((await answer).status).toBe(202)
  expect(await actionsOn(runId)).toEqual(['run.started'])
})
