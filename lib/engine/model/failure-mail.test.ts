import { referenceOf } from '#lib/domain/run/reference'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { log } from '#lib/log'
import { makeClient } from '#lib/postgres'
import { PermanentStepError } from '#lib/steps/define-step'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { echo, testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'

const broken = testStep('broken', 'pure', async () => {
  throw new PermanentStepError('broken', 'Cannot find Ada Lovelace, born 1815-12-10.')
})
const engine = useEngine([echo, broken], { workers: 0 })
const queued: unknown[] = []
const settings = { failureEmails: ['team@example.com', 'lead@example.com'] }

test(
  'a failed run puts one mail into the outbox, in the transaction that fails it, ' +
    'without a word about the patient',
  async () => {
    await engine.startWorker({ handlers: { mail: async (payload) => void queued.push(payload) } })
    const runId = await engine.start(
      graph(
        'a\nb',
        { a: { type: 'broken', title: 'Find the patient' }, b: { type: 'broken' } },
        { settings },
      ),
      { name: 'Ada Lovelace' },
    )
    expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
    const sent = await engineDb().select().from(mails).where(eq(mails.runId, runId))
    expect(sent).toMatchObject([
      {
        key: `run-failed:${runId}`,
        recipients: settings.failureEmails,
        status: 'queued',
        subject: 'Run failed: Test workflow',
      },
    ])
    expect(sent[0]?.text).toBe(
      [
        'A run of the workflow "Test workflow" failed.',
        '',
        'Step: Find the patient',
        'Error: broken',
        `Reference: ${referenceOf(runId)}`,
        `Run: http://localhost:3000/runs/${runId}`,
        '',
        'The run page shows what happened and lets you retry from a step.',
      ].join('\n'),
    )
    await until('the mail in the queue', () => queued.length > 0)
    expect(queued).toEqual([{ mailId: sent[0]?.id }])
  },
)

test('a workflow without addresses and a completed run send no mail', async () => {
  const silent = await engine.start(graph('a', { a: { type: 'broken' } }))
  const fine = await engine.start(graph('a', {}, { settings }))
  await Promise.all([engine.ended(silent), engine.ended(fine)])
  for (const runId of [silent, fine])
    expect(await engineDb().select().from(mails).where(eq(mails.runId, runId))).toEqual([])
})

test(
  'a run fails as a whole or not at all: when the mail cannot be written, neither are its ' +
    'tasks, its status and the job (E1)',
  async () => {
    const admin = makeClient({ connectionString: engine.database.url })
    await admin.connect()
    onTestFinished(async () => await admin.end())
    await admin.query(
      `create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail today'; end $$`,
    )
    await admin.query(
      `create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`,
    )
    const before = queued.length
    const runId = await engine.start(graph('a -> b', { b: { type: 'broken' } }, { settings }))
    // Its turn was executed and refused; it is executed again after a pause.
    await until('a turn that failed', async () => (await engine.run(runId)).leaseEpoch > 0)
    expect(await engine.statuses(runId)).toEqual({ a: 'pending', b: 'waiting-dependencies' })
    expect(await engine.run(runId)).toMatchObject({
      status: 'running',
      error: null,
      finishedAt: null,
    })
    expect(queued).toHaveLength(before)
    await admin.query('drop trigger refuse_mail on mails; drop function refuse_mail')
    expect(await engine.ended(runId, 60_000)).toMatchObject({
      status: 'failed',
      error: { code: 'broken' },
    })
    expect(await engine.statuses(runId)).toEqual({ a: 'completed', b: 'failed' })
    await until('the mail in the queue', () => queued.length > before)
    expect(await engineDb().select().from(mails).where(eq(mails.runId, runId))).toHaveLength(1)
  },
  90_000,
)

test('the log names the run and the task that failed, without patient data', async () => {
  const lines: unknown[][] = []
  const info = vi.spyOn(log, 'info').mockImplementation((...line) => void lines.push(line))
  const runId = await engine.start(graph('a', { a: { type: 'broken' } }), { name: 'Ada Lovelace' })
  await engine.ended(runId)
  const { a } = await engine.tasks(runId)
  await until('both lines', () => lines.length >= 2)
  info.mockRestore()
  expect(lines.filter(([what]) => (what as { runId?: string }).runId === runId)).toEqual([
    [{ runId, taskId: a?.id, stepId: 'a', attempt: 1, code: 'broken' }, 'a step failed'],
    [
      { runId, workflowId: expect.any(String) as string, stepId: 'a', code: 'broken' },
      'a run failed',
    ],
  ])
})
