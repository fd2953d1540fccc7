import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { seedConnections } from '#db/seed/connections'
import { definitionSchema } from '#lib/domain/workflow/definition'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { storeRunFile } from '#lib/operations/files/store-run-file'
import { stepTypes } from '#lib/steps/registry'
import { useEngine } from '#test/harness/engine'
import { workerOptions } from './services.ts'

const engine = useEngine([...stepTypes.values()], { workers: 0 })

beforeAll(async () => {
  await inOrganization(engine.organizationId, (tx) => seedConnections(tx, engine.organizationId))
  await engine.startWorker(workerOptions())
})

const step = (id: string, type: string, config: object, ...after: string[]) => ({
  id,
  type,
  title: id,
  after: after.map((each) => ({ step: each })),
  config,
  position: { x: 0, y: 0 },
})
const definition = definitionSchema.parse({
  startData: { type: 'object' },
  steps: [
    step('search', 'search-payer-documents', {
      connection: 'sandbox',
      criteria: [
        { Key: 'PatientId', Value: { $: 'start.patientId' } },
        { Key: 'DocumentType', Value: 'Authorization Letter' },
      ],
    }),
    step(
      'fetch',
      'fetch-payer-document',
      { connection: 'sandbox', documentId: { $: 'steps.search.output.documents[0].documentId' } },
      'search',
    ),
    step(
      'ask',
      'warehouse-query',
      {
        connection: 'sandbox',
        query: {
          $: '"SELECT count(*) AS n FROM patients WHERE patient_id = \'" & $replace(start.warehouseId, "\'", "\'\'") & "\'"',
        },
      },
      'search',
    ),
  ],
})

describe('a run that reads letters of payers and a warehouse', () => {
  it('has the letter as a file of its own', async () => {
    const runId = await engine.start(definition, {
      patientId: 'EMR-1001',
      warehouseId: "PT-10000' OR '1' = '1",
    })
    expect(await engine.ended(runId)).toMatchObject({ status: 'completed' })
    const tasks = await engine.tasks(runId)
    // The quote in the start data stayed inside the text.
    expect(tasks['ask']?.output).toEqual({ rows: [{ n: 0 }], count: 1 })
    const output = tasks['fetch']?.output as {
      file: { id: string; fileName: string }
      mimeType: string
      size: number
    }
    expect(output).toEqual({
      file: {
        id: expect.any(String),
        fileName: expect.stringMatching(/^authorization-PD-\d+\.pdf$/),
      },
      mimeType: 'application/pdf',
      size: expect.any(Number),
    })
    const [row] = await inOrganization(engine.organizationId, (tx) =>
      tx.select().from(files).where(eq(files.id, output.file.id)),
    )
    const bytes = readFileSync(path.join(env().DATA_DIR, 'files', row?.storageKey ?? ''))
    expect(row).toMatchObject({
      runId,
      fileName: output.file.fileName,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdBy: 'Payer document archive',
    })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('fails with the messages of the archive and the warehouse', async () => {
    const wrong = definitionSchema.parse({
      startData: { type: 'object' },
      steps: [
        step('fetch', 'fetch-payer-document', { connection: 'sandbox', documentId: 'PD-1' }),
        step('ask', 'warehouse-query', { connection: 'sandbox', query: 'SELECT nope FROM claims' }),
      ],
    })
    const runId = await engine.start(wrong)
    expect(await engine.ended(runId)).toMatchObject({ status: 'failed' })
    const tasks = await engine.tasks(runId)
    expect(
      [tasks['fetch']?.error, tasks['ask']?.error].map(
        (error) => (error as { code?: string } | null)?.code,
      ),
    ).toEqual(expect.arrayContaining(['not_found']))
    expect(tasks['fetch']?.attempt).toBe(1)
  })
})

describe('files of runs', () => {
  async function* tooMuch() {
    const piece = Buffer.alloc(1024 * 1024)
    for (let megabytes = 0; megabytes <= 200; megabytes++) yield piece
  }
  const file = {
    key: 'run:task',
    runId: newId(),
    fileName: '../a.pdf',
    mimeType: 'text/html',
    content: Buffer.from('%PDF-1.7'),
    createdBy: 'A step',
  }
  it('are stored once per key', async () => {
    const first = await storeRunFile(engine.organizationId, file)
    expect(first).toMatchObject({ fileName: 'a.pdf', mimeType: 'application/pdf', size: 8 })
    expect(
      await storeRunFile(engine.organizationId, { ...file, content: Buffer.from('%PDF other') }),
    ).toEqual(first)
    const other = await storeRunFile(engine.organizationId, { ...file, key: 'run:other' })
    expect(other.id).not.toBe(first.id)
    const rows = await inOrganization(engine.organizationId, (tx) =>
      tx.select().from(files).where(eq(files.runId, file.runId)),
    )
    expect(rows).toHaveLength(2)
  })
  it('are refused above 200 MB while they arrive', async () => {
    await expect(
      storeRunFile(engine.organizationId, { ...file, key: 'large', content: tooMuch() }),
    ).rejects.toMatchObject({ code: 'payload_too_large' })
  })
})
