import { describe, expect, it } from 'vitest'
import { emrPatients } from '#db/seed/sandbox-patients'
import { memoryStore } from '#test/fakes/memory-store'
import { pdfPagesOf } from '#test/harness/pdf-text'
import { payerDocsSandbox } from './sandbox.ts'
import { sandboxDocuments, sandboxKeys } from './sandbox-archive.ts'

const archive = payerDocsSandbox.open({
  config: {},
  secrets: {},
  store: memoryStore(),
  allowPrivate: [],
})
const never = new AbortController().signal
const search = (...criteria: [string, string][]) =>
  archive.searchDocuments(
    criteria.map(([Key, Value]) => ({ Key, Value })),
    never,
  )
const count = (holds: (document: (typeof sandboxDocuments)[number]) => boolean) =>
  sandboxDocuments.filter(holds).length

describe('the sandbox archive', () => {
  it('has 240 documents of four kinds, of the patients of the sandbox EMR', () => {
    expect(sandboxDocuments).toHaveLength(240)
    expect(new Set(sandboxDocuments.map(({ documentId }) => documentId)).size).toBe(240)
    expect(new Set(sandboxDocuments.map(({ kind }) => kind)).size).toBe(4)
    const patients = new Map(emrPatients.map(({ id, name }) => [id, name]))
    expect(
      sandboxDocuments.filter(({ patient }) => patients.get(patient.id) !== patient.name),
    ).toEqual([])
    expect(new Set(sandboxDocuments.map(({ patient, kind }) => `${patient.id} ${kind}`)).size).toBe(
      100,
    )
    expect(
      sandboxDocuments.flatMap(({ keys }) => keys).filter(({ Key }) => !sandboxKeys.includes(Key)),
    ).toEqual([])
  })

  it.each<[[string, string][], (document: (typeof sandboxDocuments)[number]) => boolean]>([
    [[['PatientId', 'EMR-1001']], ({ patient }) => patient.id === 'EMR-1001'],
    [[['patientid', 'emr-1001']], ({ patient }) => patient.id === 'EMR-1001'],
    [
      [
        ['PatientId', 'EMR-1001'],
        ['DocumentType', 'Denial Letter'],
      ],
      ({ patient, kind }) => patient.id === 'EMR-1001' && kind === 'Denial Letter',
    ],
    [[['PayerName', '*harbor*']], ({ payer }) => payer.name === 'Blue Harbor Insurance'],
    [[['ReceivedDate', '2026-03-*']], ({ received }) => received.startsWith('2026-03')],
    [
      [
        ['PatientName', '*Lindqvist'],
        ['PatientName', 'A*'],
      ],
      ({ patient }) => /^A.*Lindqvist$/.test(patient.name),
    ],
    [[['DocumentId', 'PD-100001']], ({ documentId }) => documentId === 'PD-100001'],
    [[['PatientName', '*']], () => true],
    [[['PatientName', 'ab*ba']], () => false],
    [
      [
        ['CheckNumber', 'CHK*'],
        ['AuthorizationNumber', '*'],
      ],
      () => false,
    ],
  ])('%j finds those', async (criteria, holds) =>
    expect(await search(...criteria)).toHaveLength(count(holds)),
  )

  it('names its keys when searched by another', async () => {
    await expect(search(['PatientId', 'EMR-1001'], ['Colour', 'red'])).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: [
          { path: '1.Key', message: expect.stringContaining('It has: DocumentId, DocumentType') },
        ],
      },
    })
  })

  it('no value determines its time', async () => {
    const started = performance.now()
    expect(await search(['PatientName', `${'*a'.repeat(240)}b`])).toEqual([])
    expect(performance.now() - started).toBeLessThan(500)
  })

  it.each([
    'Explanation of Benefits',
    'Remittance Letter',
    'Authorization Letter',
    'Denial Letter',
  ])('has a real PDF of every %s', async (kind) => {
    const document = sandboxDocuments.find((each) => each.kind === kind)
    if (!document) throw new Error('none')
    const { content, fileName, mimeType } = await archive.fetchDocument(document.documentId, never)
    expect([fileName, mimeType]).toEqual([document.fileName, 'application/pdf'])
    const pages = await pdfPagesOf(content)
    expect(pages).toHaveLength(1)
    const [text] = pages
    for (const part of [
      kind,
      document.patient.name,
      document.patient.memberId,
      document.number.value,
      document.payer.name,
      ...document.lines.map(({ code }) => code),
    ])
      expect(text).toContain(part)
    expect(
      Buffer.compare((await archive.fetchDocument(document.documentId, never)).content, content),
    ).toBe(0)
  })

  it('knows no other documents', async () => {
    for (const id of ['PD-1', '', '../PD-100001', '__proto__'])
      await expect(archive.fetchDocument(id, never)).rejects.toMatchObject({
        code: 'not_found',
        statusCode: 404,
      })
  })
})
