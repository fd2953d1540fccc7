import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { runComments } from '#db/schema/comments'
import { files } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import { emptyDefinition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { pdfPagesOf } from '#test/harness/pdf-text'
import { seedWorkflow } from '#test/harness/seed-organization'
import { signedIn, type Person } from '#test/samples/person'
import { listAudit } from '../audit/list-audit.ts'
import { readCasePdf } from './read-case-pdf.ts'

const api = useApi()
let olga: Person
let vic: Person
let runId: string
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await pdfPagesOf(bytes)).join(' ').replace(/\s+/g, ' ')
const at = new Date('2026-07-01T16:30:00Z')

const definition = {
  ...emptyDefinition,
  startData: {
    type: 'object',
    properties: {
      urgency: { oneOf: [{ const: 'r', title: 'Routine' }] },
      patient: { type: 'object', properties: { lastName: { title: 'Family name' } } },
    },
  },
  steps: [
    {
      id: 'look',
      type: 'screen',
      title: 'Look',
      config: { schema: { type: 'object', properties: { approved: { title: 'Approved?' } } } },
    },
  ],
}

beforeAll(async () => {
  const organizationId = api.organization.id
  olga = await signedIn(organizationId, 'owner', 'Olga')
  vic = await signedIn(organizationId, 'viewer', 'Vic')
  const place = await seedWorkflow(organizationId, definition as never)
  runId = newId()
  await inOrganization(organizationId, async (tx) => {
    await tx.insert(runs).values({
      id: runId,
      organizationId,
      ...place,
      status: 'suspended',
      trigger: 'api',
      startedBy: 'Intake',
      title: 'Roe <b>& 🦴 山田',
      patientKey: 'EMR-1001',
      startData: { notes: 'x'.repeat(5_000), patient: { lastName: 'Roe' }, urgency: 'r' },
      createdAt: at,
      finishedAt: at,
    })
    await tx.insert(runComments).values({
      id: newId(),
      organizationId,
      runId,
      authorId: olga.actor.id,
      authorName: 'Olga',
      text: 'Call first.',
      mentions: [],
    })
    await tx.insert(files).values({
      id: newId(),
      organizationId,
      runId,
      fileName: 'scan.pdf',
      mimeType: 'application/pdf',
      size: 3_000_000,
      sha256: 'x',
      storageKey: newId(),
      createdBy: 'Ada',
    })
  })
  await engineDb()
    .insert(tasks)
    .values({
      id: newId(),
      organizationId,
      runId,
      key: 'look',
      stepId: 'look',
      stepType: 'screen',
      title: 'Look',
      effect: 'pure',
      status: 'completed',
      completedBy: 'Bea',
      output: { approved: true },
      finishedAt: at,
    })
})

describe('a case as a PDF', () => {
  it('has what it is about, its data in the order of the author, decisions and documents', async () => {
    const { bytes, fileName } = await readCasePdf(olga.actor, { id: runId })
    expect(fileName).toMatch(/^case-[\w-]+\.pdf$/)
    const text = await textOf(bytes)
    // What no font of ours has stands as a box; nothing in a value is markup.
    expect(text).toContain('Roe <b>& □ □□')
    expect(text).toContain('EMR-1001')
    expect(text).toContain('State Waiting')
    expect(text).toContain('America/New York')
    expect(text).toContain('2026-07-01 12:30, Intake')
    expect(text).toMatch(/Urgency Routine.*Patient › Family name Roe.*Notes x.*\(cut\)/)
    expect(text).toMatch(/Look Bea, 2026-07-01 12:30 Approved\? Yes/)
    expect(text).toContain('scan.pdf')
    expect(text).not.toContain('Call first.')
  })

  it('has the comments when they are asked for, and its making in the history', async () => {
    const { bytes } = await readCasePdf(olga.actor, { id: runId, comments: true })
    const text = await textOf(bytes)
    expect(text).toContain('Call first.')
    expect(text).toContain('Olga made a PDF of the case')
    const { items } = await listAudit(olga.actor, { action: 'run.printed', limit: 1 })
    expect(items).toMatchObject([{ object: { id: runId }, details: { comments: true } }])
  })

  it('is not there for who does not see the run', async () => {
    await expect(readCasePdf(vic.actor, { id: runId })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
