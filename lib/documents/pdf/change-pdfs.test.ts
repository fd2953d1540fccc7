import { degrees, PDFDocument, PDFName, PDFRawStream } from '@pdfme/pdf-lib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { inkOf } from '#test/harness/png-ink'
import { letterPdf } from '#test/samples/letter-pdf'
import { sampleForm } from '#test/samples/pdf-forms'
import { extractText } from '../extract-text.ts'
import { flattenPdf, mergePdfs, splitPdf } from './change-pdfs.ts'
import { drawPages } from './draw-pages.ts'
import { fillForm } from './forms.ts'
import { openFlat } from './program/flatten.ts'
import { stampPdf } from './stamp-pdf.ts'

// The processes start on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const options = { organizationId: 'one' }

/** What was made; fails with the sentence why nothing was. */
function made(answer: Awaited<ReturnType<typeof mergePdfs>>) {
  if (answer.type === 'refused') throw new Error(answer.message)
  return answer
}
async function filledForm(name: string): Promise<Uint8Array> {
  const values = { 'patient.name': name, agreed: true }
  const answer = await fillForm(await sampleForm(), { ...options, values, flatten: false })
  if (answer.type === 'refused') throw new Error(answer.message)
  return answer.bytes
}
/** A page for each turn, with edges that are cut off. */
async function turnedPages(angles: number[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (const angle of angles) {
    const page = document.addPage([300, 500])
    page.setRotation(degrees(angle))
    page.setCropBox(20, 30, 260, 440)
  }
  return await document.save()
}
const textOf = (pdf: Uint8Array) => extractText('a.pdf', pdf, options)
describe('merging PDFs', () => {
  it('keeps the values of forms whose fields have the same names', async () => {
    const files = [
      await filledForm('Ada Lindqvist'),
      await letterPdf(3),
      await filledForm('דנה כהן'),
    ]
    const merged = made(await mergePdfs(files, options))
    expect(merged.pages).toBe(7)
    const text = await textOf(merged.bytes)
    expect(text).toContain('Ada Lindqvist')
    expect(text).toContain('דנה')
    const document = await PDFDocument.load(merged.bytes)
    expect(document.catalog.get(PDFName.of('AcroForm'))).toBeUndefined()
    expect(document.getPageCount()).toBe(7)
    const again = made(await mergePdfs(files, options))
    expect(again.bytes.equals(merged.bytes)).toBe(true)
  })

  it('says which file is bad', async () => {
    const bad = Buffer.from('GIF89a')
    expect(await mergePdfs([await letterPdf(), bad], options)).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('not a readable PDF'),
      file: 1,
    })
  })
})

describe('splitting a PDF', () => {
  it('makes a PDF of each range, or of every so many pages', async () => {
    const five = await letterPdf(5)
    const pagesOf = async (parts: Parameters<typeof splitPdf>[1]) => {
      const answer = await splitPdf(five, parts, options)
      return answer.type === 'refused' ? answer.message : answer.pdfs.map(({ pages }) => pages)
    }
    const ranges = [
      { from: 4, to: 5 },
      { from: 1, to: 3 },
    ]
    expect(await pagesOf(ranges)).toEqual([2, 3])
    expect(await pagesOf({ every: 2 })).toEqual([2, 2, 1])
    expect(await pagesOf([{ from: 2, to: 6 }])).toBe(
      'There are no pages 2 to 6: this PDF has 5 pages.',
    )
  })
})

describe('flattening a PDF', () => {
  it('leaves no field, and keeps what was in it', async () => {
    const flat = made(await flattenPdf(await filledForm('Ada Lindqvist'), options))
    expect(await textOf(flat.bytes)).toContain('Ada Lindqvist')
    const document = await PDFDocument.load(flat.bytes)
    expect(document.catalog.get(PDFName.of('AcroForm'))).toBeUndefined()
    expect(document.getPages().map((page) => page.node.Annots()?.size() ?? 0)).toEqual([0, 0])
  })
})

describe('stamping a PDF', () => {
  const stamp = {
    text: 'Case 12, {page} of {pages}',
    size: 12,
    opacity: 1,
    color: 'black',
  } as const

  it('writes on the pages that were asked for', async () => {
    const pages = [{ from: 2, to: 3 }]
    const asked = { ...options, stamp: { ...stamp, place: 'top' as const, pages } }
    const stamped = made(await stampPdf(await letterPdf(4), asked))
    expect((await textOf(stamped.bytes)).match(/Case 12, \d of 4/g)).toEqual([
      'Case 12, 2 of 4',
      'Case 12, 3 of 4',
    ])
  })

  it('is upright at its place on pages that are turned', async () => {
    const angles = [0, 90, 180, 270]
    const approved = { ...stamp, text: 'Approved', place: 'bottom-right' as const }
    const asked = { ...options, stamp: approved }
    const stamped = made(await stampPdf(await turnedPages(angles), asked))
    const found = await drawPages(stamped.bytes, options)
    if (found.type === 'refused') throw new Error(found.message)
    expect(found.pictures).toHaveLength(angles.length)
    for (const [index, { png }] of found.pictures.entries()) {
      const ink = inkOf(png)
      if (!ink) throw new Error('nothing is drawn')
      const [wide, high] = (angles[index] ?? 0) % 180 === 0 ? [260, 440] : [440, 260]
      expect((1 - ink.right) * wide).toBeLessThan(32)
      expect((1 - ink.bottom) * high).toBeLessThan(40)
      expect((ink.right - ink.left) * wide).toBeGreaterThan((ink.bottom - ink.top) * high * 2)
    }
  })

  it('is refused for pages that do not exist, and a text that is too long', async () => {
    const letter = await letterPdf()
    const refusal = async (more: object) => {
      const answer = await stampPdf(letter, {
        ...options,
        stamp: { ...stamp, place: 'top', ...more },
      })
      return answer.type === 'refused' ? answer.message : 'it was stamped'
    }
    expect(await refusal({ pages: [{ from: 2, to: 9 }] })).toContain('this PDF has 1 page')
    expect(await refusal({ text: 'word '.repeat(200) })).toContain('too long for the page')
  })
})

/** An encrypted PDF as far as its trailer says; its content is not reached. */
async function encryptedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  const { context } = document
  context.trailerInfo.Encrypt = context.register(
    context.obj({ Filter: 'Standard', V: 1, R: 2, P: -4, O: '0'.repeat(32), U: '0'.repeat(32) }),
  )
  return await document.save({ useObjectStreams: false })
}
/** A page tree that says it has a billion pages. */
async function lyingPdf(): Promise<Uint8Array> {
  const saved = Buffer.from(
    await (await PDFDocument.load(await letterPdf())).save({ useObjectStreams: false }),
  )
  return Buffer.from(saved.toString('latin1').replace('/Count 1', '/Count 9'.padEnd(8)), 'latin1')
}
/** A stream whose kilobytes unpack to a gigabyte. */
async function bombPdf(): Promise<Uint8Array> {
  const { deflateSync } = await import('node:zlib')
  const document = await PDFDocument.create()
  const page = document.addPage()
  const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024, '0 0 m '))
  const twice = deflateSync(packed)
  const { context } = document
  const dict = context.obj({ Filter: ['FlateDecode', 'FlateDecode'], Length: twice.length })
  page.node.set(PDFName.of('Contents'), context.register(PDFRawStream.of(dict, twice)))
  return await document.save()
}

describe('a bad PDF', () => {
  it.each([
    ['not a PDF', async () => Buffer.from('GIF89a'), 'This file is not a readable PDF.'],
    ['empty', async () => Buffer.alloc(0), 'This file is not a readable PDF.'],
    ['cut off', async () => (await letterPdf(9)).subarray(0, 700), 'cut off or damaged'],
    ['encrypted', encryptedPdf, 'This PDF has a password'],
    ['of too many pages', () => letterPdf(2001), 'at most 2000 pages'],
    ['without pages', async () => Buffer.from('%PDF-1.7\n%%EOF'), 'not a readable PDF'],
  ])('%s ends with a sentence', async (_what, make, message) => {
    await expect(openFlat(Buffer.from(await make()))).rejects.toThrow(message)
  })

  it.each([
    ['says it has other pages', lyingPdf],
    ['unpacks to much more', bombPdf],
  ])('that %s ends', async (_what, make) => {
    const answer = await drawPages(await make(), { ...options, timeoutMs: 20_000 })
    expect(['pictures', 'refused']).toContain(answer.type)
  })

  it('has a limit of time', async () => {
    const answer = await mergePdfs([await letterPdf(500)], { ...options, timeoutMs: 1 })
    expect(answer).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('too much time'),
    })
  })
})
