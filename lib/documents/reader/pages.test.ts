import { beforeAll, describe, expect, it } from 'vitest'
import { docxOf, pdfOf, zipOf } from '#test/samples/sample-documents'
import { filledForm, pdfOfPages, pictureOf, scanOf, tiffOf } from '#test/samples/sample-pages'
import { wordsOf } from '../pages/read-pages.ts'
import type { PageFormat } from '../reader-messages.ts'
import { drawPage, readPages, recognizePages } from './pages.ts'

/*
 * What a reader's process does with a document, here without the process: how it is stopped is
 * tested with the pool.
 */

async function pagesOf(format: PageFormat, bytes: Buffer, from = 1, count = 50) {
  const found = await readPages({ do: 'pages', format, from, count }, bytes)
  if (found.type === 'refused') throw new Error(found.message)
  return found
}
const refusalOf = async (format: PageFormat, bytes: Buffer) =>
  await pagesOf(format, bytes).then(
    ({ pages }) => `no refusal: ${JSON.stringify(pages).slice(0, 200)}`,
    (error: Error) => error.message,
  )
const hebrewFont = 'node_modules/@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf'

describe('the pages of a PDF', () => {
  it('have text, and a box for each word where it stands', async () => {
    const { total, pages } = await pagesOf('pdf', await pdfOfPages(['First page', 'Second of two']))
    expect(total).toBe(2)
    expect(pages.map(({ page, text }) => [page, text])).toEqual([
      [1, 'First page'],
      [2, 'Second of two'],
    ])
    const [first] = pages
    expect(first).toMatchObject({
      width: 612,
      height: 792,
      how: 'text',
      confidence: 1,
      scan: false,
    })
    const [word] = wordsOf(first?.text ?? '', first?.words ?? [])
    expect(word).toMatchObject({ text: 'First', start: 0 })
    // Drawn at 40 points from the left, its base line 60 points from the top, 14 points high.
    expect(word?.box.x).toBeCloseTo(41, 0)
    expect((word?.box.y ?? 0) + (word?.box.height ?? 0)).toBeCloseTo(60, 0)
    expect(word?.box.height).toBeCloseTo(10, 0)
  })

  it('are read in ranges', async () => {
    const pdf = await pdfOfPages(['1', '2', '3'])
    const { total, pages } = await pagesOf('pdf', pdf, 2, 1)
    expect([total, pages.map(({ text }) => text)]).toEqual([3, ['2']])
  })

  it('have their boxes as they are shown when the page is turned', async () => {
    const { pages } = await pagesOf('pdf', await pdfOfPages([{ lines: ['Word'], turned: 90 }]))
    const [page] = pages
    expect(page).toMatchObject({ width: 792, height: 612, text: 'Word' })
    const [word] = wordsOf('Word', page?.words ?? [])
    // The upper left corner of the paper is now the upper right one.
    expect(word?.box.x).toBeGreaterThan(700)
    expect(Math.abs((word?.box.y ?? 0) - 40)).toBeLessThan(2)
    expect(word?.box.height).toBeGreaterThan(word?.box.width ?? Infinity)
  })

  it('have what was filled into a form', async () => {
    const [page] = (await pagesOf('pdf', await filledForm('XYZ-123'))).pages
    expect(page?.text).toMatch(/Member:\s+XYZ-123/)
  })

  it('have Hebrew in the order of reading', async () => {
    const [page] = (await pagesOf('pdf', await pdfOfPages(['משה כהן'], hebrewFont))).pages
    expect(page?.text).toBe('משה כהן')
  })

  it('are scans when they are pictures, also below the head line of a fax', async () => {
    const picture = await pictureOf(await pdfOfPages([{ lines: ['x'], size: [200, 200] }]), 72)
    const bare = await pagesOf('pdf', await scanOf([picture]))
    expect(bare.pages).toMatchObject([{ text: '', scan: true }])
    const faxed = await pagesOf('pdf', await scanOf([picture], 'FROM 2125550100 PAGE 1'))
    expect(faxed.pages).toMatchObject([{ text: 'FROM 2125550100 PAGE 1', scan: true }])
    const blank = await pagesOf('pdf', await pdfOfPages([{ lines: [] }]))
    expect(blank.pages).toMatchObject([{ text: '', scan: false }])
  })
})

describe('the pages of a picture', () => {
  it('are those of a TIFF, as large as a letter page', async () => {
    const tiff = tiffOf([
      { width: 85, height: 110, grey: 255 },
      { width: 40, height: 80, grey: 0 },
    ])
    const { total, pages } = await pagesOf('picture', tiff)
    expect(total).toBe(2)
    expect(pages).toMatchObject([
      { page: 1, width: 612, height: 792, how: 'ocr', scan: true },
      { page: 2, width: 396, height: 792 },
    ])
  })
})

describe('the pages of a text', () => {
  it('are sections, cut at form feeds and at the ends of paragraphs', async () => {
    const paragraph = `${'word '.repeat(100)}\n\n`
    const { pages } = await pagesOf('text', Buffer.from(`First\f${paragraph.repeat(10)}`))
    expect(pages.map(({ text }) => text.length)).toEqual([5, 2507, 2507])
    expect(pages[0]).toMatchObject({ width: 0, height: 0, words: [], confidence: 1 })
  })

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffPeña')],
    ['UTF-16', Buffer.from('\ufeffPeña', 'utf16le')],
    ['Windows-1252', Buffer.from('Pe\xf1a', 'latin1')],
    ['ligatures and accents apart', Buffer.from('Pen\u0303a')],
  ])('are read from %s', async (_what, bytes) =>
    expect((await pagesOf('text', bytes)).pages[0]?.text).toBe('Peña'),
  )

  it('are those of DOCX and HTML, too', async () => {
    expect((await pagesOf('docx', docxOf(['One', 'Two']))).pages[0]?.text).toBe('One\n\nTwo')
    const html = Buffer.from('<p>One</p><script>x</script>')
    expect((await pagesOf('html', html)).pages[0]?.text).toBe('One')
  })
})

describe('a document that is refused', () => {
  let pdf: Buffer
  let png: Buffer
  beforeAll(async () => {
    pdf = await pdfOfPages(['Text'])
    png = await pictureOf(await pdfOfPages([{ lines: ['x'], size: [50, 50] }]), 72)
  })
  const huge = () => {
    // A PNG of 10,000 × 10,000 pixels in a few bytes; its header and sum are right.
    const header = Buffer.from(png)
    header.writeUInt32BE(10_000, 16)
    header.writeUInt32BE(10_000, 20)
    return header
  }
  it.each<[string, PageFormat, () => Buffer, string]>([
    ['encrypted', 'pdf', () => pdfOf('x', { encrypted: true }), 'This PDF has a password.'],
    ['cut off', 'pdf', () => pdf.subarray(0, -300), 'This PDF is cut off or damaged'],
    ['no PDF', 'pdf', () => Buffer.from('hello'), 'This file is not a readable PDF.'],
    [
      'a PDF of nothing',
      'pdf',
      () => Buffer.from('%PDF-1.7\n%%EOF'),
      'This file is not a readable',
    ],
    [
      'a PDF that is an archive, too',
      'pdf',
      () => Buffer.concat([pdf, zipOf({ 'word/document.xml': 'other' })]),
      'This file is two kinds of documents at once',
    ],
    [
      'a page that is a PDF, too',
      'html',
      () => Buffer.concat([Buffer.from('<!--'), pdf]),
      'This file is two kinds of documents at once',
    ],
    ['a picture that is cut off', 'picture', () => png.subarray(0, -5), 'This picture is damaged'],
    ['a picture with wrong sums', 'picture', huge, 'This picture is damaged'],
    [
      'a picture of too many pixels',
      'picture',
      () => tiffOf([{ width: 8000, height: 8000, grey: 1 }]),
      'This picture has more than 40 million pixels.',
    ],
    [
      'a TIFF that is cut off',
      'picture',
      () => tiffOf([{ width: 8, height: 8, grey: 1 }], 1),
      'This picture is damaged',
    ],
    [
      'an archive of gigabytes',
      'docx',
      () => docxOf(['x'], { padding: 201 * 1024 ** 2 }),
      'This Word',
    ],
    ['empty', 'text', () => Buffer.from(' \n'), 'There is no text in this document.'],
  ])('%s', async (_what, format, bytes, sentence) =>
    expect(await refusalOf(format, bytes())).toContain(sentence),
  )

  it('a TIFF whose pages lead back to the first', async () => {
    const tiff = tiffOf([
      { width: 8, height: 8, grey: 1 },
      { width: 8, height: 8, grey: 2 },
    ])
    const last = tiff.length - 64 - 4
    tiff.writeUInt32LE(8, last)
    expect(await refusalOf('picture', tiff)).toContain('This picture is damaged')
  })
})

describe('a page that is drawn', () => {
  it('is a PNG of its size, grey where it has no colour', async () => {
    const png = await pictureOf(await pdfOfPages([{ lines: ['x'], size: [72, 36] }]), 100)
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[25]]).toEqual([100, 50, 0])
  })

  it('does not exist beyond the last', async () => {
    const pdf = await pdfOfPages(['x'])
    const drawn = await drawPage({ do: 'draw', format: 'pdf', page: 2, dpi: 72 }, pdf)
    expect(drawn).toEqual({ type: 'refused', message: 'This document has no page 2.' })
  })
})

it('recognizes a scan, with boxes where the words stand', { timeout: 120_000 }, async () => {
  const original = await pdfOfPages([{ lines: ['Claim 4711 was denied.'], size: [260, 90] }])
  const scan = await scanOf([await pictureOf(original)])
  const request = { do: 'recognize' as const, format: 'pdf' as const, pages: [1] }
  const found = await recognizePages({ ...request, languages: ['eng'] }, scan)
  if (found.type === 'refused') throw new Error(found.message)
  const [page] = found.pages
  expect(page).toMatchObject({ how: 'ocr', scan: false, text: 'Claim 4711 was denied.' })
  expect(page?.confidence).toBeGreaterThan(0.8)
  expect(page?.width).toBeCloseTo(260, 0)
  const [word] = wordsOf(page?.text ?? '', page?.words ?? [])
  // Twenty points are above the picture.
  expect(Math.abs((word?.box.x ?? 0) - 41)).toBeLessThan(3)
  expect(Math.abs((word?.box.y ?? 0) - 70)).toBeLessThan(4)
})
