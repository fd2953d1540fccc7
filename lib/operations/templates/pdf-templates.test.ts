import { PDFDocument } from '@pdfme/pdf-lib'
import { rmSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { extractText } from '#lib/documents/extract-text'
import { openFile } from '#lib/documents/file-store'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { inkOf } from '#test/harness/png-ink'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { sampleForm } from '#test/samples/pdf-forms'
import { pdfOf } from '#test/samples/sample-documents'
import { getFileOrThrow } from '../files/find-file.ts'
import { fillRunTemplate } from './fill-run-template.ts'

// They start processes, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const all = endpointsAt('/api/v2/templates')
const file = endpointsAt('/api/v2/templates/{template}/file')
const render = endpointsAt('/api/v2/templates/{template}/render')

const api = useApi()
afterAll(async () => {
  await stopProcessPools()
  rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true })
})

const upload = (template: string, fileName: string, content: Uint8Array) =>
  api.send(file.PUT, '/x', {
    params: { template },
    body: multipart({ name: 'file', fileName, content: Buffer.from(content) }),
    headers: multipartHeaders,
  })
const shown = async (template: string, body: object) => {
  const answer = await api.send(render.POST, '/x', { params: { template }, body })
  return answer.body as {
    issues: { path: string; message: string }[]
    result: { pages: { png: string }[]; pageCount: number; content: string; fileName: string }
  }
}
type Fill = Parameters<typeof fillRunTemplate>[1]
async function filled(template: string, data: object, more: Partial<Fill> = {}) {
  const { file: made } = await fillRunTemplate(api.organization.id, {
    key: newId(),
    run: { id: newId(), startedAt: new Date('2026-03-07T09:00:00Z') },
    workflowId: newId(),
    timeZone: 'UTC',
    template,
    data: data as Record<string, unknown>,
    fileName: undefined,
    signal: AbortSignal.timeout(170_000),
    ...more,
  })
  const { id = '', fileName } = made ?? {}
  const stored = await inOrganization(api.organization.id, (tx) => getFileOrThrow(tx, id))
  return { fileName, bytes: await buffer(await openFile(stored.storageKey)) }
}
const textOf = (bytes: Uint8Array) =>
  extractText('a.pdf', bytes, { organizationId: api.organization.id })

describe('a PDF form', () => {
  const data = { 'patient.name': 'Żaneta כהן', agreed: true, plan: 'PPO', codes: ['A1', 'C3'] }

  it('is a template whose placeholders are its fields, filled one by one', async () => {
    const made = await upload('consent', 'Consent.pdf', await sampleForm())
    const text = { type: 'text', optional: true }
    expect(made).toMatchObject({
      status: 200,
      body: {
        kind: 'pdf',
        source: { format: 'form', fileName: 'Consent.pdf' },
        fields: [
          { name: 'patient.name', type: 'text', optional: false, where: 'on page 1' },
          { name: 'notes', ...text, multiline: true },
          { name: 'member', ...text, maxLength: 8 },
          { name: 'agreed', type: 'yes-no', optional: true },
          { name: 'kind', type: 'choice', options: ['urgent', 'routine'] },
          { name: 'plan', type: 'choice', options: ['HMO', 'PPO'], where: 'on page 2' },
          { name: 'turned', label: 'Name of the Grüne Klinik', ...text },
          { name: 'codes', type: 'choice', multiple: true },
        ],
      },
    })
    const { result } = await shown('consent', { data })
    expect(result).toMatchObject({ pageCount: 2, fileName: 'Consent.pdf' })
    const form = (await PDFDocument.load(Buffer.from(result.content, 'base64'))).getForm()
    expect(form.getTextField('patient.name').getText()).toBe('Żaneta כהן')
    expect(form.getCheckBox('agreed').isChecked()).toBe(true)
    expect(form.getDropdown('plan').getSelected()).toEqual(['PPO'])
    expect(form.getOptionList('codes').getSelected()).toEqual(['A1', 'C3'])
    // The name is drawn in its field on the first page: 72 points from the left, 700 from below.
    const name = { left: 0.12, right: 0.5, top: 1 - 722 / 792, bottom: 1 - 702 / 792 }
    expect(inkOf(Buffer.from(result.pages[0]?.png ?? '', 'base64'), name)).toBeDefined()
  })

  it('is flattened where the step says so', async () => {
    const { fileName, bytes } = await filled('consent', data, { flatten: true })
    expect(fileName).toBe('Consent.pdf')
    expect((await PDFDocument.load(bytes)).getForm().getFields()).toEqual([])
    expect(await textOf(bytes)).toContain('Żaneta')
  })

  it('refuses what its fields do not take, with all of it', async () => {
    const wrong = { agreed: 'yes', plan: 'EPO', codes: ['A1', 'Z9'], member: '123456789' }
    const { issues, result } = await shown('consent', { data: wrong })
    expect(result).toBeNull()
    expect(issues.map(({ message }) => message)).toEqual([
      '“patient.name” is missing; the template has it on page 1.',
      '“member” takes at most 8 characters; this text has 9.',
      '“agreed” is a string; the template takes true or false.',
      '“plan” has the options HMO, PPO.',
      '“codes” has the options A1, B2, C3.',
    ])
  })

  it.each([
    ['no fields', () => pdfOf('x'), 'no fields to fill'],
    [
      'a password',
      () => pdfOf('x', { encrypted: true }),
      'This PDF has a password. Save it without one',
    ],
    ['another name', () => Buffer.from('PK\u0003\u0004'), 'Word document or a fillable PDF'],
  ])('with %s is refused', async (_what, bytes, sentence) => {
    const { status, body } = await upload('refused', 'Form.pdf', bytes())
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(sentence)
  })
})

it('draws HTML as a PDF with header, footer, tables over pages and both directions', async () => {
  const source = {
    format: 'html',
    html:
      '<h1>Approval</h1><p dir="auto">{{ name }}</p><table><thead><tr><th>Service</th></tr></thead>' +
      '{% for one in services %}<tr><td>{{ one.name }}</td></tr>{% endfor %}</table>',
    header: '<p>{{ clinic }}</p>',
    footer: '<p align="center">Page {page} of {pages}</p>',
    page: { size: 'a4', landscape: false, margins: 'narrow' },
    language: 'en-US',
  }
  const body = { name: 'Drawn approval', slug: 'drawn', kind: 'pdf', source }
  const made = await api.send(all.POST, '/x', { body })
  expect(made).toMatchObject({
    status: 201,
    body: { kind: 'pdf', fields: [{ name: 'name' }, { name: 'services' }, { name: 'clinic' }] },
  })
  const services = Array.from({ length: 90 }, (_, index) => ({ name: `Visit ${index + 1}` }))
  const data = { name: 'דנה כהן', clinic: 'Cedar & <b>Clinic', services }
  const first = await filled('drawn', data)
  expect(first.fileName).toBe('Drawn approval.pdf')
  const pages = (await PDFDocument.load(first.bytes)).getPageCount()
  expect(pages).toBeGreaterThan(1)
  const text = await textOf(first.bytes)
  expect(text.match(/Cedar & <b>Clinic/g)).toHaveLength(pages)
  expect(text.match(/Service/g)).toHaveLength(pages)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(text).toContain('דנה כהן')
  expect((await filled('drawn', data)).bytes.equals(first.bytes)).toBe(true)
  const { result } = await shown('drawn', { data })
  expect(result).toMatchObject({ pageCount: pages, fileName: 'Drawn approval.pdf' })
  // What stands from the right ends at the right margin: half an inch of a page of 595 points.
  const name = { left: 0.5, right: 1, top: 0, bottom: 0.2 }
  const ink = inkOf(Buffer.from(result.pages[0]?.png ?? '', 'base64'), name)
  expect(ink?.right).toBeCloseTo(1 - 36 / 595, 1)
  expect(result.pages.every(({ png }) => inkOf(Buffer.from(png, 'base64')))).toBe(true)
})
