import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { accessRules, roles } from '#db/schema/access'
import { sqlScopes } from '#db/schema/organization-databases'
import { runs, tasks } from '#db/schema/runs'
import type { AccessRules } from '#lib/domain/access/rules'
import { newId } from '#lib/ids'
import { applicationName, startupOptions } from '#lib/org-database/target'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { makeClient } from '#lib/postgres'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { builtInPlace } from './database-targets.ts'
import { runStepStatement } from './run-step-statement.ts'

const v1 = endpointsAt('/api/v1/sql')
const v2 = endpointsAt('/api/v2/sql')

// Who does not see all runs reads the tasks of those that they see, by whatever statement.
const api = useApi()
dropOrganizationDatabases()
afterAll(stopSqlRunners)

let bob: Person
const workflows = { open: '', closed: '' }
const made = { open: '', closed: '', own: '' }

async function seedRun(workflowId: string, versionId: string, startedByUserId: string | null) {
  const id = newId()
  const { id: organizationId } = api.organization
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(runs).values({
      id,
      organizationId,
      workflowId,
      versionId,
      status: 'completed',
      trigger: 'manual',
      startData: {},
      startedByUserId,
    })
    await tx.insert(tasks).values({
      id: newId(),
      organizationId,
      runId: id,
      key: 'one',
      stepId: 'one',
      stepType: 'transform',
      title: 'One',
      effect: 'pure',
      status: 'completed',
      output: { run: id },
    })
  })
  return id
}

async function setRules(workflowId: string, rules: AccessRules) {
  const { id: organizationId } = api.organization
  await inOrganization(organizationId, (tx) =>
    tx
      .insert(accessRules)
      .values({ organizationId, objectId: workflowId, workflowId, rules })
      .onConflictDoUpdate({
        target: [accessRules.organizationId, accessRules.objectId],
        set: { rules },
      }),
  )
}

const send = async (query: string, who: Person | 'owner', handler = v2.POST) => {
  const as = who === 'owner' ? { as: 'owner' as const } : { as: null, headers: who.headers }
  return (await api.send(handler, '/sql', { body: { query }, ...as })).body
}
const runsIn = async (query: string, who: Person | 'owner') => {
  const { rows, error } = await send(query, who)
  if (!rows) throw new Error(JSON.stringify(error))
  return (rows as { id: string }[]).map(({ id }) => id).toSorted()
}

beforeAll(async () => {
  const { id } = api.organization
  await makeOrganizationDatabase(api.database.url, id, 'clinic')
  bob = await signedIn(id, 'builder', 'Bob')
  const definition = graph('one', { one: { type: 'transform', config: { value: 1 } } })
  const open = await seedWorkflow(id, definition, 'Open')
  const closed = await seedWorkflow(id, definition, 'Closed')
  workflows.open = open.workflowId
  workflows.closed = closed.workflowId
  await setRules(closed.workflowId, { seeRuns: [] })
  made.open = await seedRun(open.workflowId, open.versionId, null)
  made.closed = await seedRun(closed.workflowId, closed.versionId, null)
  made.own = await seedRun(closed.workflowId, closed.versionId, bob.actor.id)
  await send('create view mirror as select * from tasks', 'owner')
}, 60_000)

const everything = () => [made.open, made.closed, made.own].toSorted()
const seenByBob = () => [made.open, made.own].toSorted()

describe('tasks', () => {
  it.each([
    'select run_id as id from tasks',
    'select run_id as id from clinic.tasks order by created_at desc limit 10',
    'select run_id as id from mirror',
    `select output->>'run' as id from tasks where status = 'completed'`,
    'with a as materialized (select * from tasks) select run_id as id from a',
    'select t.run_id as id from tasks t join tasks o on o.id = t.id',
  ])('are those of the runs that the caller sees: %s', async (query) => {
    expect(await runsIn(query, bob)).toEqual(seenByBob())
    expect(await runsIn(query, 'owner')).toEqual(everything())
  })

  it('are counted and named only as far as the caller sees them', async () => {
    expect(await send('select count(*)::int as n from tasks', bob)).toMatchObject({
      rows: [{ n: 2 }],
    })
    const named = `select id from tasks where run_id = '${made.closed}'`
    expect(await send(named, bob)).toMatchObject({ rows: [] })
    expect((await send(named, 'owner'))['rows']).toHaveLength(1)
  })

  it('follow the rules from the next statement on', async () => {
    await setRules(workflows.closed, { seeRuns: [{ person: bob.actor.id }] })
    expect(await runsIn('select run_id as id from tasks', bob)).toEqual(everything())
    await setRules(workflows.closed, { seeRuns: [] })
    expect(await runsIn('select run_id as id from tasks', bob)).toEqual(seenByBob())
  })

  it('and the audit trail stay closed to who has no right to them', async () => {
    for (const query of ['select * from audit_logs', 'select 1 from audit_logs limit 1'])
      expect(await send(query, bob)).toMatchObject({
        error: { message: expect.stringContaining('audit:read') as string },
      })
    expect(await send('select * from tasks', bob, v1.POST)).toMatchObject({
      error: { message: expect.stringContaining('runs:read') as string },
    })
  })

  it('leave no scope behind', async () => {
    await send('select run_id from tasks', bob)
    await send('select no_such_column from tasks', bob)
    const left = await inOrganization(api.organization.id, (tx) => tx.select().from(sqlScopes))
    expect(left).toEqual([])
  })

  it('are none in the database alone, without a scope or with a guessed one', async () => {
    const { target } = await builtInPlace(api.organization.id, 'own')
    for (const name of [applicationName, `${applicationName} ${randomUUID()}`, 'another']) {
      const options = startupOptions(target, 5000)
      const client = makeClient({ ...target, ssl: false, options, application_name: name })
      await client.connect()
      try {
        expect((await client.query('select * from clinic.tasks')).rows).toEqual([])
      } finally {
        await client.end()
      }
    }
  })
})

describe('audit_logs', () => {
  /** Somebody with a role of these permissions. */
  async function withRole(slug: string, permissions: string[]): Promise<Person> {
    const { id: organizationId } = api.organization
    await inOrganization(organizationId, (tx) =>
      tx.insert(roles).values({ organizationId, slug, name: slug, permissions }),
    )
    return await signedIn(organizationId, slug, slug)
  }
  const entries = `select action from audit_logs where action = 'sql.written'`

  it('are whole for who may read the audit log and sees some runs, who sees no other runs', async () => {
    const reviewer = await withRole('reviewer', ['sql:run', 'runs:read', 'audit:read'])
    expect((await send(entries, reviewer))['rows']).not.toHaveLength(0)
    expect(await runsIn('select run_id as id from tasks', reviewer)).toEqual([])
    const both = 'select t.run_id as id from tasks t, audit_logs where t.status is not null'
    expect(await runsIn(both, reviewer)).toEqual([])
  })

  it('are whole for who reads no runs', async () => {
    const trail = await withRole('trail', ['sql:run', 'audit:read'])
    expect((await send(entries, trail))['rows']).not.toHaveLength(0)
    expect(await send('select * from tasks', trail)).toMatchObject({
      error: { message: expect.stringContaining('runs:read') as string },
    })
  })
})

describe('a SQL step', () => {
  const step = async (runId: string) => {
    const query = 'select run_id as id from tasks'
    const answer = await runStepStatement(api.organization.id, {
      runId,
      query,
      params: [],
      database: 'built-in',
      readOnly: true,
      signal: AbortSignal.timeout(30_000),
    })
    if ('error' in answer) throw new Error(answer.error.message)
    return answer.rows.map(({ id }) => String(id)).toSorted()
  }

  it('reads its own workflow, and those whose runs no rule gives to somebody', async () => {
    expect(await step(made.open)).toEqual([made.open])
    expect(await step(made.closed)).toEqual(everything())
  })
})
