import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { engineDb } from '#db/client'
import { letters } from '#db/schema/letters'
import { seedConnections } from '#db/seed/connections'
import { definitionSchema } from '#lib/domain/workflow/definition'
import { answerScreen } from '#lib/engine/commands/answer-screen'
import { newId } from '#lib/ids'
import { storeRunFile } from '#lib/operations/files/store-run-file'
import { lookAtDueLetters } from '#lib/operations/letters/start-letter-work'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { stepTypes } from '#lib/steps/registry'
import { useEngine } from '#test/harness/engine'
import { letterPdf } from '#test/samples/letter-pdf'
import { workerOptions } from './services.ts'

// The processes start on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
const engine = useEngine([...stepTypes.values()], { workers: 0 })
beforeAll(async () => {
  await engine.act((tx) => seedConnections(tx, engine.organizationId))
  await engine.startWorker({ ...workerOptions(), background: [] })
})
afterAll(stopProcessPools)

it('a run asks about an address, sends the letter, and goes on when it came back', async () => {
  const file = await storeRunFile(engine.organizationId, {
    key: newId(),
    runId: newId(),
    fileName: 'letter.pdf',
    mimeType: 'application/pdf',
    createdBy: 'A test',
    content: await letterPdf(),
  })
  const address = { name: 'Avery', state: 'CA', postalCode: '94107' }
  const runId = await engine.start(
    definitionSchema.parse({
      startData: { type: 'object' },
      steps: [
        {
          id: 'letter',
          type: 'send-letter',
          title: 'Letter',
          after: [],
          position: { x: 0, y: 0 },
          config: {
            connection: 'sandbox',
            fileId: file.id,
            to: { ...address, addressLine1: 'Return to sender 1', city: 'Oakland' },
            from: { ...address, addressLine1: '1 Main St', city: 'San Francisco' },
            extraService: 'certified',
            waitFor: 'end',
          },
        },
      ],
    }),
  )
  const { id: taskId } = await engine.taskIn(runId, 'letter', 'suspended')
  await engine.suspended(runId)
  expect(await engineDb().select().from(letters)).toEqual([])
  const { organizationId } = engine
  const output = { decision: 'suggested' }
  await engine.act((tx) => answerScreen(tx, { organizationId, taskId, output, by: 'Bo' }))
  const letter = await vi.waitUntil(
    async () =>
      (await engineDb().select().from(letters).where(eq(letters.runId, runId)))[0]?.answer,
    { timeout: 60_000 },
  )
  expect(letter).toMatchObject({ status: 'created' })
  // The sandbox plays a day in no time: the letter was made long ago.
  await engineDb().execute(
    `update sandbox_records set data = data || '{"createdAt":"2026-01-01T00:00:00.000Z"}'
     where collection = 'letters'`,
  )
  await engineDb()
    .update(letters)
    .set({ nextLookAt: new Date(0) })
  await lookAtDueLetters(new AbortController().signal)
  expect(await engine.ended(runId, 60_000)).toMatchObject({ status: 'completed' })
  expect((await engine.tasks(runId))['letter']?.output).toMatchObject({
    status: 'returned_to_sender',
    trackingNumber: expect.stringMatching(/^9407/),
  })
  expect(await engineDb().select().from(letters)).toMatchObject([
    {
      recipient: { city: 'San Francisco' },
      extraService: 'certified',
      status: 'returned_to_sender',
    },
  ])
})
