import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { newId } from '#lib/ids'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'

useTestDatabase()
let organizationId: string
beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
})

/** The plan that an organization's own role gets when the index is the only cheap way. */
async function planOf(statement: string): Promise<string> {
  const explain = async (tx: Tx) => {
    for (const way of ['seqscan', 'bitmapscan'])
      await tx.execute(sql.raw(`set local enable_${way} = off`))
    return (await tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain (costs off) ${statement}`)))
      .rows
  }
  return (await inOrganization(organizationId, explain)).map((row) => row['QUERY PLAN']).join('\n')
}

describe('under row-level security', () => {
  it.each([
    [
      'audit entries',
      'select id from audit_entries order by created_at desc, id desc limit 50',
      'audit_entries_list',
    ],
    ['mails', 'select id from mails order by id desc limit 50', 'mails_list'],
    ['letters', 'select id from letters order by id desc limit 50', 'letters_list'],
  ])(
    'the newest %s are read from the end of an index, without sorting all',
    async (_what, statement, index) => {
      const plan = await planOf(statement)
      expect(plan).toContain(
        `Index Scan Backward using ${index}`.replace(
          'Index Scan',
          plan.includes('Index Only') ? 'Index Only Scan' : 'Index Scan',
        ),
      )
      expect(plan).not.toContain('Sort')
    },
  )

  it('reads open screens in order from their indexes, from a cursor on', async () => {
    const open = `select id, run_id from tasks
        where status = 'suspended' and state->>'reason' = 'screen'`
    const plan = await planOf(
      `${open} and priority = 0 and (created_at, id) > (now(), '${newId()}') order by ` +
        'priority desc, created_at, id limit 50',
    )
    expect(plan).toMatch(/Index Cond: .*created_at/)
    expect(plan).not.toMatch(/Seq Scan/)
  })

  it('only the own organization sees who waits for an async result', async () => {
    const { workflowId, versionId } = await seedWorkflow(
      organizationId,
      graph('look', { look: { type: 'screen', config: { title: 'Look' } } }),
    )
    const runId = newId()
    const taskId = newId()
    const asyncResultId = newId()
    await engineDb().insert(runs).values({
      id: runId,
      organizationId,
      workflowId,
      versionId,
      status: 'suspended',
      trigger: 'api',
      startData: {},
    })
    const task = {
      id: taskId,
      organizationId,
      runId,
      key: 'look',
      stepId: 'look',
      stepType: 'screen',
      title: 'Look',
      effect: 'pure' as const,
    }
    await engineDb()
      .insert(tasks)
      .values({ ...task, status: 'suspended', state: { reason: 'async-result', asyncResultId } })
    const ask = async (tx: Pick<Tx, 'execute'>) =>
      (
        await tx.execute<{ task_id: string }>(
          sql`select task_id from tasks_awaiting(array[${asyncResultId}]::text[])`,
        )
      ).rows
    expect(await inOrganization(organizationId, ask)).toEqual([{ task_id: taskId }])
    expect(await inOrganization((await seedOrganization()).organizationId, ask)).toEqual([])
    expect(await ask(engineDb())).toEqual([{ task_id: taskId }])
  })
})
