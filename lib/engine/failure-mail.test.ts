import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb } from '#db/client'
import { mails } from '#db/schema/documents'
import { PermanentStepError } from '#lib/steps/define-step'
import { useEngine } from '#lib/testing/engine'
import { graph } from '#lib/testing/graph'
import { echo, testStep } from '#lib/testing/steps'
import { until } from '#lib/testing/until'

const broken = testStep('broken', 'pure', async () => {
  throw new PermanentStepError('broken', 'Cannot find Ada Lovelace, born 1815-12-10.')
})
const engine = useEngine([echo, broken], { workers: 0 })
const queued: unknown[] = []
const settings = { failureEmails: ['team@example.com', 'lead@example.com'] }

test('a failed run puts one mail into the outbox, in the transaction that fails it, without a word about the patient', async () => {
  await engine.startWorker({ handlers: { mail: async (payload) => void queued.push(payload) } })
  const runId = await engine.start(graph('a\nb', { a: { type: 'broken', title: 'Find the patient' }, b: { type: 'broken' } }, { settings }), { name: 'Ada Lovelace' })
  expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
  const sent = await engineDb().select().from(mails).where(eq(mails.runId, runId))
  expect(sent).toMatchObject([{ key: `run-failed:${runId}`, recipients: settings.failureEmails, status: 'queued', subject: 'Run failed: Test workflow' }])
  expect(sent[0]?.text).toBe(
    [
      'A run of the workflow "Test workflow" failed.',
      '',
      'Step: Find the patient',
      'Error: broken',
      `Run: http://localhost:3000/runs/${runId}`,
      '',
      'The run page shows what happened and lets you retry from a step.',
    ].join('\n'),
  )
  await until('the mail in the queue', () => queued.length > 0)
  expect(queued).toEqual([{ mailId: sent[0]?.id }])
})

test('no addresses, no mail; and a run that completes sends none', async () => {
  const silent = await engine.start(graph('a', { a: { type: 'broken' } }))
  const fine = await engine.start(graph('a', {}, { settings }))
  await Promise.all([engine.ended(silent), engine.ended(fine)])
  for (const runId of [silent, fine]) expect(await engineDb().select().from(mails).where(eq(mails.runId, runId))).toEqual([])
})
