import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { documentPages, files } from '#db/schema/documents'
import { templates } from '#db/schema/templates'
import { seedConnections } from '#db/seed/connections'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import * as bad from '#test/samples/bad-files'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { csvOptions, excelOptions } from '#test/samples/read-tables'
import { docxOf, pdfOf, zipOf } from '#test/samples/sample-documents'
import { workbookOf } from '#test/samples/workbooks'
import { askDocuments } from '../ask/ask-documents.ts'
import { faxFiles } from '../faxes/fax-files.ts'
import { changeRunPdfs } from '../files/change-run-pdfs.ts'
import { readRunTable } from '../tables/read-run-table.ts'
import { readFilePages } from './read-file-pages.ts'

/*
 * Bad files on the way that good ones take: uploaded, then read by what workflows read them with.
 * The tests of each reader have more of its own kinds.
 */

// Each reader is a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const api = useApi()
const root = () => path.join(env().DATA_DIR, 'files')
beforeAll(async () => {
  // What an earlier file of tests left in the folder of this worker is not ours to count.
  rmSync(root(), { recursive: true, force: true })
  const { id } = api.organization
  await inOrganization(id, (tx) => seedConnections(tx, id))
})
afterAll(async () => {
  await stopProcessPools()
  rmSync(root(), { recursive: true, force: true })
})

const uploadRoute = endpointsAt('/api/v2/files').POST
const templateRoute = endpointsAt('/api/v2/templates/{template}/file').PUT
const { signal } = new AbortController()
const work = () => ({ key: newId(), runId: newId(), createdBy: 'a test', signal })
const reading = { languages: ['eng' as const], signal }

async function uploaded(fileName: string, content: Uint8Array): Promise<string> {
  const part = { name: 'file', fileName, type: 'application/octet-stream', content }
  const sent = { body: multipart(part), headers: multipartHeaders }
  const { status, body } = await api.send(uploadRoute, '/api/v2/files', sent)
  if (status !== 201) throw new ApiError('invalid_request', JSON.stringify(body))
  return String(body['id'])
}

/** What reads a stored file of the organization. */
const readers = {
  pages: (organizationId: string, fileId: string) =>
    readFilePages(organizationId, { fileId, ocr: true, ...reading }),
  ask: (organizationId: string, fileId: string) =>
    askDocuments(organizationId, {
      connection: 'sandbox',
      question: { mode: 'answer', question: 'What is asked for?' },
      fileIds: [fileId],
      recognize: true,
      replace: undefined,
      taskId: newId(),
      attempt: 1,
      ...work(),
      ...reading,
    }),
  excel: (organizationId: string, fileId: string) =>
    readRunTable(organizationId, {
      fileId,
      as: 'table',
      read: { do: 'excel', options: excelOptions },
      ...work(),
    }),
  csv: (organizationId: string, fileId: string) =>
    readRunTable(organizationId, {
      fileId,
      as: 'table',
      read: { do: 'csv', options: csvOptions },
      ...work(),
    }),
  merge: (organizationId: string, fileId: string) =>
    changeRunPdfs(organizationId, {
      files: [fileId, fileId],
      change: { do: 'merge' },
      fileName: undefined,
      ...work(),
    }),
  fax: (organizationId: string, fileId: string) => faxFiles(organizationId, [fileId]),
}

/** How reading a file ends: the sentences for the person who sent it. */
async function endOf(
  reader: keyof typeof readers | 'template',
  fileName: string,
  content: Uint8Array,
): Promise<string> {
  if (reader === 'template') {
    const sent = multipart({ name: 'file', fileName, content })
    const { status, body } = await api.send(templateRoute, '/api/v2/templates/bad', {
      params: { template: 'bad' },
      body: sent,
      headers: multipartHeaders,
    })
    return `${status} ${JSON.stringify(body['details'])}`
  }
  try {
    const fileId = await uploaded(fileName, content)
    return `no refusal: ${JSON.stringify(await readers[reader](api.organization.id, fileId))}`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${error.statusCode} ${error.message} ${JSON.stringify(error.details)}`
  }
}

const { badPdfs } = bad
const sheet = '<sheetData><row><c t="inlineStr"><is><t>x</t></is></c></row></sheetData>'
const withXml = (part: string, xml: string) => workbookOf({ sheet, more: { [part]: xml } })
const cutOff = 'This PDF is cut off or damaged: its end is missing.'

it.each<[string, Parameters<typeof endOf>[0], string, () => Buffer | Promise<Buffer>, string]>([
  // Passwords.
  ['PDF', 'ask', 'a.pdf', () => pdfOf('x', { encrypted: true }), 'This PDF has a password.'],
  ['PDF', 'merge', 'a.pdf', () => pdfOf('x', { encrypted: true }), 'has a password'],
  ['PDF', 'fax', 'a.pdf', () => pdfOf('x', { encrypted: true }), 'This PDF has a password.'],
  ['DOCX', 'pages', 'a.docx', bad.withPassword, 'This Word document has a password.'],
  ['XLSX', 'excel', 'a.xlsx', bad.withPassword, 'This Excel file has a password.'],
  // Cut off, or nothing at all.
  ['PDF', 'ask', 'a.pdf', () => pdfOf('x').subarray(0, -30), cutOff],
  ['DOCX', 'pages', 'a.docx', () => docxOf(['x']).subarray(0, -30), 'not a readable Word document'],
  ['nothing', 'pages', 'a.pdf', () => Buffer.alloc(0), 'is empty.'],
  // Something else than its name says.
  ['archive', 'pages', 'a.pdf', () => zipOf({ a: 'x' }), 'This file is called .pdf, but it is'],
  ['script', 'pages', 'a.png', bad.gifAndScript, 'This file is called .png, but it is'],
  ['program', 'pages', 'a.txt', () => Buffer.from('MZ\0\0\0'), 'This file is not text'],
  ['PDF', 'excel', 'a.xlsx', () => pdfOf('x'), 'This is a PDF, not an Excel file.'],
  ['workbook', 'pages', 'a.docx', () => workbookOf({ sheet }), 'not a readable Word document'],
  ['text', 'fax', 'a.pdf', () => Buffer.from('hello'), 'This file is not a PDF.'],
  // Two kinds at once.
  [
    'PDF behind DOCX',
    'pages',
    'a.docx',
    () => Buffer.concat([docxOf(['x']), pdfOf('y')]),
    'This file is two kinds of documents at once',
  ],
  [
    'DOCX behind PDF',
    'ask',
    'a.pdf',
    () => Buffer.concat([pdfOf('y'), docxOf(['x'])]),
    'This file is two kinds of documents at once',
  ],
  // Entities that grow, or are files of the server.
  ['laughs', 'pages', 'a.docx', () => bad.docxWithXml(bad.laughs('w:document')), 'not a readable'],
  ['XXE', 'pages', 'a.docx', () => bad.docxWithXml(bad.foreignEntity('w:document')), 'not a read'],
  ['XXE', 'template', 'a.docx', () => bad.docxWithXml(bad.foreignEntity('w:document')), 'invalid'],
  [
    'laughs',
    'excel',
    'a.xlsx',
    () => withXml('xl/sharedStrings.xml', bad.laughs('sst')),
    'not XML',
  ],
  ['XXE', 'excel', 'a.xlsx', () => withXml('xl/workbook.xml', bad.foreignEntity('x')), 'not XML'],
  // Bombs and loops.
  ['pages in a loop', 'pages', 'a.pdf', badPdfs.pageLoop, 'has 1000000 pages; at most 1000 are'],
  ['pages in a loop', 'merge', 'a.pdf', badPdfs.pageLoop, 'at most 2000 pages here'],
  ['a drawing of itself', 'pages', 'a.pdf', badPdfs.drawsItself, 'takes too much'],
  ['deep arrays', 'merge', 'a.pdf', badPdfs.nested, 'cannot be worked on'],
  [
    'PNG of 900 million pixels',
    'pages',
    'a.png',
    () => bad.pngOfZeros({ width: 30_000, height: 30_000 }, 1000),
    'This picture has more than 40 million pixels.',
  ],
  ['JPEG of 4 billion', 'pages', 'a.jpg', () => bad.jpegOf(65_000, 65_000), 'more than 40 million'],
  [
    'TIFF of 60,000 colours',
    'pages',
    'a.tif',
    () =>
      bad.tiffWith(
        [
          [256, 6000],
          [257, 6000],
          [258, 8],
          [259, 1],
          [262, 1],
          [277, 60_000],
          [278, 6000],
        ],
        Buffer.alloc(100),
      ),
    'This picture is damaged',
  ],
  [
    'CSV with one quote',
    'csv',
    'a.csv',
    () => Buffer.from(`a,b\n1,"${'x'.repeat(9e5)}`),
    'opened and never closed',
  ],
])('%s → %s: %s ends with a sentence', async (_what, reader, fileName, make, sentence) => {
  expect(await endOf(reader, fileName, await make())).toContain(sentence)
})

it.each<[string, () => Buffer, string]>([
  ['scripts do not run', badPdfs.script, 'With a script'],
  ['a page of 400,000 miles', badPdfs.hugePage, 'Huge'],
])('a PDF is read: %s', async (_what, make, text) => {
  expect(await endOf('pages', 'a.pdf', make())).toContain(`"text":"${text}"`)
})

it('leaves nothing: no page, no part of a file, no template; and the next file is read', async () => {
  expect(await endOf('pages', 'good.pdf', pdfOf('Good'))).toContain('"text":"Good"')
  const { id } = api.organization
  const rows = await inOrganization(id, async (tx) => ({
    templates: await tx.$count(templates),
    files: await tx.select({ key: files.storageKey, runId: files.runId }).from(files),
    pages: await tx.selectDistinct({ fileId: documentPages.fileId }).from(documentPages),
  }))
  expect(rows.templates).toBe(0)
  expect(rows.files.filter(({ runId }) => runId !== null)).toEqual([])
  // Of the two that are read, and the good one.
  expect(rows.pages).toHaveLength(3)
  const onDisk = existsSync(root())
    ? readdirSync(root(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : []
  expect(onDisk).toHaveLength(rows.files.length)
})
