import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { docxOf, pdfOf, zipOf } from '#test/samples/sample-documents'
import { extractText } from './extract-text.ts'
import { openArchive } from './reader/unzip.ts'

// Each starts a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
afterAll(stopProcessPools)

const one = { organizationId: 'one' }
const issueOf = async (fileName: string, bytes: Uint8Array) =>
  await extractText(fileName, bytes, one).then(
    (text) => `no refusal: ${text.slice(0, 100)}`,
    (error: { statusCode: number; details: { issues: { path: string; message: string }[] } }) =>
      `${error.statusCode} ${error.details.issues[0]?.path}: ${error.details.issues[0]?.message}`,
  )

describe('the text of a document', () => {
  it.each([
    ['policy.pdf', pdfOf('Prior authorization is needed.'), 'Prior authorization is needed.'],
    ['Policy.DOCX', docxOf(['First', 'Second &amp; last']), 'First\n\nSecond & last'],
    [
      'policy.html',
      '<html><head><title>x</title><style>p{}</style></head><body><h1>Policy</h1>' +
        '<p>One<br>two</p><script>alert(1)</script></body></html>',
      'POLICY\n\nOne\ntwo',
    ],
    ['policy.md', '# Policy\r\n\r\nText', '# Policy\n\nText'],
    ['policy.txt', 'Überweisung\u0000', 'Überweisung'],
    ['two.dots.txt', ' x ', 'x'],
  ])('%s', async (fileName, content, text) => {
    expect(await extractText(fileName, Buffer.from(content), one)).toBe(text)
  })
})

describe('a document without readable text', () => {
  it.each([
    ['an encrypted PDF', 'a.pdf', pdfOf('secret', { encrypted: true }), 'This PDF has a password.'],
    ['a PDF without text', 'a.pdf', pdfOf(''), 'There is no text in this document. A scan'],
    ['a broken PDF', 'a.pdf', Buffer.from('%PDF-1.4 nothing'), 'This PDF is cut off or damaged'],
    [
      'something else called PDF',
      'a.pdf',
      Buffer.from('hello'),
      'This file is not a readable PDF.',
    ],
    [
      'something else called DOCX',
      'a.docx',
      Buffer.from('hello'),
      'This file is not a readable Word document',
    ],
    [
      'another archive called DOCX',
      'a.docx',
      zipOf({ 'a.txt': 'a' }),
      'This file is not a readable Word document',
    ],
    [
      'an archive that unpacks to gigabytes',
      'a.docx',
      docxOf(['x'], { padding: 201 * 1024 * 1024 }),
      'This Word document is larger',
    ],
    [
      'text in another encoding',
      'a.txt',
      Buffer.from([0x55, 0xfc, 0x62]),
      'This text is not UTF-8.',
    ],
    ['blank text', 'a.md', Buffer.from(' \n'), 'There is no text in this document.'],
    [
      'HTML of scripts only',
      'a.html',
      Buffer.from('<script>1</script>'),
      'There is no text in this document.',
    ],
    ['an older Word file', 'a.doc', Buffer.from('x'), 'Upload a PDF, DOCX'],
    ['a name without an ending', 'README', Buffer.from('x'), 'Upload a PDF, DOCX'],
    ['very long text', 'a.txt', Buffer.alloc(2_000_001, 'x'), 'This document has more than'],
  ])('%s is a 400 that says so', async (_what, fileName, bytes, message) =>
    expect(await issueOf(fileName, bytes)).toContain(`400 file: ${message}`),
  )
})

/** A PDF whose page is drawn by this content, packed twice. */
function pdfDrawing(content: Buffer): Buffer {
  const packed = deflateSync(deflateSync(content, { level: 9 }), { level: 9 }).toString('latin1')
  const filters = '[/FlateDecode /FlateDecode]'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>',
    `<< /Length ${packed.length} /Filter ${filters} >>\nstream\n${packed}\nendstream`,
  ]
  const bodies = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
  const trailer = 'trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n'
  return Buffer.from(`%PDF-1.4\n${bodies.join('')}${trailer}`, 'latin1')
}

describe('a document that costs too much', () => {
  it('is refused for its time or memory, and delays no other document', async () => {
    const pdf = pdfDrawing(Buffer.alloc(160_000_000, 'BT /F 9 Tf (x) Tj ET '))
    expect(pdf.length).toBeLessThan(10_000)
    const order: string[] = []
    const bomb = extractText('a.pdf', pdf, { ...one, timeoutMs: 5_000 }).catch((error: unknown) => {
      order.push('refused')
      return error
    })
    const plain = extractText('a.pdf', pdfOf('Short.'), { organizationId: 'two' })
    order.push(await plain)
    const message = expect.stringMatching(/^This document takes too much (?:time|memory) to read\./)
    const details = { issues: [{ path: 'file', message }] }
    expect(await bomb).toMatchObject({ statusCode: 400, details })
    expect(order).toEqual(['Short.', 'refused'])
  })

  it('is refused when it is nested too deeply', async () => {
    const sentence = '400 file: This document is nested too deeply to be read.'
    const deep = `${'<div>'.repeat(20_000)}text`
    expect(await issueOf('a.html', Buffer.from(deep))).toContain(sentence)
    const tags = '<w:p>'.repeat(20_000)
    expect(await issueOf('a.docx', docxOf([`x</w:t></w:r></w:p>${tags}`]))).toContain(sentence)
  })

  it('is not unpacked when its directory declares a wrong size', async () => {
    const xml = Buffer.alloc(300 * 1024 * 1024, ' ')
    const zip = docxOf(['text'], { replaced: { 'word/document.xml': xml }, declared: 1_000 })
    expect(zip.length).toBeLessThan(1024 * 1024)
    const archive = openArchive(zip, 200 * 1024 * 1024)
    // zlib ends at the declared size: the first byte beyond is the last that it makes.
    expect(() => archive.read('word/document.xml')).toThrow('larger than 1000 bytes')
    expect(await issueOf('a.docx', zip)).toContain('400 file: This file is not a readable Word')
  })
})
