import { PDFDict, PDFDocument, PDFName, PDFString } from '@pdfme/pdf-lib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { pdfPagesOf } from '#test/harness/pdf-text'
import { inkOf } from '#test/harness/png-ink'
import { extractText } from '../extract-text.ts'
import { wordsOf } from '../pages/read-pages.ts'
import { drawPages } from '../pdf/draw-pages.ts'
import { readPages } from '../reader/pages.ts'
import { drawPdf, type DrawOptions } from './draw-pdf.ts'

// The processes start on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const organizationId = 'one'
const draw = async (html: string, more: Partial<DrawOptions> = {}) =>
  await drawPdf({
    html,
    title: 'A letter',
    language: 'en-US',
    at: new Date('2026-03-07T09:00:00Z'),
    organizationId,
    timeoutMs: 60_000,
    ...more,
  })
async function drawn(html: string, more: Partial<DrawOptions> = {}) {
  const answer = await draw(html, more)
  if (answer.type !== 'pdf') throw new Error(answer.message)
  return answer
}
async function refusal(html: string, more: Partial<DrawOptions> = {}): Promise<string> {
  const answer = await draw(html, more)
  return answer.type === 'refused' ? answer.message : 'it was drawn'
}
const textOf = (bytes: Uint8Array) => extractText('a.pdf', bytes, { organizationId })
async function picturesOf(bytes: Uint8Array): Promise<Buffer[]> {
  const found = await drawPages(bytes, { organizationId, dpi: 72 })
  if (found.type === 'refused') throw new Error(found.message)
  return found.pictures.map(({ png }) => png)
}
async function pictureOf(bytes: Uint8Array): Promise<Buffer> {
  const [picture] = await picturesOf(bytes)
  if (!picture) throw new Error('no picture')
  return picture
}
/** The margin at which the ink on a page begins; the other one is far from it. */
function sideOf(picture: Buffer): string {
  const { left = 0, right = 1 } = inkOf(picture) ?? {}
  const margin = 72 / 612
  if (Math.abs(left - margin) < 0.01 && right < 0.5) return 'left'
  return Math.abs(right - (1 - margin)) < 0.01 && left > 0.5 ? 'right' : `${left} ${right}`
}

describe('a drawn PDF', () => {
  it('has its text, and takes nothing in it for source', async () => {
    const { bytes, pages } = await drawn(
      '<h1>Approval</h1><p>Żaneta: #read(&quot;/etc/passwd&quot;) $x$ *a* @b #import "@preview/x:1.0.0"</p>',
      { title: '#panic("x") Ż' },
    )
    expect(pages).toBe(1)
    expect(await textOf(bytes)).toMatch(
      /Approval\s+Żaneta: #read\("\/etc\/passwd"\) \$x\$ \*a\* @b #import "@preview\/x:1.0.0"/,
    )
  })

  it('has a title, a language, tags, and the date it was given', async () => {
    const { bytes } = await drawn('<h1>Heading</h1><p>Text</p>')
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(document.getTitle()).toBe('A letter')
    expect(document.getCreationDate()).toEqual(new Date('2026-03-07T09:00:00Z'))
    const { catalog } = document
    expect(catalog.lookup(PDFName.of('Lang'), PDFString).decodeText()).toBe('en-US')
    expect(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)).toBeDefined()
    expect(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).toString()).toContain('/Marked true')
    expect(bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
  })

  it('has the same bytes for the same input, by any process', async () => {
    const html =
      '<p>Hello <b>Ada</b> שלום محمد</p><table><tr><th>a</th></tr><tr><td>1</td></tr></table>'
    const first = await drawn(html)
    const again = await drawn(html)
    const other = await drawn(html, { organizationId: 'two' })
    expect(again.bytes.equals(first.bytes)).toBe(true)
    expect(other.bytes.equals(first.bytes)).toBe(true)
    const later = await drawn(html, { at: new Date('2026-03-08T09:00:00Z') })
    expect(later.bytes.equals(first.bytes)).toBe(false)
  })

  it('repeats the head of a table, and numbers its pages', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `<tr><td>${index}</td><td>Row</td></tr>`)
    const { bytes, pages } = await drawn(
      `<table><thead><tr><th>No</th><th>Service</th></tr></thead>${rows.join('')}</table>`,
      { header: '<p>Cedar Clinic</p>', footer: '<p>Page {page} of {pages}</p>' },
    )
    expect(pages).toBeGreaterThan(2)
    const text = await textOf(bytes)
    expect(text.match(/Service/g)).toHaveLength(pages)
    expect(text.match(/Cedar Clinic/g)).toHaveLength(pages)
    expect(text.match(/Page \d+ of \d+/g)).toEqual(
      Array.from({ length: pages }, (_, index) => `Page ${index + 1} of ${pages}`),
    )
  })

  it('draws any table that HTML can have', async () => {
    const { bytes } = await drawn(
      '<table><thead><tr><th rowspan="2">a</th><th colspan="2">b</th></tr><tr><th>c</th></tr></thead>' +
        '<tr><td>1</td><td rowspan="9">2</td><td>3</td></tr><tr><td colspan="5">4</td></tr>' +
        '<tr></tr><tfoot><tr><td><table><tr><td>5</td></tr></table></td></tr></tfoot></table>' +
        '<table></table><table><tr><th>only a head</th></tr></table>',
    )
    const text = await textOf(bytes)
    for (const each of ['a', 'b', 'c', '1', '2', '3', '4', '5', 'only a head'])
      expect(text).toContain(each)
  })

  it('begins at the right where that is its direction', async () => {
    const nextPage = '<hr class="page-break">'
    const paragraphs = [
      ['<p dir="rtl" lang="he">שלום דנה</p>', 'right'],
      ['<p dir="rtl" lang="ar">السيد محمد</p>', 'right'],
      ['<p dir="auto">דנה</p>', 'right'],
      ['<p>Hello Dana</p>', 'left'],
      ['<p>שלום דנה</p>', 'left'],
    ] as const
    const html = paragraphs.map(([paragraph]) => paragraph).join(nextPage)
    const pictures = await picturesOf((await drawn(html)).bytes)
    expect(pictures.map(sideOf)).toEqual(paragraphs.map(([, side]) => side))
    const hebrew = await drawn('<p>שלום דנה</p>', { language: 'he-IL' })
    expect((await picturesOf(hebrew.bytes)).map(sideOf)).toEqual(['right'])
  })

  it('is read as it was written, from right to left, too', async () => {
    const lines = [
      'Patient: דנה כהן, born 03/14/1962',
      'Name محمد علي is here',
      'Dear משה לוי, the number is AUTH-77.',
      'שם המטופל: דנה כהן (Dana Cohen), ת.ז. 123-456, MRI 2 פעמים',
      'اسم المريض: محمد علي الحسن 42 سنة, MRI 73721',
      'السلام عليكم لا إله الأحمد مُحَمَّد',
      'هاتف 555-1234 وزن 50%',
      'הֵחָיִים (אישור) 14/03/1962',
    ]
    const html = lines.map((line) => `<p dir="auto">${line}</p>`).join('')
    const marked = html
      .replace('משה לוי', '<bdi>משה <b>לוי</b></bdi>')
      .replace('AUTH-77', '<b>AUTH-77</b>')
    const { bytes } = await drawn(marked)
    expect((await pdfPagesOf(bytes))[0]?.split('\n')).toEqual(lines)
    // The patient's name has its own place, right of the label.
    const found = await readPages(
      { do: 'pages', format: 'pdf', from: 1, count: 1 },
      Buffer.from(bytes),
    )
    const [page] = found.type === 'pages' ? found.pages : []
    const [label, first, last] = wordsOf(page?.text ?? '', page?.words ?? [])
    expect([label?.text, first?.text, last?.text]).toEqual(['Patient:', 'דנה', 'כהן,'])
    expect(first?.box.x).toBeGreaterThan(last?.box.x ?? Infinity)
    expect(last?.box.x).toBeGreaterThan((label?.box.x ?? 0) + (label?.box.width ?? Infinity))
  })

  it('has pages of the size, the margins and the breaks that were asked for', async () => {
    const { bytes, pages } = await drawn('<p>x</p><hr class="page-break"><p>y</p>', {
      page: { size: 'a4', orientation: 'landscape', margins: { left: 300 } },
    })
    expect(pages).toBe(2)
    const [first] = (await PDFDocument.load(bytes)).getPages()
    expect(first?.getSize().width).toBeCloseTo(841.89, 1)
    expect(first?.getSize().height).toBeCloseTo(595.28, 1)
    expect(inkOf(await pictureOf(bytes))?.left).toBeCloseTo(300 / 841.89, 2)
  })

  it('keeps the text free of a header that is higher than the margin', async () => {
    const header = '<p>line</p>'.repeat(12)
    const { bytes } = await drawn('<p align="right">Text</p>', { header })
    const picture = await pictureOf(bytes)
    const text = inkOf(picture, { left: 0.5, top: 0, right: 1, bottom: 1 })
    const head = inkOf(picture, { left: 0, top: 0, right: 0.5, bottom: 1 })
    expect(head?.top).toBeGreaterThan(0)
    const places = JSON.stringify({ head, text })
    expect(text?.top, places).toBeGreaterThan((head?.bottom ?? 1) + 0.01)
  })

  it.each([
    ['<p>汉字 😀</p>', 'No font here can draw “汉”, “字”, “😀”.'],
    ['<img src="https://example.com/a.png">', 'A picture is given as data'],
  ])('is refused with a sentence: %s', async (html, sentence) =>
    expect(await refusal(html)).toContain(sentence),
  )

  it('is refused when nothing is left of the page, or it is too large', async () => {
    const margins = { left: 300, right: 300 }
    expect(await refusal('<p>x</p>', { page: { margins } })).toContain('The margins leave')
    expect(await refusal('x'.repeat(20 * 1024 * 1024 + 1))).toContain('at most 20 MB')
  })

  it('ends at its time, and the next one is drawn', async () => {
    const bomb = '<b>a</b><i>b</i>'.repeat(300_000)
    expect(await refusal(`<p>${bomb}</p>`, { timeoutMs: 500 })).toContain('too much time')
    expect((await drawn('<p>next</p>')).pages).toBe(1)
  })

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'))
    await expect(draw('<p>x</p>', { signal })).rejects.toThrow('cancelled')
  })
})
