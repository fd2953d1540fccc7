import { describe, expect, it } from 'vitest'
import { docxOf, pdfOf, zipOf } from '#lib/testing/sample-documents'
import { extractText } from './extract-text.ts'

const issueOf = async (fileName: string, bytes: Uint8Array) =>
  await extractText(fileName, bytes).then(
    (text) => `no refusal: ${text.slice(0, 100)}`,
    (error: { statusCode: number; details: { issues: { path: string; message: string }[] } }) => `${error.statusCode} ${error.details.issues[0]?.path}: ${error.details.issues[0]?.message}`,
  )

describe('the text of a document', () => {
  it.each([
    ['policy.pdf', pdfOf('Prior authorization is needed.'), 'Prior authorization is needed.'],
    ['Policy.DOCX', docxOf(['First', 'Second &amp; last']), 'First\n\nSecond & last'],
    ['policy.html', '<html><head><title>x</title><style>p{}</style></head><body><h1>Policy</h1><p>One<br>two</p><script>alert(1)</script></body></html>', 'POLICY\n\nOne\ntwo'],
    ['policy.md', '# Policy\r\n\r\nText', '# Policy\n\nText'],
    ['policy.txt', 'Überweisung\u0000', 'Überweisung'],
    ['two.dots.txt', ' x ', 'x'],
  ])('%s', async (fileName, content, text) => expect(await extractText(fileName, Buffer.from(content))).toBe(text))
})

describe('a document without text that can be had', () => {
  it.each([
    ['an encrypted PDF', 'a.pdf', pdfOf('secret', { encrypted: true }), 'This PDF is encrypted.'],
    ['a PDF without text', 'a.pdf', pdfOf(''), 'There is no text in this document. A scan'],
    ['a broken PDF', 'a.pdf', Buffer.from('%PDF-1.4 nothing'), 'This file is not a readable PDF.'],
    ['something else called PDF', 'a.pdf', Buffer.from('hello'), 'This file is not a readable PDF.'],
    ['something else called DOCX', 'a.docx', Buffer.from('hello'), 'This file is not a readable Word document'],
    ['another archive called DOCX', 'a.docx', zipOf({ 'a.txt': 'a' }), 'This file is not a readable Word document'],
    ['an archive that unpacks to gigabytes', 'a.docx', docxOf(['x'], { padding: 201 * 1024 * 1024 }), 'This Word document is larger'],
    ['text in another encoding', 'a.txt', Buffer.from([0x55, 0xfc, 0x62]), 'This text is not UTF-8.'],
    ['blank text', 'a.md', Buffer.from(' \n'), 'There is no text in this document.'],
    ['HTML of scripts only', 'a.html', Buffer.from('<script>1</script>'), 'There is no text in this document.'],
    ['an older Word file', 'a.doc', Buffer.from('x'), 'Upload a PDF, DOCX'],
    ['a name without an ending', 'README', Buffer.from('x'), 'Upload a PDF, DOCX'],
    ['very long text', 'a.txt', Buffer.alloc(2_000_001, 'x'), 'This document has more than'],
  ])('%s is a 400 that says so', async (_what, fileName, bytes, message) => expect(await issueOf(fileName, bytes)).toContain(`400 file: ${message}`))
})
