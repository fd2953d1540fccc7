import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PDFDocument } from '@pdfme/pdf-lib'
import { buffer } from 'node:stream/consumers'
import { definitionSchema } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { changeRunPdfs } from '#lib/operations/files/change-run-pdfs'
import { runFileContent } from '#lib/operations/files/run-file-content'
import { storeRunFile } from '#lib/operations/files/store-run-file'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { stepTypes } from '#lib/steps/registry'
import { useEngine } from '#test/harness/engine'
import { seedOrganization } from '#test/harness/seed-organization'
import { letterPdf } from '#test/samples/letter-pdf'
import { workerOptions } from './services.ts'

// The processes start on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
const engine = useEngine([...stepTypes.values()], { workers: 0 })
beforeAll(async () => {
  await engine.startWorker(workerOptions())
})
afterAll(stopProcessPools)

const store = async (content: Uint8Array, fileName: string) => {
  const file = { key: newId(), runId: newId(), mimeType: 'application/pdf', createdBy: 'A test' }
  return await storeRunFile(engine.organizationId, { ...file, fileName, content })
}
const step = (id: string, type: string, config: object, ...after: string[]) => ({
  id,
  type,
  title: id,
  after: after.map((each) => ({ step: each })),
  config,
  position: { x: 0, y: 0 },
})
const definitionOf = (...steps: object[]) =>
  definitionSchema.parse({ startData: { type: 'object' }, steps })
const outputsOf = async (runId: string) => {
  const tasks = await engine.tasks(runId)
  return Object.fromEntries(Object.entries(tasks).map(([id, task]) => [id, task?.output]))
}

it('a run merges, stamps, splits and flattens PDFs', async () => {
  const letter = await store(await letterPdf(), 'letter.pdf')
  const records = await store(await letterPdf(3), 'r.pdf')
  const runId = await engine.start(
    definitionOf(
      step('merge', 'merge-pdfs', {
        files: [letter.id, { id: records.id, fileName: 'r.pdf' }],
        fileName: 'packet.pdf',
      }),
      step(
        'stamp',
        'stamp-pdf',
        { file: { $: 'steps.merge.output.file' }, text: '{page}' },
        'merge',
      ),
      step(
        'split',
        'split-pdf',
        { file: { $: 'steps.stamp.output.file' }, pages: '1, 2-4' },
        'stamp',
      ),
      step('flat', 'flatten-pdf', { file: { $: 'steps.split.output.parts[1].file' } }, 'split'),
    ),
  )
  expect(await engine.ended(runId, 170_000)).toMatchObject({ status: 'completed' })
  const id = expect.any(String)
  expect(await outputsOf(runId)).toEqual({
    merge: { file: { id, fileName: 'packet.pdf' }, pages: 4 },
    stamp: { file: { id, fileName: 'packet.pdf' }, pages: 4 },
    split: {
      parts: [
        { file: { id, fileName: 'packet 1.pdf' }, pages: 1 },
        { file: { id, fileName: 'packet 2.pdf' }, pages: 3 },
      ],
    },
    flat: { file: { id, fileName: 'packet 2.pdf' }, pages: 3 },
  })
})

it('a bad PDF fails the step at once, with a sentence', async () => {
  const letter = await store(await letterPdf(), 'a.pdf')
  const bad = await store(Buffer.from('GIF89a'), 'b.pdf')
  const runId = await engine.start(
    definitionOf(step('merge', 'merge-pdfs', { files: [letter.id, bad.id] })),
  )
  expect(await engine.ended(runId, 170_000)).toMatchObject({ status: 'failed' })
  const { merge } = await engine.tasks(runId)
  expect(merge?.error).toMatchObject({ message: 'File 2: This file is not a readable PDF.' })
  expect(merge?.attempt).toBe(1)
})

it('the same key makes no second file, and another organization’s files are not found', async () => {
  const letter = await store(await letterPdf(2), 'a.pdf')
  const change = {
    key: 'once',
    runId: newId(),
    files: [letter.id],
    change: { do: 'split', parts: { every: 1 } } as const,
    fileName: undefined,
    createdBy: 'A test',
    signal: new AbortController().signal,
  }
  const first = await changeRunPdfs(engine.organizationId, change)
  expect(await changeRunPdfs(engine.organizationId, change)).toEqual(first)
  const content = await runFileContent(engine.organizationId, first[1]?.file.id ?? '')
  const made = await PDFDocument.load(await buffer(content.read()))
  expect(made.getPageCount()).toBe(1)
  const other = await seedOrganization()
  await expect(changeRunPdfs(other.organizationId, change)).rejects.toMatchObject({
    code: 'not_found',
  })
})
