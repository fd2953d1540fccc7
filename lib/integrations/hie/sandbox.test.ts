import { describe, expect, it } from 'vitest'
import { hiePatients } from '#db/seed/sandbox-hie'
import { extractText } from '#lib/documents/extract-text'
import { memoryStore } from '#test/fakes/memory-store'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { hieSandbox } from './sandbox.ts'

const store = memoryStore({ patients: hiePatients })
const open = (delaySeconds = 0) =>
  hieSandbox.open({ config: { delaySeconds }, secrets: {}, store, allowPrivate: [] })
const soon = () => AbortSignal.timeout(30_000)
const fhir = (patientId: string, more: object = {}) => ({
  kind: 'fhir' as const,
  patientId,
  ...more,
})
const documents = (more: object = {}) => ({
  kind: 'documents' as const,
  patientId: 'HIE-3001',
  ...more,
})

describe('the sandbox exchange', () => {
  it('answers after its delay; a repeated start is the same request', async () => {
    const first = await open(30).start(fhir('HIE-3001'), { requestId: 'r1', signal: soon() })
    const again = await open(0).start(fhir('HIE-3001'), { requestId: 'r1', signal: soon() })
    for (const started of [first, again])
      expect(started).toMatchObject({
        status: 'processing',
        ticket: { requestId: 'r1' },
        retryAfterSeconds: expect.closeTo(30, 0),
      })
    expect(await open().poll(fhir('HIE-3001'), { requestId: 'r1' }, soon())).toMatchObject({
      status: 'processing',
    })
    await open(0).start(fhir('HIE-3001'), { requestId: 'r2', signal: soon() })
    expect(await open().poll(fhir('HIE-3001'), { requestId: 'r2' }, soon())).toEqual({
      status: 'ready',
    })
  })

  it.each(hiePatients.map(({ id }) => id))(
    '%s has a bundle of FHIR resources about one patient',
    async (id) => {
      const bundle = await open().bundle(fhir(id), {}, soon())
      const entries = bundle['entry'] as {
        resource: { resourceType: string; id: string; subject?: { reference: string } }
      }[]
      expect(new Set(entries.map(({ resource }) => resource.resourceType))).toEqual(
        new Set(['Patient', 'Encounter', 'Condition', 'MedicationRequest', 'Observation']),
      )
      expect(
        entries.every(
          ({ resource }) =>
            resource.resourceType === 'Patient' || resource.subject?.reference === `Patient/${id}`,
        ),
      ).toBe(true)
      expect(new Set(entries.map(({ resource }) => resource.id)).size).toBe(entries.length)
    },
  )

  it('filters by resource types and days', async () => {
    const types = async (more: object) =>
      (
        (await open().bundle(fhir('HIE-3001', more), {}, soon()))['entry'] as {
          resource: { resourceType: string }
        }[]
      ).map(({ resource }) => resource.resourceType)
    expect(await types({ resources: ['Condition'] })).toEqual(['Condition', 'Condition'])
    expect(await types({ dateFrom: '2027-01-01' })).toEqual(['Patient'])
  })

  it('has real documents: a C-CDA, PDFs with text, a note', async () => {
    const all = await open().documents(documents(), {}, soon())
    expect(all.map(({ mimeType }) => mimeType)).toEqual([
      'application/xml',
      'application/pdf',
      'application/pdf',
      'text/plain',
    ])
    const [ccd, discharge] = all
    const xml = Buffer.from(await open().download(ccd ?? expect.fail(), soon())).toString()
    expect(XMLValidator.validate(xml)).toBe(true)
    expect(new XMLParser().parse(xml)).toMatchObject({
      ClinicalDocument: {
        recordTarget: { patientRole: { patient: { name: { family: 'Castellano' } } } },
      },
    })
    const bytes = Buffer.from(await open().download(discharge ?? expect.fail(), soon()))
    const text = await extractText('discharge.pdf', bytes, { organizationId: 'one' })
    expect(text).toContain('Essential (primary) hypertension')
  })

  it('filters documents by MIME type and day', async () => {
    const names = async (more: object) =>
      (await open().documents(documents(more), {}, soon())).map(({ fileName }) => fileName)
    expect(await names({ mimeTypes: ['text/*'] })).toEqual(['HIE-3001_Progress_Note.txt'])
    expect(await names({ mimeTypes: ['application/pdf'], dateFrom: '2026-05-01' })).toEqual([
      'HIE-3001_Laboratory_Report.pdf',
    ])
  })

  it('does not know other patients and documents', async () => {
    await expect(
      open().start(fhir('HIE-9999'), { requestId: 'r', signal: soon() }),
    ).rejects.toMatchObject({ code: 'not_found' })
    expect(await open().test(soon())).toContain('5 patients')
  })
})
